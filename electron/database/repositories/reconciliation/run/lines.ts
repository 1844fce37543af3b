/** Imported lines that count: their head is in the journal, nobody withdrew it, and all of them are here. */
import type { Database } from 'better-sqlite3';
import type { ImportKind } from '#shared/domain/statement.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import { LINE_COLUMNS, lineItem } from '../items.ts';

export type Span = { readonly from: string; readonly to: string };
export type Standing = { readonly importIds: readonly string[]; readonly covered: readonly Span[] };

/** Imports in the order in which they came, with the days that each covers. */
export function standingImports(source: Database, kind: ImportKind): Standing {
  const heads = source
    .prepare(
      `SELECT f.import_id AS importId, f.first_on AS first, f.last_on AS last FROM journal.import_file AS f
         JOIN imports.imported_file AS held ON held.import_id = f.import_id AND held.state <> 'begun'
       WHERE f.kind = ? AND NOT EXISTS (SELECT 1 FROM journal.import_withdrawn AS w WHERE w.import_id = f.import_id)
       ORDER BY f.at_ms, f.import_id`,
    )
    .all(kind) as { importId: string; first: string | null; last: string | null }[];
  return {
    importIds: heads.map(({ importId }) => importId),
    covered: heads.flatMap(({ first, last }) =>
      first === null || last === null ? [] : [{ from: first, to: last }],
    ),
  };
}

export const isWithin = (spans: readonly Span[], date: string | null): boolean =>
  date !== null && spans.some(({ from, to }) => date >= from && date <= to);

/** The first and the last day of all of them. */
export function wholeSpan(spans: readonly Span[]): Span | null {
  if (spans.length === 0) return null;
  return spans.reduce((whole, { from, to }) => ({
    from: from < whole.from ? from : whole.from,
    to: to > whole.to ? to : whole.to,
  }));
}

/** A table of these lines in the order of the files, with a number of their own, and their order ids to find them by. */
export function gatherLines(source: Database, importIds: readonly string[]): void {
  source.exec(`DROP TABLE IF EXISTS temp.line; CREATE TEMP TABLE line (
    id INTEGER PRIMARY KEY, import_id TEXT, line_no INTEGER, merchant_order_id TEXT, amount_minor INTEGER, currency TEXT)`);
  const insert = source.prepare(
    `INSERT INTO temp.line (import_id, line_no, merchant_order_id, amount_minor, currency)
     SELECT import_id, line_no, order_id, amount_minor, currency FROM imports.imported_line WHERE import_id = ? ORDER BY line_no`,
  );
  for (const importId of importIds) insert.run(importId);
  source.exec('CREATE INDEX temp.line_by_order ON line(merchant_order_id, amount_minor, currency)');
}

/** Keeps these of temp.line, as temp.open_line, to be read. */
export function keepOpenLines(source: Database, ids: readonly number[]): void {
  source.exec('DROP TABLE IF EXISTS temp.open_line; CREATE TEMP TABLE open_line (id INTEGER PRIMARY KEY)');
  const insert = source.prepare('INSERT INTO temp.open_line VALUES (?)');
  for (const id of ids) insert.run(id);
}

/** Those in temp.open_line. */
export const readOpenLines = (source: Database): MatchItem[] =>
  source
    .prepare(
      `SELECT ${LINE_COLUMNS} FROM temp.open_line AS o CROSS JOIN temp.line AS t ON t.id = o.id
         CROSS JOIN imports.imported_line AS l ON l.import_id = t.import_id AND l.line_no = t.line_no`,
    )
    .safeIntegers()
    .all()
    .map((row) => lineItem(row, false));

export function bankLines(source: Database, importIds: readonly string[]): MatchItem[] {
  if (importIds.length === 0) return [];
  const read = source
    .prepare(`SELECT ${LINE_COLUMNS} FROM imports.imported_line AS l WHERE l.import_id = ?`)
    .safeIntegers();
  const sourceOf = source.prepare('SELECT source_id FROM journal.import_file WHERE import_id = ?').pluck();
  return importIds.flatMap((importId) => {
    const sourceId = String(sourceOf.get(importId));
    return read.all(importId).map((row) => ({ ...lineItem(row, true), sourceId }));
  });
}
