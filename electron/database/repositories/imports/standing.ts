/**
 * Which imports count: their head is in the journal, nobody withdrew them, and their lines are here. Whoever looks lines up by
 * order id or reference says `AND order_id <> ''` (`reference <> ''`) as well: the indexes leave empty ones out.
 */
import { z } from 'zod';
import type { ImportedLine, ImportKind } from '#shared/domain/statement.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';

const idOf = z.object({ import_id: z.string() }).transform((row) => row.import_id);

/** Ids of imports whose lines are whole in imports.sqlite. */
export const heldImports = (imports: ReadableDb): Set<string> =>
  new Set(
    imports
      .prepare(`SELECT import_id FROM imported_file WHERE state <> 'begun'`)
      .all()
      .map((row) => idOf.parse(row)),
  );

const headSchema = z.object({
  import_id: z.string(),
  first_on: z.string().nullable(),
  last_on: z.string().nullable(),
});

function standingHeads({ journal, imports }: ReadableFiles, kind: ImportKind | null) {
  const held = heldImports(imports);
  return journal
    .prepare(
      `SELECT import_id, first_on, last_on FROM import_file AS f WHERE (? IS NULL OR f.kind = ?)
       AND NOT EXISTS (SELECT 1 FROM import_withdrawn AS w WHERE w.import_id = f.import_id)
       ORDER BY f.at_ms, f.import_id`,
    )
    .all(kind, kind)
    .map((row) => headSchema.parse(row))
    .filter(({ import_id }) => held.has(import_id));
}

/** In the order in which they came. Lines of any other import must not be looked at. */
export const standingImports = (files: ReadableFiles, kind: ImportKind | null = null): string[] =>
  standingHeads(files, kind).map(({ import_id }) => import_id);

/** The first and the last day of each of them. */
export const coveredDays = (files: ReadableFiles, kind: ImportKind): { from: string; to: string }[] =>
  standingHeads(files, kind).flatMap(({ first_on: from, last_on: to }) =>
    from === null || to === null ? [] : [{ from, to }],
  );

const lineSchema = z
  .object({
    import_id: z.string(),
    line_no: z.bigint().transform(Number),
    kind: z.enum(['bank', 'pos']),
    booked_on: z.string(),
    value_on: z.string().nullable(),
    amount_minor: z.bigint(),
    currency: z.string(),
    reference: z.string(),
    order_id: z.string(),
    description: z.string(),
    counterparty: z.string(),
    account: z.string(),
  })
  .transform((row): ImportedLine => ({
    importId: row.import_id,
    lineNo: row.line_no,
    kind: row.kind,
    bookedOn: row.booked_on,
    valueOn: row.value_on,
    amount: { minor: row.amount_minor, currency: row.currency },
    reference: row.reference,
    orderId: row.order_id,
    description: row.description,
    counterparty: row.counterparty,
    account: row.account,
  }));

/** A row of `imported_line` that was read with safe integers. */
export const readImportedLine = (row: unknown): ImportedLine => lineSchema.parse(row);

/** How many of these are of this kind, also of those that were withdrawn since. */
export const importsOfKind = (journal: ReadableDb, importIds: readonly string[], kind: ImportKind): number =>
  z.object({ count: z.number() }).parse(
    journal
      .prepare(
        `SELECT COUNT(*) AS count FROM import_file
           WHERE kind = ? AND import_id IN (SELECT value FROM json_each(?))`,
      )
      .get(kind, JSON.stringify(importIds)),
  ).count;
