/** Terminals and their transactions. */
import { z } from 'zod';
import { amountLimitSchema } from './list-filter.ts';
import { kinds } from '../domain/kinds/index.ts';
import {
  appErrorSchema,
  askerSchema,
  atMsSchema,
  byItself,
  countSchema,
  moneySchema,
  nothing,
  pageInput,
  pageOf,
  readStateSchema,
  shownTextSchema,
  terminalIdSchema,
  writtenText,
} from './wire.ts';

/** Count and sum of one currency. */
export const totalSchema = z.object({ count: countSchema, amount: moneySchema });
export type Total = z.output<typeof totalSchema>;

/**
 * Sums of rows, per currency (shared/domain/kinds). `net` is what they come to; `notSummed`, by their size, are rows of a kind not
 * known: they are counted in `net`, and in none of the sums.
 */
export const rowSumsSchema = z.object({
  net: z.array(totalSchema),
  sales: z.array(totalSchema),
  /** What refunds, voids and reversals take back; negative. */
  returns: z.array(totalSchema),
  /** Sales that a void or a reversal among the rows undoes: each pair adds nothing. */
  undone: z.array(totalSchema),
  notSummed: z.array(totalSchema),
});
export type RowSums = z.output<typeof rowSumsSchema>;

/** For a report: money taken back, by kind. */
export const reportSumsSchema = rowSumsSchema.extend({
  refunds: z.array(totalSchema),
  voids: z.array(totalSchema),
  reversals: z.array(totalSchema),
});
export type ReportSums = z.output<typeof reportSumsSchema>;

/** What the gateway's list says about a terminal. It is stored as it was read, so a new field needs no migration. */
export const listedTerminalSchema = z.object({
  terminalId: z.string(),
  label: z.string().nullable(),
  branchId: z.string().nullable(),
  branchName: z.string().nullable(),
  model: z.string().nullable(),
  serialNumber: z.string().nullable(),
});
export type ListedTerminal = z.output<typeof listedTerminalSchema>;

export const terminalSchema = listedTerminalSchema.extend({
  /** The name a person gave it, else the gateway's, else the id. */
  label: z.string(),
  /** From the gateway's list, or typed by a person. */
  origin: z.enum(['gateway', 'typed']),
  /** Net, by what rows add. */
  outstanding: z.array(totalSchema),
  outstandingCount: countSchema,
  /** Rows of an unknown kind, by their size. They are not in `outstanding`. */
  notSummed: z.array(totalSchema),
  unreadableCount: countSchema,
  oldestFirstSeenAtMs: atMsSchema.nullable(),
  lastReadAtMs: atMsSchema.nullable(),
  lastAcknowledgedAtMs: atMsSchema.nullable(),
  lastAcknowledgedBy: z.string().nullable(),
  /** The day of its branch that it was read for, or was not: it turns at the branch's cut-off. */
  businessDate: z.iso.date(),
  /** `reading` while a read is in flight; `refused`: the terminal is another merchant's. */
  state: z.enum(['reading', 'read-ok', 'not-read-today', 'refused', 'unreachable', 'read-failed']),
  lastError: z.object({ error: appErrorSchema, atMs: atMsSchema }).nullable(),
  /** The operation that is open on this terminal, if any. */
  openOperationId: z.string().nullable(),
});
export type Terminal = z.output<typeof terminalSchema>;

/** The other row of a pair: a sale, or what takes money back from it. */
const linkedRowSchema = z.object({
  rowId: z.string(),
  refNumber: z.string().nullable(),
  kind: z.enum(kinds),
  amount: moneySchema,
  firstSeenAtMs: atMsSchema,
});
export type LinkedRow = z.output<typeof linkedRowSchema>;

export const transactionSchema = z.object({
  rowId: z.string(),
  terminalId: z.string(),
  merchantOrderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  amount: moneySchema,
  /** The gateway's word, as it is. */
  paymentType: z.string().nullable(),
  /** What the word means here; what the row adds to a sum. */
  kind: z.enum(kinds),
  adds: moneySchema,
  /** The row id of the sale that this row takes money back from, if that is known here. */
  undoes: z.string().nullable(),
  /** That sale, if this PC still has it among the terminal's rows. */
  undoesRow: linkedRowSchema.nullable(),
  /** Rows that take money back from this one. */
  undoneBy: z.array(linkedRowSchema),
  /** Who reversed it from this PC, and when; null if the journal knows of no reversal. */
  reversedHere: z.object({ by: z.string(), atMs: atMsSchema }).nullable(),
  entryMode: z.string().nullable(),
  /** First seen on this PC; never "sold at". */
  firstSeenAtMs: atMsSchema,
  lastSeenAtMs: atMsSchema,
  /** `outstanding`: in the last reading. `acknowledged`: left after our acknowledgement. `no-longer-listed`: left otherwise. */
  listing: z.enum(['outstanding', 'acknowledged', 'no-longer-listed']),
  goneAtMs: atMsSchema.nullable(),
  flags: z.array(
    z.enum([
      'unknown',
      'reversed-here',
      'reversal-listed',
      'duplicate-reference',
      'early-asked',
      'paid-early',
      'float-noise', // its amount came as a binary float and was read as the unit that is meant
      'undoes-nothing', // a void or a reversal of a sale that is not known here: it adds nothing
    ]),
  ),
});
export type Transaction = z.output<typeof transactionSchema>;

