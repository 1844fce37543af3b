import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type Database } from '#electron/database/client.ts';
import type { Change, NewOperation } from '#electron/database/repositories/journal/index.ts';
import { SHARING_MONEY } from '#electron/database/repositories/journal/in-the-way.ts';
import type { OperationState } from '#shared/domain/operation.ts';
import { preparedWorkerUrl } from '../../../workers.ts';

let folder: string;
let db: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'closeout-journal-'));
  db = (await openDatabase(preparedWorkerUrl, folder)).database;
});
afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

const operation = (changes: Partial<NewOperation> = {}): NewOperation => ({
  opId: 'op-1',
  kind: 'reversal',
  subjectKey: 'live:MID-1:rev:order-1',
  environment: 'live',
  merchantId: 'MID-1',
  terminalId: 'T1',
  orderId: 'order-1',
  refNumber: 'ref-1',
  totals: [{ count: 1, amount: { minor: 9_007_199_254_740_993n, currency: 'EGP' } }],
  actor: 'mona',
  reason: 'duplicate',
  note: null,
  method: 'PUT',
  url: 'https://gateway.example/v3/payment/reversal/order-1',
  body: new TextEncoder().encode('{"apiOperation":"REVERSAL"}'),
  bodySha256: 'aa',
  keyFingerprint: 'bb',
  evidenceBefore: { readAtMs: 1, listedRowIds: ['r1'], saleRowId: 'r1', snapshotId: null, requestIds: [] },
  rowIds: ['r1'],
  atMs: 1_000,
  ...changes,
});
const create = (changes?: Partial<NewOperation>) => db.call('journal.create', operation(changes));
const to = (opId: string, state: OperationState, code: Change['code'] = 'read') =>
  db.call('journal.change', { opId, code, to: state, params: {}, patch: {}, atMs: 2_000 });
const walk = async (opId: string, ...states: OperationState[]) => {
  for (const state of states) await to(opId, state);
};
/** Another connection to the same file, as a tool would open it. */
function withFile<T>(use: (file: Sqlite.Database) => T): T {
  const file = new Sqlite(join(folder, 'journal.sqlite'));
  try {
    return use(file);
  } finally {
    file.close();
  }
}

it('an operation comes back as it was written, to the last piastre and byte', async () => {
  expect(await create()).toEqual({ kind: 'created' });
  const back = await db.call('journal.get', 'op-1');
  expect(back?.totals).toEqual([{ count: 1, amount: { minor: 9_007_199_254_740_993n, currency: 'EGP' } }]);
  expect(new TextDecoder().decode(back?.body)).toBe('{"apiOperation":"REVERSAL"}');
  expect(back?.state).toBe('INTENT');
  expect(await db.call('journal.rowIdsOf', 'op-1')).toEqual(['r1']);
});

it('one subject has one open operation, and a new one after it has ended', async () => {
  await create();
  expect(await create({ opId: 'op-2' })).toEqual({ kind: 'already-open', opId: 'op-1' });
  await walk('op-1', 'SENDING', 'UNKNOWN');
  expect(await create({ opId: 'op-2' })).toEqual({ kind: 'already-open', opId: 'op-1' });
  await walk('op-1', 'SUCCEEDED_BY_READ');
  expect(await create({ opId: 'op-2' })).toEqual({ kind: 'created' });
});

it('the lock is the file’s own: SQLite refuses a second open row whoever writes it', async () => {
  await create();
  const second = () =>
    withFile((file) =>
      file.exec(`CREATE TEMP TABLE copy AS SELECT * FROM operation;
        UPDATE copy SET op_id = 'op-9', seq = 9; INSERT INTO operation SELECT * FROM copy`),
    );
  expect(second).toThrow(/UNIQUE constraint failed: operation.subject_key/);
});

it('a reversal and an acknowledgement of one terminal exclude each other', async () => {
  await create();
  const ack = { opId: 'op-2', kind: 'acknowledgement' as const, subjectKey: 'live:MID-1:ack:T1' };
  expect(await create(ack)).toEqual({ kind: 'terminal-busy', opId: 'op-1' });
  expect(await create({ ...ack, terminalId: 'T2', subjectKey: 'live:MID-1:ack:T2' })).toEqual({
    kind: 'created',
  });
  const other = { subjectKey: 'live:MID-1:rev:order-2', orderId: 'order-2', rowIds: ['r2'] };
  expect(await create({ opId: 'op-3', ...other })).toEqual({ kind: 'created' });
});

