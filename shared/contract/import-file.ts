/** A file that is looked at before anything of it is saved, and what came of it: the shapes of import.ts. */
import { z } from 'zod';
import {
  cellProblems,
  csvDelimiters,
  dateOrders,
  guessDoubts,
  decimalStyles,
  importEncodings,
  importFormats,
  importKinds,
  importStatuses,
  importWarnings,
  lineFields,
  skipReasons,
} from '../domain/statement.ts';
import { currencyScale } from '../money/currencies.ts';
import { businessDateSchema } from './closing-day.ts';
import { atMsSchema, countSchema, moneySchema, shownTextSchema } from './wire.ts';

export const idSchema = z.string().min(1).max(64);
export const uploadInput = { uploadId: idSchema };
const columnSchema = z.number().int().min(0).max(499);
const currencyCodeSchema = z.string().min(3).max(12);
const knownCurrencySchema = currencyCodeSchema.refine(
  (code) => currencyScale(code) !== null,
  'unknown currency',
);

export const readingParts = ['encoding', 'delimiter', 'sheet', 'headerRow'] as const;
export type ReadingPart = (typeof readingParts)[number];

/** How the bytes become a table; only of csv and xlsx. A null is guessed by `inspect`, and told. */
export const readingSchema = z.object({
  /** Only for csv. */
  encoding: z.enum(importEncodings).nullable().default(null),
  /** Only for csv. */
  delimiter: z.enum(csvDelimiters).nullable().default(null),
  /** Only for xlsx: the place of the sheet, from 0. */
  sheet: z.number().int().min(0).max(999).nullable().default(null),
  /** The row with the columns' names, from 1; what is above it is skipped. 0: there is none. */
  headerRow: z.number().int().min(0).max(1_000).nullable().default(null),
});
export type ImportReading = z.output<typeof readingSchema>;

/**
 * Which column is what. `order` or `decimals` null: the core looks through the whole file and takes what is certain; where
 * nothing is, it refuses to guess (warnings of `preview`).
 */
export const mappingSchema = z.object({
  bookedOn: columnSchema,
  valueOn: columnSchema.nullable().default(null),
  dateOrder: z.enum(dateOrders).nullable().default(null),
  amount: z.discriminatedUnion('kind', [
    /** Signed: what went out is negative (-1, 1-, (1), 1 DR). `turned`: the file has it the other way round. */
    z.object({ kind: z.literal('signed'), column: columnSchema, turned: z.boolean().default(false) }),
    /** One of the two is filled in each line, or the other is zero. */
    z.object({ kind: z.literal('two-columns'), debit: columnSchema, credit: columnSchema }),
    /** The amount without sign, and a column that says debit or credit (D, DR, DBIT, مدين …). */
    z.object({ kind: z.literal('marked'), column: columnSchema, mark: columnSchema }),
  ]),
  decimals: z.enum(decimalStyles).nullable().default(null),
  currency: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), code: knownCurrencySchema }),
    z.object({ kind: z.literal('column'), column: columnSchema }),
  ]),
  account: columnSchema.nullable().default(null),
  reference: columnSchema.nullable().default(null),
  orderId: columnSchema.nullable().default(null),
  /** Joined with a space, in this order. */
  description: z.array(columnSchema).max(10).default([]),
  counterparty: columnSchema.nullable().default(null),
  /** The balance after each line: it is checked, not stored. */
  balance: columnSchema.nullable().default(null),
});
export type ImportMapping = z.output<typeof mappingSchema>;

export const sourceSchema = z.object({ sourceId: idSchema, name: z.string(), kind: z.enum(importKinds) });
export type ImportSource = z.output<typeof sourceSchema>;

/** Count and sums of lines in one currency; `debit` is zero or negative, `net` is both together. */
const lineTotalSchema = z.object({
  currency: currencyCodeSchema,
  count: countSchema,
  credit: moneySchema,
  debit: moneySchema,
  net: moneySchema,
});
export type ImportTotal = z.output<typeof lineTotalSchema>;
const spanSchema = z.object({ from: businessDateSchema, to: businessDateSchema });

export const importSchema = z.object({
  importId: idSchema,
  kind: z.enum(importKinds),
  source: sourceSchema,
  fileName: z.string(),
  sha256: z.string(),
  format: z.enum(importFormats),
  lines: countSchema,
  /** Lines that could not be read, and that a person left out. */
  leftOut: countSchema,
  /** Lines that are no movement of the account, by the reasons of `skipReasons`. */
  skipped: countSchema,
  totals: z.array(lineTotalSchema),
  span: spanSchema.nullable(),
  accounts: z.array(z.string()),
  status: z.enum(importStatuses),
  by: z.string(),
  atMs: atMsSchema,
  /** It counts no more: kept, and readable. */
  withdrawn: z.object({ by: z.string(), atMs: atMsSchema, reason: z.string() }).nullable(),
});
export type ImportView = z.output<typeof importSchema>;

const inspectedColumnSchema = z.object({
  column: columnSchema,
  /** Empty if the file gives no name. */
  header: shownTextSchema,
  /** The first cells that are filled, at most 5. */
  samples: z.array(shownTextSchema),
  /** Rows below the header that have something in it. */
  filled: countSchema,
});

