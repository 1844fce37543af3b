/** Journals in memory with a record and operation events in them, as the app writes them. */
import Sqlite, { type Database } from 'better-sqlite3';
import type { Anchor } from '#electron/audit/anchor.ts';
import type { ReadableDb, WritableDb } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { journalMigrations } from '#electron/database/migrations/index.ts';
import { auditProcedures, verifyJournal } from '#electron/database/repositories/audit.ts';
import { appendEvent } from '#electron/database/repositories/journal/chain.ts';
import { operationProcedures } from '#electron/database/repositories/journal/operations.ts';

const asFiles = (db: Database) => ({
  cache: db as unknown as ReadableDb,
  journal: db as unknown as WritableDb,
  imports: db as unknown as ReadableDb,
});

export function append(db: Database, target: string, params = '{}', action = 'profile.edited'): Anchor {
  const entry = {
    atMs: 1_000,
    actor: 'mona',
    machine: 'branch-1',
    action,
    target,
    params,
    outcome: 'ok',
  };
  return auditProcedures['audit.append'].run(asFiles(db), entry).anchor;
}

export function event(db: Database, opId: string): void {
  const what = {
    opId,
    atMs: 2_000,
    code: 'read',
    from: 'UNKNOWN',
    to: 'CHECKING',
    params: { result: 'none' },
  };
  appendEvent(asFiles(db).journal, what);
}

export function operation(db: Database, n: number): void {
  const answer = operationProcedures['journal.create'].run(asFiles(db), {
    opId: `op-${n}`,
    kind: 'reversal',
    subjectKey: `live:M:rev:order-${n}`,
    environment: 'live',
    merchantId: 'M',
    terminalId: 'T1',
    orderId: `order-${n}`,
    refNumber: `ref-${n}`,
    totals: [{ count: 1, amount: { minor: 1_050n, currency: 'EGP' } }],
    actor: 'mona',
    reason: 'duplicate',
    note: 'by phone',
    method: 'PUT',
    url: 'https://gateway.example/',
    body: new Uint8Array([123, 125]),
    bodySha256: 'aa',
    keyFingerprint: 'bb',
    evidenceBefore: { readAtMs: 1, listedRowIds: [], saleRowId: null, snapshotId: null, requestIds: [] },
    rowIds: [`row-${n}`, `row-of-${n}`],
    atMs: 1_500,
  });
  if (answer.kind !== 'created') throw new Error(answer.kind);
}

/** `profileId`'s record of so many entries, of five operations, with an event after every second entry, closed, as bytes. */
export function aJournal(profileId: string, entries: number): { bytes: Buffer; anchor: Anchor } {
  const db = new Sqlite(':memory:');
  db.pragma('foreign_keys = OFF');
  migrate(db, journalMigrations);
  append(db, profileId, '{}', 'record.begun');
  for (let n = 0; n < 5; n += 1) operation(db, n);
  for (let n = 2; n <= entries; n += 1) {
    append(db, `target-${n}`, `{"name":"branch ${n}"}`);
    if (n % 2 === 0) event(db, `op-${n % 5}`);
  }
  event(db, 'op-1');
  const anchor = { ...auditProcedures['audit.anchor'].run(asFiles(db), null), open: false };
  const bytes = db.serialize();
  db.close();
  return { bytes, anchor };
}

/** The journal as someone with the file would open it: no triggers in the way. */
export function opened(bytes: Buffer): Database {
  const db = new Sqlite(bytes);
  db.pragma('foreign_keys = OFF');
  const triggers = db
    .prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`)
    .pluck()
    .all() as string[];
  for (const name of triggers) db.exec(`DROP TRIGGER ${name}`);
  return db;
}

export const verified = (db: Database, anchor: Anchor | null, owner: string | null = null) =>
  verifyJournal(db as unknown as ReadableDb, { anchor, owner });
