/** Sheets of customers and links on their way to the gateway. A sheet is one of its kind; its rows are told by their number. */
import { z } from 'zod';
import {
  sheetBeforeSchema,
  sheetRowValueSchema,
  type sheetFilters,
  type SheetRowValue,
} from '#shared/contract/sheets.ts';
import type { SheetKind } from '#shared/domain/sheets.ts';
import { reads, writesCache, type ReadableDb } from '../db.ts';

const headSchema = z.object({
  fileName: z.string(),
  by: z.string(),
  atMs: z.number(),
  passedOver: z.array(z.string()),
  // A sheet that was opened by an earlier version has none.
  before: sheetBeforeSchema.default({ made: 0, notKnown: 0 }),
});
type SheetHead = z.output<typeof headSchema>;
export type StoredSheetRow = { row: number; value: SheetRowValue; part: number | null };
type SheetPart = {
  part: number;
  correlationId: string | null;
  checkedAtMs: number;
  /** Those of it that the gateway found nothing wrong with. */
  rows: number;
};
type Row = { row: number; value: string; part: number | null };
type OfRow = { kind: SheetKind; row: number };

const isWrong = ({ problems, theirs }: SheetRowValue) => (problems.length + theirs.length > 0 ? 1 : 0);
const rowFrom = ({ row, value, part }: Row): StoredSheetRow => ({
  row,
  part,
  value: sheetRowValueSchema.parse(JSON.parse(value)),
});
const GOOD = 'sends = 1 AND is_wrong = 0';
const FILTERS = { all: '1', wrong: 'is_wrong = 1', doubt: 'is_doubtful = 1' } as const satisfies Record<
  (typeof sheetFilters)[number],
  string
>;

const find = (cache: ReadableDb, kind: SheetKind, where: string, ...args: unknown[]): StoredSheetRow[] =>
  cache
    .prepare<Row>(`SELECT row, value, part FROM sheet_row WHERE kind = ? AND ${where}`)
    .all(kind, ...args)
    .map(rowFrom);

function headOf(cache: ReadableDb, kind: SheetKind): (SheetHead & { sheetId: string }) | null {
  const found = cache
    .prepare<{ sheet_id: string; head: string }>('SELECT sheet_id, head FROM sheet WHERE kind = ?')
    .get(kind);
  return found ? { sheetId: found.sheet_id, ...headSchema.parse(JSON.parse(found.head)) } : null;
}