const early = (n: number, members: string[]): Partial<NewOperation> => ({
  opId: `op-${n}`,
  kind: 'instant-settlement',
  subjectKey: `live:MID-1:instant:day-${n}`,
  terminalId: null,
  orderId: null,
  rowIds: members,
});

it('an early payout with one member of an open one is refused, whatever its day and amount, until that has ended', async () => {
  await create(early(1, ['tx-1', 'tx-2', 'tx-3']));
  expect(await create(early(2, ['tx-3', 'tx-4']))).toEqual({ kind: 'already-open', opId: 'op-1' });
  expect(await create(early(3, ['tx-4', 'tx-5']))).toEqual({ kind: 'created' });
  await walk('op-1', 'SENDING', 'UNKNOWN', 'NEEDS_PERSON');
  expect(await create(early(2, ['tx-3']))).toEqual({ kind: 'already-open', opId: 'op-1' });
  await walk('op-1', 'RESOLVED_NOT_DONE');
  expect(await create(early(2, ['tx-3']))).toEqual({ kind: 'created' });
});

it('a refund and a reversal of one order exclude each other, under whichever name it was given', async () => {
  const refund = {
    opId: 'op-2',
    kind: 'refund' as const,
    subjectKey: 'live:MID-1:order:gw-1',
    terminalId: null,
    orderId: 'gw-1',
    rowIds: ['gw-1', 'order-1', 'tx-1'],
  };
  await create();
  expect(await create(refund)).toEqual({ kind: 'already-open', opId: 'op-1' });
  await walk('op-1', 'EXPIRED');
  expect(await create(refund)).toEqual({ kind: 'created' });
  expect(await create({ opId: 'op-3' })).toEqual({ kind: 'already-open', opId: 'op-2' });
  const other = { opId: 'op-4', kind: 'void' as const, subjectKey: 'live:MID-1:order:order-1' };
  expect(await create({ ...refund, ...other, orderId: 'order-1', rowIds: ['order-1'] })).toEqual({
    kind: 'already-open',
    opId: 'op-2',
  });
});

it('what was planned without an operation on the same money that has ended since is refused', async () => {
  const refund = (opId: string, knownOps: { opId: string; state: OperationState }[]) =>
    create({ opId, kind: 'refund', subjectKey: 'order:order-1', rowIds: ['order-1', 'tx-1'], knownOps });
  expect(await refund('op-1', [])).toEqual({ kind: 'created' });
  expect(await refund('op-2', [{ opId: 'op-1', state: 'INTENT' }])).toEqual({
    kind: 'already-open',
    opId: 'op-1',
  });
  await walk('op-1', 'SENDING', 'SUCCEEDED');
  expect(await refund('op-2', [])).toEqual({ kind: 'planned-before', opId: 'op-1' });
  expect(await refund('op-2', [{ opId: 'op-1', state: 'RESOLVED_NOT_DONE' }])).toEqual({
    kind: 'planned-before',
    opId: 'op-1',
  });
  expect(await refund('op-2', [{ opId: 'op-1', state: 'SUCCEEDED' }])).toEqual({ kind: 'created' });
  const money = { kind: 'reversal' as const, orderId: null, rowIds: ['tx-1'] };
  expect(await db.call('journal.ofSameMoney', money)).toMatchObject([{ opId: 'op-1' }, { opId: 'op-2' }]);
  expect(await db.call('journal.ofSameMoney', { ...money, kind: 'instant-settlement' })).toEqual([]);
});

it('what an operation is, is hashed in the event that made it so; a renewed one is hashed again', async () => {
  await create();
  await walk('op-1', 'SENDING', 'UNKNOWN');
  const hashes = async () =>
    (await db.call('journal.events', 'op-1')).map(({ params }) => typeof params['recordSha256']);
  expect(await hashes()).toEqual(['string', 'undefined', 'undefined']);
  await db.call('journal.change', {
    opId: 'op-1',
    code: 'stored',
    to: null,
    params: { count: 2 },
    patch: { totals: [{ count: 2, amount: { minor: 5n, currency: 'EGP' } }], rowIds: ['r1', 'r2'] },
    atMs: 3_000,
  });
  expect(await hashes()).toEqual(['string', 'undefined', 'undefined', 'string']);
  expect(await db.call('journal.rowIdsOf', 'op-1')).toEqual(['r1', 'r2']);
  const whole = await db.call('audit.verify', { anchor: null, owner: null });
  expect(whole).toMatchObject({ ok: true, operations: { hashed: 1, before: 0 } });
});

