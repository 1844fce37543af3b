import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { journal0001 } from '#electron/database/migrations/journal-0001-operations.ts';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { journalProcedures } from '#electron/database/repositories/journal/index.ts';
import type { ReadableFiles, WritableFiles } from '#electron/database/db.ts';
import { append, verified } from './journal.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'closeout-audit-'));

it('entries cannot be changed, deleted, replaced or put in between, whoever has the file', () => {
  const files = openProfileFiles(folder());
  const { journal } = files.files;
  for (const target of ['a', 'b', 'c']) append(journal, target);
  const run = (sql: string) => () => journal.exec(sql);
  const columns =
    'at_ms, actor, machine, action, target, params, outcome, event_count, event_head, prev_hash, hash';
  expect(run(`UPDATE audit_entry SET actor = 'x' WHERE seq = 2`)).toThrow('append-only');
  expect(run('DELETE FROM audit_entry WHERE seq = 3')).toThrow('append-only');
  expect(run(`REPLACE INTO audit_entry SELECT 2, ${columns} FROM audit_entry WHERE seq = 1`)).toThrow(
    'append-only',
  );
  expect(run(`INSERT INTO audit_entry SELECT 9, ${columns} FROM audit_entry WHERE seq = 1`)).toThrow(
    'append-only',
  );
  expect(journal.prepare('SELECT COUNT(*) FROM audit_entry').pluck().get()).toBe(3);
  files.close();
});

it('a journal of the first version keeps its operations and events, and its record begins after them', () => {
  const at = folder();
  const old = new Sqlite(join(at, 'journal.sqlite'));
  old.pragma('journal_mode = WAL');
  migrate(old, [journal0001]);
  const files = { cache: old, journal: old } as unknown as ReadableFiles & WritableFiles;
  journalProcedures['journal.create'].run(files, {
    opId: 'op-1',
    kind: 'reversal',
    subjectKey: 's-1',
    environment: 'live',
    merchantId: 'M',
    terminalId: 'T1',
    orderId: 'o-1',
    refNumber: null,
    totals: [{ count: 1, amount: { minor: 9_007_199_254_740_993n, currency: 'EGP' } }],
    actor: 'منى "O\'Neil"',
    reason: null,
    note: 'line\nbreak',
    method: 'PUT',
    url: 'https://gateway.example/',
    body: new Uint8Array([0, 255]),
    bodySha256: 'aa',
    keyFingerprint: 'bb',
    evidenceBefore: { readAtMs: 1, listedRowIds: [], saleRowId: null, snapshotId: null, requestIds: [] },
    rowIds: ['r1'],
    atMs: -1,
  });
  const change = { opId: 'op-1', params: {}, patch: {}, atMs: 2 };
  journalProcedures['journal.change'].run(files, { ...change, code: 'sending', to: 'SENDING' });
  journalProcedures['journal.change'].run(files, { ...change, code: 'not-known', to: 'UNKNOWN' });
  const everything = () => [
    old.prepare('SELECT * FROM operation').safeIntegers().all(),
    old.prepare('SELECT * FROM operation_event').all(),
  ];
  const before = everything();
  expect(verified(old, null)).toMatchObject({ ok: true, count: 0, head: '', events: 3 });
  expect(verified(old, { count: 4, head: 'a', first: 'b', eventCount: 0, eventHead: '' })).toMatchObject({
    problem: 'cut',
  });
  old.close();

  const again = openProfileFiles(at);
  const now = again.files;
  expect(now.journal.prepare('SELECT * FROM operation').safeIntegers().all()).toEqual(before[0]);
  expect(now.journal.prepare('SELECT * FROM operation_event').all()).toEqual(before[1]);
  expect(append(now.journal, 'live-m')).toMatchObject({ count: 1, eventCount: 3 });
  expect(verified(now.journal, null, 'live-m')).toMatchObject({ ok: true, count: 1, events: 3 });
  expect(readdirSync(join(at, 'backups')).length).toBeGreaterThan(0);
  again.close();
});
