import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate } from '#electron/database/migrate.ts';
import { importsMigrations, journalMigrations } from '#electron/database/migrations/index.ts';
import { openProfileFiles } from '#electron/database/open-profile-files.ts';
import { importsPageSql } from '#electron/database/repositories/imports/heads.ts';
import { importProcedures, standingImports } from '#electron/database/repositories/imports/index.ts';
import { linesAfterSql } from '#electron/database/repositories/imports/lines.ts';
import type { ReadableFiles, WritableFiles } from '#electron/database/db.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'closeout-imports-storage-'));
const line = (row: number, key: string) =>
  JSON.stringify({
    row,
    key,
    raw: '[]',
    line: {
      bookedOn: '2026-03-13',
      valueOn: null,
      minor: '100',
      currency: 'EGP',
      reference: '',
      orderId: '',
      description: '',
      counterparty: '',
      account: '',
    },
  });

/** A whole import as the service makes it, as far as `until`. */
function store(files: WritableFiles, importId: string, until: 'begun' | 'whole' | 'head' | 'kept'): void {
  importProcedures['imports.begin'].run(files, importId);
  importProcedures['imports.addLines'].run(files, {
    importId,
    kind: 'bank',
    text: [line(2, `k-${importId}`), line(3, 'k')].join('\n'),
  });
  if (until === 'begun') return;
  importProcedures['imports.whole'].run(files, { importId, lines: 2 });
  if (until === 'whole') return;
  const { state } = importProcedures['imports.findSource'].run(files, {
    kind: 'bank',
    ref: { name: 'Main' },
  });
  const stored = importProcedures['imports.storeHead'].run(files, {
    by: 'mona',
    atMs: 5,
    machine: 'pc',
    importId,
    kind: 'bank',
    source: { ref: { name: 'Main' }, newId: 'source-1', state },
    fileName: 'a.csv',
    sha256: 'aa',
    format: 'csv',
    reading: null,
    mapping: null,
    headers: null,
    lines: 2,
    linesSha256: 'bb',
    notStored: '',
    leftOut: 0,
    skipped: 0,
    totals: [],
    accounts: [],
    span: null,
  });
  if (!stored) throw new Error('not stored');
  if (until === 'kept') importProcedures['imports.keep'].run(files, importId);
}
const filesOf = (opened: ReturnType<typeof openProfileFiles>) => opened.files as unknown as WritableFiles;
const linesIn = (db: Database) =>
  db.prepare('SELECT import_id, COUNT(*) AS n FROM imported_line GROUP BY import_id').all();

describe('lines and their heads', () => {
  it('lines without a head are cleared at the next opening; those with one are kept, and count', () => {
    const folder = newFolder();
    let opened = openProfileFiles(folder);
    store(filesOf(opened), 'import-a', 'begun');
    store(filesOf(opened), 'import-b', 'whole');
    store(filesOf(opened), 'import-c', 'head');
    store(filesOf(opened), 'import-d', 'kept');
    expect(standingImports(filesOf(opened))).toEqual(['import-c', 'import-d']);
    opened.close();
    opened = openProfileFiles(folder);
    expect(linesIn(opened.files.imports)).toEqual([
      { import_id: 'import-c', n: 2 },
      { import_id: 'import-d', n: 2 },
    ]);
    expect(opened.files.imports.prepare('SELECT state FROM imported_file').pluck().all()).toEqual([
      'kept',
      'kept',
    ]);
    opened.close();
  });

  it('lines whose head a restored journal does not have any more are kept, and count for nothing', () => {
    const folder = newFolder();
    let opened = openProfileFiles(folder);
    store(filesOf(opened), 'import-a', 'kept');
    opened.files.journal.exec('DROP TRIGGER import_file_no_delete; DELETE FROM import_file');
    opened.close();
    opened = openProfileFiles(folder);
    expect(linesIn(opened.files.imports)).toEqual([{ import_id: 'import-a', n: 2 }]);
    expect(standingImports(filesOf(opened))).toEqual([]);
    opened.close();
  });

  it('every write of them reaches the disk before it counts', () => {
    const opened = openProfileFiles(newFolder());
    expect(opened.files.imports.pragma('synchronous', { simple: true })).toBe(2);
    opened.close();
  });

  it('a damaged file of lines is set aside, and the profile opens', () => {
    const folder = newFolder();
    openProfileFiles(folder).close();
    writeFileSync(join(folder, 'imports.sqlite'), 'this is no database at all, whatever it was before');
    const opened = openProfileFiles(folder);
    expect(opened.report).toMatchObject({ cache: 'opened', journal: 'opened', imports: 'quarantined' });
    expect(readdirSync(opened.report.importsQuarantinedTo ?? '')).toContain('imports.sqlite');
    opened.close();
  });

  it('not one of too many or too few lines becomes whole', () => {
    const opened = openProfileFiles(newFolder());
    const files = filesOf(opened);
    store(files, 'import-a', 'begun');
    expect(() => importProcedures['imports.whole'].run(files, { importId: 'import-a', lines: 3 })).toThrow(
      '2 of 3 lines',
    );
    opened.close();
  });
});