it('a transition that is not in the table is refused and changes nothing', async () => {
  await create();
  await expect(to('op-1', 'SUCCEEDED')).rejects.toThrow('INTENT may not become SUCCEEDED');
  expect((await db.call('journal.get', 'op-1'))?.state).toBe('INTENT');
  expect(await db.call('journal.events', 'op-1')).toHaveLength(1);
});

it('events and operations cannot be changed away or deleted', async () => {
  await create();
  const run = (sql: string) => () => withFile((file) => file.exec(sql));
  expect(run(`UPDATE operation_event SET code = 'x'`)).toThrow('append-only');
  expect(run('DELETE FROM operation_event')).toThrow('append-only');
  expect(run('DELETE FROM operation')).toThrow('operations are kept');
});

it('the chain of events names the first one that does not fit', async () => {
  await create();
  await walk('op-1', 'SENDING', 'UNKNOWN', 'CHECKING');
  expect(await db.call('journal.firstBrokenEvent', null)).toBeNull();
  withFile((file) =>
    file.exec(
      `DROP TRIGGER operation_event_no_update; UPDATE operation_event SET to_state = 'SUCCEEDED' WHERE seq = 3`,
    ),
  );
  expect(await db.call('journal.firstBrokenEvent', null)).toBe(3);
});

it('a removed event is named', async () => {
  await create();
  await walk('op-1', 'SENDING', 'UNKNOWN');
  withFile((file) =>
    file.exec('DROP TRIGGER operation_event_no_delete; DELETE FROM operation_event WHERE seq = 2'),
  );
  expect(await db.call('journal.firstBrokenEvent', null)).toBe(2);
});

it('open ones come oldest first, all of them newest first, in pages that meet', async () => {
  for (const n of [1, 2, 3])
    await create({ opId: `op-${n}`, subjectKey: `s${n}`, orderId: `order-${n}`, rowIds: [`r${n}`] });
  await walk('op-2', 'EXPIRED');
  type Scope = 'open' | 'under-way' | 'unknown' | 'all';
  const ids = async (scope: Scope, afterSeq: number | null, limit = 10) =>
    (await db.call('journal.page', { scope, kind: null, afterSeq, limit })).map(({ opId }) => opId);
  expect(await ids('open', null)).toEqual(['op-1', 'op-3']);
  expect(await ids('unknown', null)).toEqual([]);
  expect(await ids('all', null, 2)).toEqual(['op-3', 'op-2']);
  expect(await ids('all', 2)).toEqual(['op-1']);
  expect(await db.call('journal.counts', null)).toEqual({ open: 2, unknown: 0 });
  expect(await ids('under-way', null)).toEqual(['op-1', 'op-3']);
  // What nobody knows the result of is open, and not under way.
  await walk('op-1', 'SENDING', 'UNKNOWN');
  expect(await ids('open', null)).toEqual(['op-1', 'op-3']);
  expect(await ids('unknown', null)).toEqual(['op-1']);
  expect(await ids('under-way', null)).toEqual(['op-3']);
});

it('committed rows survive another opening of the file, which keeps a write-ahead log', async () => {
  await create();
  await db.close();
  db = (await openDatabase(preparedWorkerUrl, folder)).database;
  expect((await db.call('journal.get', 'op-1'))?.opId).toBe('op-1');
  expect(withFile((file) => file.pragma('journal_mode', { simple: true }))).toBe('wal');
});

it('what reads look for goes by an index', () => {
  const plan = (sql: string) =>
    withFile((file) =>
      (file.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[])
        .map((row) => row.detail)
        .join('; '),
    );
  expect(plan(`SELECT * FROM operation_event WHERE op_id = 'a' ORDER BY seq`)).toContain(
    'operation_event_by_operation',
  );
  expect(plan(`SELECT op_id FROM operation_row WHERE row_id = 'a'`)).toContain('operation_row_by_row');
  const sharing = SHARING_MONEY.replace('?', `'["void"]'`).replaceAll('?', `'[]'`);
  expect(plan(sharing)).toMatch(/operation_by_order.*operation_row_by_row/);
  expect(plan(sharing)).not.toMatch(/SCAN (operation|operation_row)\b/);
  expect(plan(`SELECT * FROM operation WHERE terminal_id = 'a' ORDER BY seq DESC LIMIT 1`)).toContain(
    'operation_by_terminal',
  );
});
