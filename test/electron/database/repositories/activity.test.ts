import Sqlite, { type Database } from 'better-sqlite3';
import { expect, it } from 'vitest';
import {
  activityProcedures,
  actsBeforeSql,
  entriesBeforeSql,
  type ActivityPlace,
  type ActivityQuery,
} from '#electron/database/repositories/activity.ts';
import type { ReadableFiles, WritableFiles } from '#electron/database/db.ts';
import { migrate } from '#electron/database/migrate.ts';
import { journalMigrations } from '#electron/database/migrations/index.ts';
import { operationProcedures } from '#electron/database/repositories/journal/operations.ts';
import { idOf, newOperation } from '../../../faults/journal/profile-folder.ts';
import { append } from '../../audit/journal.ts';

const start: ActivityPlace = { entry: null, event: null };
const all: ActivityQuery = { text: '', actor: null, action: null, before: start };

/** Entries 1, 2 · operation 1 asked and sent · entry 3 · operation 2 asked · entries 4, 5. */
function aJournal(): Database {
  const db = new Sqlite(':memory:');
  migrate(db, journalMigrations);
  const files = { journal: db, cache: db } as unknown as WritableFiles;
  const ask = (n: number) => operationProcedures['journal.create'].run(files, newOperation(n));
  append(db, 'profile-1', '{}', 'record.begun');
  append(db, 'profile-1', '{"name":"Zamalek"}');
  ask(1);
  operationProcedures['journal.change'].run(files, {
    opId: idOf(1),
    code: 'sending',
    to: 'SENDING',
    params: {},
    patch: {},
    atMs: 3,
  });
  append(db, 'profile-1', '{}', 'settings.changed');
  ask(2);
  append(db, 'profile-1');
  append(db, 'profile-1');
  return db;
}

const page = (db: Database, query: Partial<ActivityQuery> = {}, limit = 100) =>
  activityProcedures['activity.page'].run({ journal: db, cache: db } as unknown as ReadableFiles, {
    ...all,
    ...query,
    limit,
  });
const named = (rows: ReturnType<typeof page>['rows']) =>
  rows.map((row) => (row.kind === 'entry' ? `entry ${row.entry.seq}` : `asked ${row.act.orderId}`));
const WHOLE = ['entry 5', 'entry 4', 'asked order-2', 'entry 3', 'asked order-1', 'entry 2', 'entry 1'];

it('entries and movements are one list, newest first by the chains and not by the clock', () => {
  const db = aJournal();
  // The entries all say one second past the epoch, the operations say today.
  expect(named(page(db).rows)).toEqual(WHOLE);
});

it.each([1, 2, 3, 6])('pages of %i show every row once', (limit) => {
  const db = aJournal();
  const seen: string[] = [];
  let before: ActivityPlace | null = start;
  while (before) {
    const answer = page(db, { before }, limit);
    seen.push(...named(answer.rows));
    before = answer.next;
  }
  expect(seen).toEqual(WHOLE);
});

it('a row is found by its words, by who, and by what was done', () => {
  const db = aJournal();
  expect(named(page(db, { text: 'zamalek' }).rows)).toEqual(['entry 2']);
  expect(named(page(db, { text: 'order-2' }).rows)).toEqual(['asked order-2']);
  expect(named(page(db, { action: 'reversal' }).rows)).toEqual(['asked order-2', 'asked order-1']);
  expect(named(page(db, { action: 'movements' }).rows)).toEqual(['asked order-2', 'asked order-1']);
  expect(named(page(db, { action: 'settings.changed' }).rows)).toEqual(['entry 3']);
  expect(named(page(db, { actor: 'nobody' }).rows)).toEqual([]);
});

it('a movement is shown as it stands now, with its amount', () => {
  const act = page(aJournal(), { text: 'order-1' }).rows[0];
  expect(act).toMatchObject({
    kind: 'act',
    act: {
      code: 'asked',
      state: 'SENDING',
      totals: [{ count: 1, amount: { minor: 1_050n, currency: 'EGP' } }],
    },
  });
});

it('both lists of a page walk their own number, and sort nothing', () => {
  const db = aJournal();
  const before = { entry: 4, event: 3 };
  const planOf = ({ sql, args }: { sql: string; args: unknown[] }) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args, 100) as { detail: string }[])
      .map(({ detail }) => detail)
      .join(' · ');
  const entries = planOf(entriesBeforeSql({ ...all, text: 'x', before }));
  expect(entries).toContain('SEARCH audit_entry USING INTEGER PRIMARY KEY (rowid<?)');
  const acts = planOf(actsBeforeSql({ ...all, text: 'x', before }));
  expect(acts).toContain('SEARCH e USING INTEGER PRIMARY KEY (rowid<?)');
  expect(acts).toContain('SEARCH o USING INDEX sqlite_autoindex_operation_1 (op_id=?)');
  expect(`${entries} ${acts}`).not.toContain('TEMP B-TREE');
});