describe('what is kept', () => {
  it.each([
    ['imports', `UPDATE imported_line SET amount_minor = 1`],
    ['imports', `DELETE FROM imported_line`],
    ['imports', `DELETE FROM imported_file`],
    [
      'imports',
      `INSERT INTO imported_line SELECT import_id, 99, kind, booked_on, value_on, amount_minor, currency, reference,
       order_id, description, counterparty, account, line_key, raw, more_references FROM imported_line LIMIT 1`,
    ],
    ['journal', `UPDATE import_file SET lines = 1`],
    ['journal', `DELETE FROM import_file`],
    ['journal', `UPDATE import_source SET name = 'other'`],
    ['journal', `DELETE FROM import_source`],
  ] as const)('%s: %s is refused', (file, sql) => {
    const opened = openProfileFiles(newFolder());
    store(filesOf(opened), 'import-a', 'kept');
    expect(() => opened.files[file].exec(sql)).toThrow(/kept/);
    opened.close();
  });
});

describe('lists', () => {
  const plan = (db: Database, sql: string, args: unknown[]) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...args) as { detail: string }[])
      .map(({ detail }) => detail)
      .join('\n');
  const migrated = (migrations: typeof journalMigrations) => {
    const db = new Sqlite(':memory:');
    migrate(db, migrations);
    return db;
  };

  it.each([
    [null, null, 'import_file_by_time'],
    [null, { atMs: 5, importId: 'a' }, 'import_file_by_time'],
    ['bank', null, 'import_file_by_kind'],
    ['bank', { atMs: 5, importId: 'a' }, 'import_file_by_kind'],
  ] as const)('of imports (%s, %j) come from %s without sorting', (kind, before, index) => {
    const { sql, args } = importsPageSql(kind, before);
    const text = plan(migrated(journalMigrations), sql, [...args, 10]);
    expect(text).toContain(index);
    expect(text).not.toContain('TEMP B-TREE');
  });

  it('of lines come by their place, and look-ups by their indexes', () => {
    const db = migrated(importsMigrations);
    expect(plan(db, linesAfterSql, ['a', 0, 10])).toBe(
      'SEARCH imported_line USING PRIMARY KEY (import_id=? AND line_no>?)',
    );
    for (const [where, index] of [
      [`order_id = 'a' AND order_id <> ''`, 'imported_line_by_order'],
      [`reference = 'a' AND reference <> ''`, 'imported_line_by_reference'],
      [`currency = 'EGP' AND amount_minor = 5 AND booked_on >= '2026-03-01'`, 'imported_line_by_amount'],
      [`line_key = 'k'`, 'imported_line_by_key'],
    ])
      expect(plan(db, `SELECT 1 FROM imported_line WHERE ${where}`, [])).toContain(index);
  });
});

it('a journal of the version before keeps everything, and has no imports', () => {
  const db = new Sqlite(':memory:');
  migrate(db, journalMigrations.slice(0, 6));
  db.exec(`INSERT INTO deposit VALUES ('d-1', 'W-1', 5, 'EGP', '2026-03-13', '', '', 'mona', 5)`);
  migrate(db, journalMigrations.slice(0, 7));
  expect(db.prepare('SELECT COUNT(*) FROM deposit').pluck().get()).toBe(1);
  expect(db.prepare('SELECT COUNT(*) FROM import_file').pluck().get()).toBe(0);
  const files = { journal: db, cache: db, imports: db } as unknown as ReadableFiles;
  expect(importProcedures['imports.sources'].run(files, null)).toEqual([]);
});

it('lines of the version before have no further references, and new ones keep theirs', () => {
  const db = new Sqlite(':memory:');
  migrate(db, importsMigrations.slice(0, 1));
  db.exec(`INSERT INTO imported_file VALUES ('a', 'begun', 0);
    INSERT INTO imported_line VALUES ('a', 1, 'bank', '2026-03-13', NULL, 1, 'EGP', '', '', '', '', '', 'k', '[]')`);
  migrate(db, importsMigrations);
  expect(db.prepare('SELECT more_references FROM imported_line').pluck().all()).toEqual(['']);
  db.close();
});
