/** Lines as they come in, chunk by chunk, and as they are read again. */
import { z } from 'zod';
import type { ImportLine } from '#shared/contract/import-file.ts';
import type { ImportFormat, ImportKind } from '#shared/domain/statement.ts';
import { reads, writesImports, type ReadableFiles, type WritableDb } from '../../db.ts';
import { readImportedLine } from './standing.ts';
import { searchText, typedAmountToDecimal } from '#shared/text/digits.ts';
import { toDecimal } from '#shared/money/money.ts';

const stagedSchema = z.object({
  row: z.number().int(),
  key: z.string(),
  raw: z.string(),
  /** References beside the first, one a line. */
  more: z.string().default(''),
  line: z.object({
    bookedOn: z.string(),
    valueOn: z.string().nullable(),
    minor: z.string().transform(BigInt),
    currency: z.string(),
    reference: z.string(),
    orderId: z.string(),
    description: z.string(),
    counterparty: z.string(),
    account: z.string(),
  }),
});

type LinesInput = {
  readonly importId: string;
  readonly kind: ImportKind;
  /** JSON texts, one a line, as the reader staged them. */
  readonly text: string;
};

function add(imports: WritableDb, { importId, kind, text }: LinesInput): void {
  const insert = imports.prepare(
    `INSERT INTO imported_line (import_id, line_no, kind, booked_on, value_on, amount_minor, currency, reference, order_id,
       description, counterparty, account, line_key, raw, more_references) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const one of text.split('\n')) {
    const { row, key, raw, more, line } = stagedSchema.parse(JSON.parse(one));
    insert.run(
      importId,
      row,
      kind,
      line.bookedOn,
      line.valueOn,
      line.minor,
      line.currency,
      line.reference,
      line.orderId,
      line.description,
      line.counterparty,
      line.account,
      key,
      raw,
      more,
    );
  }
}

/** What was begun and never came to its head is nobody's. */
function drop(imports: WritableDb, importId: string): void {
  const open = imports
    .prepare(`SELECT 1 FROM imported_file WHERE import_id = ? AND state <> 'kept'`)
    .get(importId);
  if (!open) return;
  imports.prepare('DELETE FROM imported_line WHERE import_id = ?').run(importId);
  imports.prepare('DELETE FROM imported_file WHERE import_id = ?').run(importId);
}

/** Throws if not all of them are there. */
function whole(imports: WritableDb, { importId, lines }: { importId: string; lines: number }): void {
  const row = imports
    .prepare<{ n: number }>('SELECT COUNT(*) AS n FROM imported_line WHERE import_id = ?')
    .get(importId);
  if (row?.n !== lines) throw new Error(`${row?.n ?? 0} of ${lines} lines of ${importId} are there`);
  imports
    .prepare(`UPDATE imported_file SET state = 'whole', lines = ? WHERE import_id = ?`)
    .run(lines, importId);
}

/** Which of these keys a standing import of the source has. */
function known(
  { journal, imports }: ReadableFiles,
  { sourceId, keys }: { sourceId: string; keys: string[] },
): boolean[] {
  const standing = new Set(
    journal
      .prepare<{ import_id: string }>(
        `SELECT import_id FROM import_file AS f WHERE source_id = ?
         AND NOT EXISTS (SELECT 1 FROM import_withdrawn AS w WHERE w.import_id = f.import_id)`,
      )
      .all(sourceId)
      .map(({ import_id }) => import_id),
  );
  const find = imports.prepare<{ import_id: string }>(
    'SELECT import_id FROM imported_line WHERE line_key = ?',
  );
  return keys.map((key) => find.all(key).some(({ import_id }) => standing.has(import_id)));
}

type Facts = { bookedOn: string; minor: bigint; currency: string };
/** For each line: the accounts of lines with its day and amount in standing imports of another format. */
function elsewhere(
  { journal, imports }: ReadableFiles,
  { format, lines }: { format: ImportFormat; lines: Facts[] },
): string[][] {
  const others = new Set(
    journal
      .prepare<{ import_id: string }>(
        `SELECT import_id FROM import_file AS f WHERE kind = 'bank' AND format <> ?
         AND NOT EXISTS (SELECT 1 FROM import_withdrawn AS w WHERE w.import_id = f.import_id)`,
      )
      .all(format)
      .map(({ import_id }) => import_id),
  );
  if (others.size === 0) return lines.map(() => []);
  const find = imports.prepare<{ import_id: string; account: string }>(
    'SELECT import_id, account FROM imported_line WHERE currency = ? AND amount_minor = ? AND booked_on = ?',
  );
  return lines.map(({ bookedOn, minor, currency }) =>
    find
      .all(currency, minor, bookedOn)
      .filter(({ import_id }) => others.has(import_id))
      .map(({ account }) => account),
  );
}

/** The SQL of one keyset page; exported so that a test can read its plan. */
export const linesAfterSql =
  'SELECT * FROM imported_line WHERE import_id = ? AND line_no > ? ORDER BY line_no LIMIT ?';
type LinesQuery = { importId: string; after: number; limit: number; text: string };
type Page = { rows: (ImportLine & { raw: string })[]; next: number | null };
const rawSchema = z.object({ raw: z.string() });
/** Lines that one page looks at: where few of them fit a text, the page is short, and goes on. */
export const LINES_LOOKED_AT = 20_000;

/** In the texts of a line and in its amount. `wanted`: the text as it was typed, and the amount that it is, if it is one. */
function isFound(line: ImportLine, wanted: readonly string[]): boolean {
  const { reference, orderId, description, counterparty, account, amount } = line;
  const text = [reference, orderId, description, counterparty, account, toDecimal(amount)].join(' ');
  const searched = searchText(text);
  return wanted.some((one) => searched.includes(one));
}

/** `next`: the number of the line after which the next page begins. */
function page({ imports }: ReadableFiles, { importId, after, limit, text }: LinesQuery): Page {
  const typed = searchText(text);
  const amount = typedAmountToDecimal(text);
  const wanted = amount === null ? [typed] : [typed, amount];
  const most = typed === '' ? limit + 1 : LINES_LOOKED_AT;
  const rows: Page['rows'] = [];
  let looked = 0;
  let last = after;
  for (const row of imports.prepare(linesAfterSql).safeIntegers().iterate(importId, after, most)) {
    const { importId: _importId, kind: _kind, ...line } = readImportedLine(row);
    looked += 1;
    if (typed === '' || isFound(line, wanted)) {
      if (rows.length === limit) return { rows, next: rows.at(-1)?.lineNo ?? last };
      rows.push({ ...line, raw: rawSchema.parse(row).raw });
    }
    last = line.lineNo;
  }
  return { rows, next: looked < most ? null : last };
}

export const lineProcedures = {
  'imports.begin': writesImports(({ imports }, importId: string) => {
    drop(imports, importId);
    imports
      .prepare(`INSERT INTO imported_file (import_id, state, lines) VALUES (?, 'begun', 0)`)
      .run(importId);
  }),
  'imports.addLines': writesImports(({ imports }, input: LinesInput) => add(imports, input)),
  'imports.whole': writesImports(({ imports }, input: { importId: string; lines: number }) =>
    whole(imports, input),
  ),
  'imports.keep': writesImports(({ imports }, importId: string) => {
    imports
      .prepare(`UPDATE imported_file SET state = 'kept' WHERE import_id = ? AND state = 'whole'`)
      .run(importId);
  }),
  'imports.drop': writesImports(({ imports }, importId: string) => drop(imports, importId)),
  'imports.known': reads(known),
  'imports.elsewhere': reads(elsewhere),
  'imports.lines': reads(page),
};
