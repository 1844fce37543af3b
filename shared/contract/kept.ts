/** Lists of the gateway that are kept on this PC (`shared/domain/kept-lists.ts`). */
import { z } from 'zod';
import { allKeptColumns, keptListNames, keptParts } from '../domain/kept-lists.ts';
import {
  askerSchema,
  countSchema,
  gatewayTimestampSchema,
  moneySchema,
  nothing,
  pageInput,
  pageOf,
  readStateSchema,
} from './wire.ts';

/** A number or percent is the decimal that the gateway gave. */
const keptCellSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('text'), text: z.string() }),
  z.object({ is: z.literal('money'), money: moneySchema }),
  z.object({ is: z.literal('time'), at: gatewayTimestampSchema }),
]);
const column = z.enum(allKeptColumns);
/** A cell that the gateway did not give is not there. */
const cellsSchema = z.partialRecord(column, keptCellSchema);
/** One line of a part, such as a state and when it began. */
const keptLineSchema = z.object({
  part: z.enum(keptParts),
  name: z.string().nullable(),
  cell: keptCellSchema.nullable(),
});
/** What the gateway said of a row. */
export const keptValueSchema = z.object({ cells: cellsSchema, lines: z.array(keptLineSchema) });
export type KeptValue = z.output<typeof keptValueSchema>;
export type KeptCell = z.output<typeof keptCellSchema>;
export type KeptLine = z.output<typeof keptLineSchema>;

const keptRowSchema = z.object({
  key: z.string(),
  cells: cellsSchema,
  /** True if the gateway does not list it any more. */
  isGone: z.boolean(),
});
export type KeptRow = z.output<typeof keptRowSchema>;

const name = z.enum(keptListNames);
const relatedSchema = z.object({ list: name, count: countSchema, rows: z.array(keptRowSchema) });
const detailSchema = z.object({
  row: keptRowSchema,
  lines: z.array(keptLineSchema),
  /** Rows of other lists that name this one; some of them. */
  related: z.array(relatedSchema),
});
export type KeptDetail = z.output<typeof detailSchema>;

/** `words`: what a column has to say. */
export const keptFilterSchema = z.strictObject({
  text: z.string().max(200),
  words: z.partialRecord(column, z.string().max(100)),
});
export type KeptFilter = z.output<typeof keptFilterSchema>;
/** Null: in the order of the gateway. */
export const keptSortSchema = z.strictObject({ by: column, direction: z.enum(['asc', 'desc']) }).nullable();
export type KeptSort = z.output<typeof keptSortSchema>;

export const keptContract = {
  'kept.page': {
    right: 'see',
    input: z.strictObject({ name, filter: keptFilterSchema, sort: keptSortSchema, ...pageInput }),
    output: pageOf(keptRowSchema),
  },
  'kept.summary': {
    right: 'see',
    input: z.strictObject({ name, filter: keptFilterSchema, asker: askerSchema }),
    output: z.object({
      count: countSchema,
      /** Of a list whose amounts add up, one of each currency. */
      sums: z.array(moneySchema),
      /** How many rows are in each state, and their sums; gone rows are not among them. */
      states: z.array(z.object({ word: z.string(), count: countSchema, sums: z.array(moneySchema) })),
      unreadable: countSchema,
      read: readStateSchema,
      /** The words that the columns have in the whole list. */
      choices: z.partialRecord(column, z.array(z.string())),
    }),
  },
  'kept.row': {
    right: 'see',
    input: z.strictObject({ name, key: z.string().max(200) }),
    output: z.object({ detail: detailSchema.nullable() }),
  },
  /** Reads one row from the gateway, if it has more to say of it than its list. */
  'kept.readRow': {
    right: 'see',
    onlyReads: true,
    input: z.strictObject({ name, key: z.string().max(200) }),
    output: nothing,
  },
  /** Reads the list: the newest part of it, or all of it. */
  'kept.refresh': {
    right: 'see',
    onlyReads: true,
    input: z.strictObject({ name, whole: z.boolean() }),
    output: nothing,
  },
} as const;

export const keptEvents = { 'kept.changed': z.object({ name }) } as const;