export const sheetProcedures = {
  /** Stores a sheet in place of the one of its kind. */
  'sheets.store': writesCache(
    (
      { cache },
      sheet: {
        kind: SheetKind;
        sheetId: string;
        head: SheetHead;
        rows: readonly { row: number; value: SheetRowValue }[];
      },
    ) => {
      const { kind } = sheet;
      for (const table of ['sheet_part', 'sheet_row', 'sheet'])
        cache.prepare(`DELETE FROM ${table} WHERE kind = ?`).run(kind);
      cache
        .prepare('INSERT INTO sheet (kind, sheet_id, head) VALUES (?, ?, ?)')
        .run(kind, sheet.sheetId, JSON.stringify(sheet.head));
      const insert = cache.prepare(
        'INSERT INTO sheet_row (kind, row, value, is_wrong, is_doubtful, sends) VALUES (?, ?, ?, ?, ?, ?)',
      );
      for (const { row, value } of sheet.rows)
        insert.run(
          kind,
          row,
          JSON.stringify(value),
          isWrong(value),
          value.doubt === null ? 0 : 1,
          value.sends ? 1 : 0,
        );
      return null;
    },
  ),
  'sheets.head': reads(({ cache }, kind: SheetKind) => headOf(cache, kind)),
  'sheets.drop': writesCache(({ cache }, kind: SheetKind) => {
    for (const table of ['sheet_part', 'sheet_row', 'sheet'])
      cache.prepare(`DELETE FROM ${table} WHERE kind = ?`).run(kind);
    return null;
  }),
  /** Counts that need no attempts: all rows, and those that are wrong, like another, left out or not checked. */
  'sheets.counts': reads(({ cache }, kind: SheetKind) => {
    const counts = cache
      .prepare<{ all_rows: number; wrong: number; doubt: number; left_out: number; unchecked: number }>(
        `SELECT count(*) AS all_rows, COALESCE(sum(is_wrong), 0) AS wrong,
           COALESCE(sum(is_doubtful), 0) AS doubt,
           COALESCE(sum(is_wrong = 0 AND sends = 0), 0) AS left_out,
           COALESCE(sum(${GOOD} AND part IS NULL), 0) AS unchecked
         FROM sheet_row WHERE kind = ?`,
      )
      .get(kind);
    const { all_rows: all = 0, wrong = 0, doubt = 0, left_out: leftOut = 0, unchecked = 0 } = counts ?? {};
    return { all, wrong, doubt, leftOut, unchecked };
  }),
  'sheets.page': reads(
    (
      { cache },
      {
        kind,
        filter,
        after,
        limit,
      }: { kind: SheetKind; filter: (typeof sheetFilters)[number]; after: number; limit: number },
    ) => find(cache, kind, `row > ? AND ${FILTERS[filter]} ORDER BY row LIMIT ?`, after, limit),
  ),
  /** What the gateway has not seen yet. */
  'sheets.unchecked': reads(({ cache }, kind: SheetKind) =>
    find(cache, kind, `part IS NULL AND ${GOOD} ORDER BY row`),
  ),
  'sheets.all': reads(({ cache }, kind: SheetKind) => find(cache, kind, '1 ORDER BY row')),
  /** Rows that it has seen and found nothing wrong with. */
  'sheets.checkedRows': reads(({ cache }, { kind, part }: { kind: SheetKind; part: number | null }) =>
    find(cache, kind, `part IS NOT NULL AND ${GOOD} AND (? IS NULL OR part = ?) ORDER BY row`, part, part),
  ),
  'sheets.parts': reads(({ cache }, kind: SheetKind): SheetPart[] =>
    cache
      .prepare<{ part: number; correlation_id: string | null; checked_at_ms: number; rows: number }>(
        `SELECT part, correlation_id, checked_at_ms, (SELECT count(*) FROM sheet_row
           WHERE sheet_row.kind = sheet_part.kind AND sheet_row.part = sheet_part.part AND ${GOOD}) AS rows
         FROM sheet_part WHERE kind = ? ORDER BY part`,
      )
      .all(kind)
      .map(({ part, correlation_id: correlationId, checked_at_ms: checkedAtMs, rows }) => ({
        part,
        correlationId,
        checkedAtMs,
        rows,
      })),
  ),
  /** The gateway has seen these: `theirs` is what it says of each. Nothing is stored if another sheet was opened meanwhile. */
  'sheets.checked': writesCache(
    (
      { cache },
      {
        kind,
        sheetId,
        correlationId,
        atMs,
        rows,
      }: {
        kind: SheetKind;
        sheetId: string;
        correlationId: string | null;
        atMs: number;
        rows: readonly { row: number; theirs: readonly string[] }[];
      },
    ) => {
      if (headOf(cache, kind)?.sheetId !== sheetId) return null;
      const last = cache
        .prepare<{ part: number | null }>('SELECT max(part) AS part FROM sheet_part WHERE kind = ?')
        .get(kind);
      const part = (last?.part ?? 0) + 1;
      cache
        .prepare('INSERT INTO sheet_part (kind, part, correlation_id, checked_at_ms) VALUES (?, ?, ?, ?)')
        .run(kind, part, correlationId, atMs);
      const update = cache.prepare(
        `UPDATE sheet_row SET part = ?, is_wrong = ?, value = json_set(value, '$.theirs', json(?)) WHERE kind = ? AND row = ?`,
      );
      for (const { row, theirs } of rows)
        update.run(part, theirs.length > 0 ? 1 : 0, JSON.stringify(theirs), kind, row);
      return null;
    },
  ),
  /** The gateway has to look at these again. What this PC finds wrong stays wrong. */
  'sheets.uncheck': writesCache(({ cache }, { kind, part }: { kind: SheetKind; part: number }) => {
    cache
      .prepare(
        `UPDATE sheet_row SET part = NULL, is_wrong = json_array_length(value, '$.problems') > 0,
           value = json_set(value, '$.theirs', json('[]')) WHERE kind = ? AND part = ?`,
      )
      .run(kind, part);
    cache.prepare('DELETE FROM sheet_part WHERE kind = ? AND part = ?').run(kind, part);
    return null;
  }),
  'sheets.row': reads(({ cache }, { kind, row }: OfRow) => find(cache, kind, 'row = ?', row)[0] ?? null),
  'sheets.set': writesCache(({ cache }, { kind, row, value }: OfRow & { value: SheetRowValue }) => {
    cache
      .prepare(
        'UPDATE sheet_row SET value = ?, is_wrong = ?, is_doubtful = ?, sends = ? WHERE kind = ? AND row = ?',
      )
      .run(
        JSON.stringify(value),
        isWrong(value),
        value.doubt === null ? 0 : 1,
        value.sends ? 1 : 0,
        kind,
        row,
      );
    return null;
  }),
};
