import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { journalMigrations } from '#electron/database/migrations/index.ts';
import { historySql } from '#electron/database/repositories/closing/history.ts';

const before = journalMigrations.slice(
  0,
  journalMigrations.findIndex(({ name }) => name === 'journal-0004-closing'),
);
const snapshot = (db: Database, id: string, rows: string, readAtMs: number) =>
  db
    .prepare(
      `INSERT INTO ack_snapshot (snapshot_id, terminal_id, set_hash, row_count, rows, raw_body, read_at_ms) VALUES (?, 'T1', '', 0, ?, '', ?)`,
    )
    .run(id, rows, readAtMs);
const kept = (db: Database) =>
  db
    .prepare('SELECT row_id, terminal_id, snapshot_id, read_at_ms FROM snapshot_row ORDER BY row_id')
    .raw()
    .all();

function ready(): Database {
  const db = new Sqlite(':memory:');
  db.pragma('foreign_keys = OFF');
  migrate(db, journalMigrations);
  return db;
}

describe('a journal of the version before', () => {
  it('gives the rows of its acknowledgements, awkward ones too, and of those to come', () => {
    const db = new Sqlite(':memory:');
    migrate(db, before);
    snapshot(db, 's2', '[{"rowId":"a","raw":"{}"},{"rowId":"b","raw":"{}"}]', 200);
    snapshot(db, 's1', '[{"rowId":"a","raw":"{}"}]', 100);
    for (const [id, rows] of [
      ['s3', 'not JSON'],
      ['s4', '[]'],
      ['s5', '["text", 5, null, {"rowId":7}, {"raw":"{}"}, {"rowId":"ع"}]'],
      ['s6', '{"rowId":"in-no-list"}'],
    ] as const)
      snapshot(db, id, rows, 300);
    migrate(db, journalMigrations);
    expect(kept(db)).toEqual([
      ['a', 'T1', 's1', 100],
      ['b', 'T1', 's2', 200],
      ['ع', 'T1', 's5', 300],
    ]);
    snapshot(db, 's7', 'not JSON', 400);
    snapshot(db, 's8', '[{"rowId":"a","raw":"{}"},{"rowId":"c","raw":"{}"}, 5]', 400);
    expect(kept(db)).toContainEqual(['c', 'T1', 's8', 400]);
    expect(kept(db)).toContainEqual(['a', 'T1', 's1', 100]);
  });
});

const closing = (db: Database, id: string, date: string, state: string) =>
  db
    .prepare(
      `INSERT INTO closing (closing_id, seq, branch_key, business_date, time_zone, cut_off, ends_at_ms, state, begun_at_ms, begun_by)
       VALUES (?, (SELECT COUNT(*) + 1 FROM closing), 'B1', ?, 'Africa/Cairo', '04:00', 0, ?, 0, 'mona')`,
    )
    .run(id, date, state);
const row = (db: Database, closingId: string, rowId: string, standing: number) =>
  db
    .prepare(
      `INSERT INTO closing_row (closing_id, row_id, standing, terminal_id, amount_minor, currency, first_seen_at_ms, business_date)
       VALUES (?, ?, ?, 'T1', 1, 'EGP', 0, '2026-11-17')`,
    )
    .run(closingId, rowId, standing);
const zOf = (db: Database, number: number, revision: number) =>
  db
    .prepare(
      `INSERT INTO z_document (branch_key, number, revision, closing_id, content, sha256, sealed_seq, issued_at_ms, rows)
       VALUES ('B1', ?, ?, 'c1', '{}', '', 1, 0, '[]')`,
    )
    .run(number, revision);

describe('the file itself refuses', () => {
  it('two closes that are begun for one branch, and two of one day', () => {
    const db = ready();
    closing(db, 'c1', '2026-11-17', 'open');
    expect(() => closing(db, 'c2', '2026-11-18', 'open')).toThrow(/UNIQUE/);
    expect(() => closing(db, 'c3', '2026-11-17', 'closed')).toThrow(/UNIQUE/);
    closing(db, 'c4', '2026-11-17', 'reopened');
    expect(() => db.exec('DELETE FROM closing')).toThrow('closes are kept');
  });

  it('a row in two closes that stand', () => {
    const db = ready();
    row(db, 'c1', 'r1', 1);
    expect(() => row(db, 'c2', 'r1', 1)).toThrow(/UNIQUE/);
    row(db, 'c2', 'r1', 0);
  });

  it('the number or revision of a Z that was lost, also in a journal of the version before', () => {
    const db = new Sqlite(':memory:');
    db.pragma('foreign_keys = OFF');
    const last = journalMigrations.findIndex(({ name }) => name === 'journal-0005-z-lost');
    migrate(db, journalMigrations.slice(0, last));
    zOf(db, 1, 1);
    migrate(db, journalMigrations);
    db.exec(`INSERT INTO z_lost VALUES ('B1', 1, 2), ('B1', 2, 1)`);
    expect(() => zOf(db, 1, 2)).toThrow('no gaps');
    expect(() => zOf(db, 2, 1)).toThrow('no gaps');
    expect(() => zOf(db, 2, 2)).toThrow('no gaps');
    zOf(db, 1, 3);
    zOf(db, 3, 1);
    expect(() => db.exec('DELETE FROM z_lost')).toThrow('stays noted');
  });

  it('a Z out of turn, changed or removed', () => {
    const db = ready();
    expect(() => zOf(db, 2, 1)).toThrow('no gaps');
    zOf(db, 1, 1);
    expect(() => zOf(db, 1, 3)).toThrow('no gaps');
    zOf(db, 1, 2);
    expect(() => zOf(db, 3, 1)).toThrow('no gaps');
    zOf(db, 2, 1);
    expect(() => db.exec(`UPDATE z_document SET content = '{ }'`)).toThrow('never changed');
    expect(() => db.exec('DELETE FROM z_document')).toThrow('is kept');
  });
});

describe('the queries of lists use their indexes', () => {
  it.each([
    [`SELECT * FROM closing WHERE ${historySql(false, true)}`, ['2026-11-17', 3, 10], 'closing_by_date'],
    [`SELECT * FROM closing WHERE ${historySql(false, false)}`, [10], 'closing_by_date'],
    [
      `SELECT * FROM closing WHERE ${historySql(true, true)}`,
      ['B1', '2026-11-17', 3, 10],
      'closing_by_branch',
    ],
    [`SELECT * FROM closing WHERE branch_key = ? AND state = 'open'`, ['B1'], 'closing_one_begun'],
    [
      'SELECT row_id FROM closing_row WHERE terminal_id = ? AND standing = 1',
      ['T1'],
      'closing_row_by_terminal',
    ],
    [
      `SELECT row_id FROM snapshot_row AS s WHERE terminal_id = ? AND NOT EXISTS
        (SELECT 1 FROM closing_row AS c WHERE c.row_id = s.row_id AND c.standing = 1)`,
      ['T1'],
      'snapshot_row_by_terminal',
    ],
    ['SELECT * FROM z_document WHERE closing_id = ? ORDER BY revision', ['c1'], 'z_document_by_closing'],
  ])('%s', (sql, args, index) => {
    const plan = ready()
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...args) as { detail: string }[];
    const told = plan.map(({ detail }) => detail).join('\n');
    expect(told).toContain(index);
    expect(told).not.toMatch(/TEMP B-TREE|SCAN (closing|closing_row|snapshot_row|z_document)\b(?! USING)/);
  });
});