export const inspectionSchema = z.object({
  uploadId: idSchema,
  fileName: z.string(),
  size: countSchema,
  sha256: z.string(),
  format: z.enum(importFormats),
  /** Null: a bank format, which needs no mapping. */
  table: z
    .object({
      /** As it was read: every value is there (of csv encoding and delimiter, of xlsx the sheet). */
      reading: readingSchema,
      /** What was guessed and could as well be otherwise: ask the person. */
      unsure: z.array(z.enum(readingParts)),
      /** What a person chose for the source that has files like this one. Null: nothing, or `reading` was asked for. */
      remembered: z
        .object({
          source: z.string(),
          /** Taken from there; it is in `reading`. */
          parts: z.array(z.enum(readingParts)),
          /** Does not fit this file, and was recognised anew. */
          unfit: z.array(z.enum([...readingParts, 'dateOrder', 'decimals'])),
        })
        .nullable(),
      /** The file names no currency: this is the only one the merchant has, and it is in `guess`. */
      onlyCurrency: currencyCodeSchema.nullable(),
      /** Names of the sheets of an xlsx, in order; empty for csv. */
      sheets: z.array(z.string()),
      /** The first rows as they are, at most 30, to choose the header row from. */
      firstRows: z.array(z.object({ row: countSchema, cells: z.array(shownTextSchema) })),
      columns: z.array(inspectedColumnSchema),
      /** Rows below the header. */
      rows: countSchema,
      /** What it probably is; a part that could not be guessed is null, and must be chosen before `preview`. */
      guess: z.object({
        bookedOn: columnSchema.nullable(),
        amount: mappingSchema.shape.amount.nullable(),
        currency: mappingSchema.shape.currency.nullable(),
        /** The guesses that nothing in the file proves. Empty if a known source proves them. */
        doubts: z.array(z.enum(guessDoubts)),
        /** The rest as in a mapping; `dateOrder` and `decimals` null if the whole file leaves them open. */
        rest: mappingSchema.omit({ bookedOn: true, amount: true, currency: true }),
      }),
    })
    .nullable(),
  /** For a bank format: one for each statement in the file. */
  statements: z.array(
    z.object({
      account: z.string(),
      number: z.string(),
      currency: z.string(),
      entries: countSchema,
      opening: moneySchema.nullable(),
      closing: moneySchema.nullable(),
    }),
  ),
  /**
   * The source whose files look like this one: the same headers, or the same account. `guess` is its mapping. Null also where
   * several look alike, as two accounts of one bank do: `guess` is the newest one's then.
   */
  knownSource: sourceSchema.nullable(),
  /** This very file was imported before and was not withdrawn. */
  sameFile: importSchema.nullable(),
});
export type ImportInspection = z.output<typeof inspectionSchema>;

const balanceSchema = z.object({
  account: z.string(),
  currency: z.string(),
  opening: moneySchema,
  closing: moneySchema,
  /** Covers every line of the file, also the lines that are skipped because they were imported before. */
  lines: moneySchema,
  /** Closing less opening less lines. Zero: it adds up. */
  difference: moneySchema,
});

export const previewSchema = z.object({
  uploadId: idSchema,
  /** Names this state of it: `confirm` takes no other. */
  previewId: idSchema,
  kind: z.enum(importKinds),
  /** Null id: it is made when the file is confirmed. */
  source: z.object({ sourceId: idSchema.nullable(), name: z.string() }),
  counts: z.object({ good: countSchema, bad: countSchema, skipped: countSchema }),
  /** Covers the good lines. */
  totals: z.array(lineTotalSchema),
  span: spanSchema.nullable(),
  /** What the dates and amounts were read with; null in a bank format, or where it is not certain. */
  dateOrder: z.enum(dateOrders).nullable(),
  decimals: z.enum(decimalStyles).nullable(),
  balances: z.array(balanceSchema),
  /** A table ends with a total of its own, and the lines that could be read come to it. */
  ownTotalAgrees: z.boolean(),
  /** In the order of shared/domain/statement.ts; those of `blockingWarnings` keep it from being confirmed. */
  warnings: z.array(
    z.object({
      warning: z.enum(importWarnings),
      /** The first row that shows it, and what is in it. */
      row: countSchema.nullable(),
      text: shownTextSchema,
    }),
  ),
  problems: z.array(
    z.object({ field: z.enum(lineFields), problem: z.enum(cellProblems), count: countSchema }),
  ),
  skippedBy: z.array(z.object({ reason: z.enum(skipReasons), count: countSchema })),
  accounts: z.array(z.string()),
  /** Its lines are missing, and this file puts them back under their old names (importId, lineNo). */
  refills: idSchema.nullable(),
});
export type ImportPreview = z.output<typeof previewSchema>;

export const importLineSchema = z.object({
  lineNo: countSchema,
  bookedOn: businessDateSchema,
  valueOn: businessDateSchema.nullable(),
  amount: moneySchema,
  reference: z.string(),
  orderId: z.string(),
  description: shownTextSchema,
  counterparty: shownTextSchema,
  account: z.string(),
});
export type ImportLine = z.output<typeof importLineSchema>;

export const previewRowSchema = z.object({
  row: countSchema,
  state: z.enum(['good', 'bad', 'skipped']),
  /** Only for a skipped line. */
  reason: z.enum(skipReasons).nullable(),
  /** The line as it would be stored; null for a bad line. */
  line: importLineSchema.nullable(),
  /** For a bad line: each cell that cannot be read. `column` is null for a bank format, or if the whole row is bad. */
  problems: z.array(
    z.object({
      field: z.enum(lineFields),
      column: columnSchema.nullable(),
      text: shownTextSchema,
      problem: z.enum(cellProblems),
    }),
  ),
  /** As the file has it, at most 200 characters a cell; empty in a bank format. */
  cells: z.array(shownTextSchema),
});
export type ImportPreviewRow = z.output<typeof previewRowSchema>;