export const transactionFilterSchema = z.strictObject({
  text: z.string().max(200).default(''),
  listing: z.enum(['outstanding', 'all']).default('outstanding'),
  paymentTypes: z.array(z.string()).default([]),
  entryModes: z.array(z.string()).default([]),
  minAmount: amountLimitSchema,
  maxAmount: amountLimitSchema,
  /** First seen at least this long ago. */
  minAgeMs: z.number().int().nullable().default(null),
});
export type TransactionFilter = z.output<typeof transactionFilterSchema>;

export const transactionSortSchema = z.strictObject({
  by: z.enum(['firstSeen', 'amount', 'reference', 'order', 'paymentType', 'entryMode']),
  direction: z.enum(['asc', 'desc']),
});
export type TransactionSort = z.output<typeof transactionSortSchema>;

export const unreadableRowSchema = z.object({
  rowId: z.string(),
  index: z.number().int(),
  field: z.string(),
  problem: z.enum(['missing', 'wrong-type', 'not-a-decimal', 'too-many-decimals', 'unknown-currency']),
  raw: shownTextSchema,
});

export const terminalsContract = {
  'terminals.list': {
    right: 'see',
    input: nothing,
    output: z.object({
      terminals: z.array(terminalSchema),
      /** The gateway's list of terminals; `hasList` false after it answered 404: ids are typed. */
      list: readStateSchema.extend({ hasList: z.boolean().nullable() }),
      branches: z.array(z.object({ branchId: z.string(), branchName: z.string() })),
    }),
  },
  /** Asks the gateway for its list and merges it; typed terminals stay. */
  'terminals.refreshList': {
    right: 'terminals.read',
    onlyReads: true,
    input: nothing,
    output: z.object({ found: countSchema, hasList: z.boolean() }),
  },
  /** Ids typed or pasted: separated by white space, commas or semicolons. */
  'terminals.add': {
    right: 'terminals.manage',
    input: z.object({
      text: z.string().max(20_000),
      /** The branch of every added terminal. A terminal that has a branch already keeps it. */
      branchName: writtenText(80).nullable().default(null),
    }),
    output: z.object({
      added: z.array(z.string()),
      alreadyThere: z.array(z.string()),
      rejected: z.array(z.string()),
    }),
  },
  /** Null puts the gateway's word back. */
  'terminals.update': {
    right: 'terminals.manage',
    input: z.object({
      terminalId: terminalIdSchema,
      label: writtenText(80).nullable(),
      branchName: writtenText(80).nullable(),
    }),
    output: terminalSchema,
  },
  'terminals.remove': {
    right: 'terminals.manage',
    input: z.object({ terminalId: terminalIdSchema }),
    output: nothing,
  },
  /** Reads one terminal's transactions now; the rows are stored before it answers. */
  'terminals.read': {
    right: 'terminals.read',
    onlyReads: true,
    input: z.object({ terminalId: terminalIdSchema }),
    output: z.object({ terminal: terminalSchema, newRows: countSchema, goneRows: countSchema }),
  },
  /** Starts reading all (or these); progress comes as `terminals.readProgress`. Answers at once; a second call joins. */
  'terminals.readAll': {
    right: 'terminals.read',
    onlyReads: true,
    input: z.object({ terminalIds: z.array(terminalIdSchema).nullable().default(null) }),
    output: z.object({ total: countSchema }),
  },
  'terminals.cancelReadAll': { right: 'terminals.read', input: nothing, output: nothing },
  'transactions.page': {
    right: 'see',
    input: z.strictObject({
      terminalId: terminalIdSchema,
      filter: transactionFilterSchema,
      sort: transactionSortSchema.default({ by: 'firstSeen', direction: 'asc' }),
      ...pageInput,
    }),
    output: pageOf(transactionSchema),
  },
  /** Totals of what the filter shows, and what can be filtered on. */
  'transactions.summary': {
    right: 'see',
    input: z.strictObject({
      terminalId: terminalIdSchema,
      filter: transactionFilterSchema,
      asker: askerSchema,
    }),
    output: z.object({
      terminal: terminalSchema,
      count: countSchema,
      sums: rowSumsSchema,
      /** Of everything outstanding, whatever the filter: the head of the terminal. */
      outstanding: rowSumsSchema,
      paymentTypes: z.array(z.string()),
      entryModes: z.array(z.string()),
      unreadable: z.array(unreadableRowSchema),
    }),
  },
  'transactions.detail': {
    right: 'see',
    input: z.object({ rowId: z.string() }),
    output: z.object({
      transaction: transactionSchema,
      /** Every field of the row as the gateway sent it, in its order; values as JSON text where they are not strings. */
      fields: z.array(z.object({ name: z.string(), value: z.string(), documented: z.boolean() })),
      operationIds: z.array(z.string()),
    }),
  },
} as const;

export const terminalsEvents = {
  /** Rows or states of these terminals changed (null: the list itself). */
  'terminals.changed': z.object({ terminalIds: z.array(z.string()).nullable(), ...byItself }),
  'terminals.readProgress': z.object({
    done: countSchema,
    failed: countSchema,
    total: countSchema,
    finished: z.boolean(),
    cancelled: z.boolean(),
  }),
} as const;
