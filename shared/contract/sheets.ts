/**
 * Importing a sheet of customers (interface §4.6) or of payment links (§4.15). The order of calls:
 *
 *   open → choose … → check (the gateway looks at it and saves nothing) → send
 *
 * The sheet lies on this PC until it is discarded or another of its kind is opened: it can be left and continued.
 */
import { z } from 'zod';
import { sheetColumnNames, sheetKinds } from '../domain/sheets.ts';
import { pacedWorkSchema } from './paced.ts';
import { atMsSchema, countSchema, messagesSchema, nothing, pageInput, pageOf, writtenText } from './wire.ts';

export const cellProblems = [
  'missing',
  'too-long',
  'phone',
  'email',
  'card',
  'amount',
  'currency',
  'date',
  'date-past',
  'long-name',
  'number',
  'wallet',
  'rounded',
  'method',
] as const;
/** In the order in which they are counted on the screen. */
export const sheetRowStates = [
  'unchecked',
  'wrong',
  'left-out',
  'ready',
  'done',
  'refused',
  'not-known',
  'by-person',
] as const;
export type SheetRowState = (typeof sheetRowStates)[number];
export const sheetFilters = ['all', 'wrong', 'doubt'] as const;

const column = z.enum(sheetColumnNames);
const kind = z.enum(sheetKinds);

/** One row of a sheet as it is stored on this PC. */
export const sheetRowValueSchema = z.object({
  /** In the order of the kind's columns, as they are sent. */
  cells: z.array(z.string()),
  /** What is wrong as far as this PC knows. */
  problems: z.array(z.object({ column, problem: z.enum(cellProblems) })),
  /** What the gateway says is wrong, in its words: of the sheet in one language, of a link in two. */
  theirs: z.array(z.union([z.string(), messagesSchema])),
  /** Like an earlier row of the sheet, or one that the gateway has or may have: it is left out until a person decides otherwise. */
  doubt: z
    .discriminatedUnion('like', [
      z.object({ like: z.literal('row'), row: countSchema }),
      z.object({ like: z.literal('listed'), key: z.string(), name: z.string() }),
      // Sent before, and no answer came. `name`: the file and its rows.
      z.object({ like: z.literal('attempt'), name: z.string() }),
    ])
    .nullable(),
  sends: z.boolean(),
});
export type SheetRowValue = z.output<typeof sheetRowValueSchema>;

const rowSchema = sheetRowValueSchema.extend({
  /** As the file has it: 1 is its header. */
  row: countSchema,
  state: z.enum(sheetRowStates),
});
export type SheetRow = z.output<typeof rowSchema>;

/** What was sent of a file before it was opened. */
export const sheetBeforeSchema = z.object({
  /** Rows of links that are done or settled: they are not made again. */
  made: countSchema,
  /** Customers who were sent without an answer: they are left out. */
  notKnown: countSchema,
});

const sheetSchema = z.object({
  fileName: z.string(),
  by: z.string(),
  atMs: atMsSchema,
  /** Headers of columns that are not taken. */
  passedOver: z.array(z.string()),
  before: sheetBeforeSchema,
  /** `doubt`: rows that look like another one, left out or not. */
  counts: z.object({ all: countSchema, doubt: countSchema, ...countsOf() }),
  /** The first of what was checked is forgotten by the gateway then. Null: nothing is, or nothing was checked. */
  expiresAtMs: atMsSchema.nullable(),
  /** What is under way, or ended last. Null: nothing was since the profile was opened. */
  doing: z.enum(['check', 'send']).nullable(),
  work: pacedWorkSchema.nullable(),
});
export type Sheet = z.output<typeof sheetSchema>;

function countsOf() {
  const counts = sheetRowStates.map((state) => [state, countSchema] as const);
  return Object.fromEntries(counts) as Record<SheetRowState, typeof countSchema>;
}

/** Each asks further for the right of its kind. */
const right = ['customers', 'bill'] as const;
const ofKind = z.strictObject({ kind });

export const sheetsContract = {
  /** Errors: sheet/unreadable, sheet/too-many with params.most, sheet/column-missing with params.column, sheet/busy. */
  'sheets.open': {
    right,
    input: z.strictObject({ kind, fileName: writtenText(255, 1), base64: z.base64().max(14_000_000) }),
    output: nothing,
  },
  'sheets.get': {
    right,
    input: ofKind,
    output: z.object({ sheet: sheetSchema.nullable() }),
  },
  'sheets.rows': {
    right,
    input: z.strictObject({ kind, filter: z.enum(sheetFilters), ...pageInput }),
    output: pageOf(rowSchema),
  },
  /** A row that is in doubt is sent all the same, or left out. What the gateway has checked of it is checked again. */
  'sheets.choose': {
    right,
    input: z.strictObject({ kind, row: countSchema, sends: z.boolean() }),
    output: nothing,
  },
  /** The gateway looks at what it has not seen yet. Answers when it has begun. */
  'sheets.check': { right, input: ofKind, output: nothing },
  /** Saves or makes what the gateway has checked. Answers when it has begun. */
  'sheets.send': { right, input: ofKind, output: nothing },
  'sheets.stop': { right, onlyReads: true, input: ofKind, output: nothing },
  'sheets.discard': { right, input: ofKind, output: nothing },
} as const;

export const sheetsEvents = { 'sheets.changed': nothing } as const;
