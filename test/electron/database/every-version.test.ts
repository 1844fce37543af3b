/**
 * A file of every earlier version comes to this one with every row it had. Rows are made from the tables themselves, so that a
 * table which a later migration adds is tried without a word here.
 */
import { isDeepStrictEqual } from 'node:util';
import Sqlite, { type Database } from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { migrate, type Migration } from '#electron/database/migrate.ts';
import { storeMigrations } from '#electron/head-office/store-schema.ts';
import {
  cacheMigrations,
  importsMigrations,
  journalMigrations,
  resultsMigrations,
} from '#electron/database/migrations/index.ts';

type Row = Record<string, unknown>;
type Table = { name: string; sql: string };
type Column = { name: string; type: string; notnull: number; hidden: number };

const ROWS = [1, 2];
/** What a column of that name holds, where its type does not say enough: of one table, or of any. */
const NAMED: Record<string, (row: number) => unknown> = {
  // Lines come into a file that is begun.
  'imported_file.state': () => 'begun',
  // Exchange rates cannot be read again.
  'kept_row.list': () => 'exchange',
  // Only this one has an amount.
  'exception_decision.kind': () => 'written-off',
  // The first Z of each branch.
  number: () => 1,
  only_one: () => 1,
  revision: () => 1,
  settled_at_ms: (row) => row * 86_400_000,
};
/** Columns of JSON. */
const JSON_OF: Record<string, string> = { rows: '[]', headers: '[]', totals: '[]', accounts: '[]' };
const isJson = (name: string) => /^(value|raw|content|reading|mapping|payload)$/.test(name);

const tablesOf = (db: Database): Table[] =>
  db
    .prepare<[], Table>(
      `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%\\_search\\_%' ESCAPE '\\' AND name <> 'migration' ORDER BY rowid`,
    )
    .all();
const columnsOf = (db: Database, table: string): Column[] =>
  (db.pragma(`table_xinfo(${table})`) as Column[]).filter(({ hidden }) => hidden === 0);
const rowsOf = (db: Database, table: string): Row[] =>
  db
    .prepare<[], Row>(
      `SELECT ${columnsOf(db, table)
        .map(({ name }) => `"${name}"`)
        .join(', ')} FROM ${table}`,
    )
    .all();

/** The values that a CHECK allows, if it names them. */
function allowed(sql: string, column: string): unknown[] | null {
  const list = new RegExp(`CHECK \\(${column} IN \\(([^)]*)\\)\\)`).exec(sql)?.[1];
  return list === undefined ? null : (JSON.parse(`[${list.replaceAll("'", '"')}]`) as unknown[]);
}

function valueOf({ name, type }: Column, { name: table, sql }: Table, row: number): unknown {
  const named = NAMED[`${table}.${name}`] ?? NAMED[name];
  if (named) return named(row);
  const values = allowed(sql, name);
  if (values) return values[(row - 1) % values.length];
  if (type === 'INTEGER') return name.endsWith('_ms') ? 1_780_000_000_000 + row : row;
  if (type === 'BLOB') return Buffer.from(`${name}-${row}`);
  return JSON_OF[name] ?? (isJson(name) ? `{"n":${row}}` : `${name}-${row}`);
}

/** Two rows in every table that a table of the same kind can have; what its own triggers wrote counts, too. */
function fill(db: Database): void {
  for (const made of tablesOf(db)) {
    const table = made.name;
    const parents = db.pragma(`foreign_key_list(${table})`) as { from: string; table: string; to: string }[];
    const columns = columnsOf(db, table);
    const insert = db.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    );
    for (const row of ROWS)
      insert.run(
        columns.map((column) => {
          const parent = parents.find(({ from }) => from === column.name);
          if (!parent) return valueOf(column, made, row);
          return parent.table === table ? null : rowsOf(db, parent.table)[row - 1]?.[parent.to];
        }),
      );
    expect(rowsOf(db, table).length, `rows of ${table}`).toBeGreaterThan(0);
  }
}

/** What a migration says otherwise on purpose: the columns of a terminal became one value, a kept row has places of its own. */
const REMADE: Record<string, (before: Row, after: Row) => boolean> = {
  kept_row: (before, after) =>
    before['key'] === after['key'] && isDeepStrictEqual(cellsOf(before), cellsOf(after)),
  terminal: (before, { value }) => isSameTerminal(before, value),
  terminal_before: (before, { value }) => isSameTerminal(before, value),
  // How far the list is filled begins anew where its columns are others.
  payment_filled: () => true,
};
/** Marks that a migration takes away on purpose: what they stand for is read anew, from the gateway or the record of the chain. */
const TAKEN_AWAY: ReadonlySet<string> = new Set(['hidden_names_learnt', 'unread_close']);
const cellsOf = ({ value }: Row): unknown => (JSON.parse(String(value)) as Row)['cells'] ?? null;
function isSameTerminal(before: Row, value: unknown): boolean {
  if ('value' in before) return before['value'] === value;
  const { label, raw } = JSON.parse(String(value)) as Row;
  return label === before['label'] && raw === before['raw'];
}
const isKept = (before: Row, after: Row): boolean =>
  Object.entries(before).every(
    ([column, value]) => !(column in after) || isDeepStrictEqual(after[column], value),
  );

const files: [string, readonly Migration[]][] = [
  ['journal', journalMigrations],
  ['cache', cacheMigrations],
  ['imports', importsMigrations],
  ['results', resultsMigrations],
  ['head-office', storeMigrations],
];

describe.each(files)('%s.sqlite', (_file, migrations) => {
  it.each(migrations.slice(0, -1).map(({ name }, at) => [name, at + 1] as const))(
    'of %s comes to this version with every row',
    (_name, count) => {
      const db = new Sqlite(':memory:');
      db.pragma('foreign_keys = ON');
      migrate(db, migrations.slice(0, count));
      fill(db);
      const before = tablesOf(db).map(({ name }) => [name, rowsOf(db, name)] as const);
      migrate(db, migrations);
      for (const [table, rows] of before) {
        if (TAKEN_AWAY.has(table)) continue;
        const after = rowsOf(db, table);
        const fits = REMADE[table] ?? isKept;
        const lost = rows.filter((row) => !after.some((one) => fits(row, one)));
        expect(lost, `rows of ${table} that are lost or changed`).toEqual([]);
      }
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
      expect(db.pragma('foreign_key_check')).toEqual([]);
      db.close();
    },
  );
});
