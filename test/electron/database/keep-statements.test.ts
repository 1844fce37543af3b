import Sqlite from 'better-sqlite3';
import { expect, it, vi } from 'vitest';
import { keepStatements, LIMIT } from '#electron/database/keep-statements.ts';

/** A connection with a table of three rows, and how often something was compiled on it. */
function open() {
  const db = new Sqlite(':memory:');
  db.exec('CREATE TABLE one (n INTEGER); INSERT INTO one VALUES (1), (2), (3)');
  let compiled = 0;
  const prepare = db.prepare.bind(db);
  db.prepare = (sql: string) => {
    compiled += 1;
    return prepare(sql);
  };
  keepStatements(db);
  return { db, compiled: () => compiled };
}
const SQL = 'SELECT n FROM one ORDER BY n';

it('a statement is compiled once, and forgets how it was read before', () => {
  const { db, compiled } = open();
  expect(db.prepare(SQL).safeIntegers().pluck().all()).toEqual([1n, 2n, 3n]);
  expect(db.prepare(SQL).all()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  expect(compiled()).toBe(1);
  db.close();
});

it('a statement that is being read from is left alone', () => {
  const { db, compiled } = open();
  const seen: unknown[] = [];
  for (const row of db.prepare(SQL).iterate()) {
    seen.push(row);
    expect(db.prepare(SQL).pluck().get()).toBe(1);
  }
  expect(seen).toHaveLength(3);
  expect(compiled()).toBeGreaterThan(1);
  db.close();
});

it('a kept statement follows a table that was changed by another one', () => {
  const { db } = open();
  const all = () => db.prepare('SELECT * FROM one LIMIT 1').get();
  expect(all()).toEqual({ n: 1 });
  db.exec('ALTER TABLE one ADD COLUMN more INTEGER');
  expect(all()).toEqual({ n: 1, more: null });
  db.close();
});

it('of many statements those that were asked for lately are kept', () => {
  const { db, compiled } = open();
  const ask = (at: number) => db.prepare(`SELECT ${at}`).pluck().get();
  ask(0);
  for (let at = 1; at < 1_000; at += 1) {
    ask(0);
    expect(ask(at)).toBe(at);
  }
  expect(compiled()).toBe(1_000);
  ask(1);
  expect(compiled()).toBe(1_001);
  db.close();
});

/** How often a statement is compiled while it is run for these limits: better-sqlite3 makes a constructor of rows each time. */
function timesCompiled(limit: string): number {
  const { db } = open();
  const made = vi.spyOn(globalThis, 'Function');
  try {
    const run = (most: number) => db.prepare(`SELECT n FROM one ORDER BY n ${limit}`).all(most);
    expect([1, 2, -1].map((most) => run(most).length)).toEqual([1, 2, 3]);
    return made.mock.calls.length;
  } finally {
    made.mockRestore();
    db.close();
  }
}

it('another limit does not compile a statement again, as it does where the limit is a bare parameter', () => {
  expect(timesCompiled('LIMIT ?')).toBeGreaterThan(1);
  expect(timesCompiled(LIMIT)).toBe(1);
});
