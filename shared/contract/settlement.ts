/** Settlement windows, their batches, and settled transactions (§4.9). Money the gateway did not give is null, never zero. */
import { z } from 'zod';
import { kinds } from '../domain/kinds/index.ts';
import { choicesBy, settledTexts, textsBy } from '../domain/settled-texts.ts';
import { oddities, syncEndings, windowStatuses } from '../domain/settlement.ts';
import { windowBridgeStates, windowFigures } from '../domain/window-state.ts';
import {
  byItself,
  atMsSchema,
  countSchema,
  gatewayTimestampSchema,
  moneySchema,
  nothing,
  openEnumSchema,
  askerSchema,
  pageInput,
  pageOf,
  readStateSchema,
  shownTextSchema,
} from './wire.ts';
import { businessDateSchema } from './closing-day.ts';
import { filterSchema, type FilterFields } from './list-filter.ts';
import { totalSchema } from './terminals.ts';

const batchSchema = z.object({
  batchId: z.string(),
  branchId: z.string().nullable(),
  branchName: z.string().nullable(),
  status: openEnumSchema(windowStatuses).nullable(),
  transactionsCount: countSchema.nullable(),
  gross: moneySchema.nullable(),
  net: moneySchema.nullable(),
});

/** Calendar days that no statement covers. */
export const daysLeftOutSchema = z.object({ from: businessDateSchema, to: businessDateSchema });

export const windowSchema = z.object({
  windowId: z.string(),
  status: openEnumSchema(windowStatuses).nullable(),
  opensAt: gatewayTimestampSchema.nullable(),
  closesAt: gatewayTimestampSchema.nullable(),
  expectedPayoutDate: z.string().nullable(),
  gross: moneySchema.nullable(),
  fees: moneySchema.nullable(),
  vat: moneySchema.nullable(),
  adjustments: moneySchema.nullable(),
  net: moneySchema.nullable(),
  transactionsCount: countSchema.nullable(),
  bankReference: z.string().nullable(),
  batches: z.array(batchSchema),
});
export type SettlementWindow = z.output<typeof windowSchema>;

const listedWindowSchema = windowSchema.extend({
  /** What the bank should get and got, without building the bridge; amounts are null while that is not known. */
  bridge: z.object({
    state: z.enum(windowBridgeStates),
    expected: moneySchema.nullable(),
    deposited: moneySchema.nullable(),
    unexplained: moneySchema.nullable(),
    /** Only for `no-statement`: the days that no statement covers. */
    noStatement: daysLeftOutSchema.nullable(),
  }),
  /** Sums of the gateway's that are not those of its own rows, batches or parts. */
  differs: z.array(
    z.union([
      z.object({ figure: z.literal('count'), gateway: countSchema, rows: countSchema }),
      z.object({
        figure: z.enum(windowFigures).exclude(['count']),
        gateway: moneySchema,
        rows: moneySchema,
      }),
    ]),
  ),
  /**
   * Windows that one payout paid with this one: they have its bank reference, or a statement has them in one. Itself among
   * them; empty if it is alone.
   */
  paidWith: z.array(z.string()),
  /** The subject of the bridge over all of them (shared/domain/bridge-subject.ts). */
  paidAs: z.string().nullable(),
});
export type ListedWindow = z.output<typeof listedWindowSchema>;

/** The open window that closes first, and what will miss it: listed on terminals and not acknowledged. */
const nextWindowSchema = z.object({
  windowId: z.string(),
  closesAtMs: atMsSchema,
  outstandingCount: countSchema,
  outstanding: z.array(totalSchema),
  /** Rows of an unknown kind, by their size. They are not in `outstanding`. */
  notSummed: z.array(totalSchema),
  /** The oldest reading of these terminals; null if one was never read. */
  oldestReadAtMs: atMsSchema.nullable(),
});
export type NextWindow = z.output<typeof nextWindowSchema>;

export const settledSchema = z.object({
  transactionId: z.string(),
  merchantOrderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  terminalId: z.string().nullable(),
  branchId: z.string().nullable(),
  branchName: z.string().nullable(),
  ...textsBy(() => shownTextSchema.nullable()),
  amount: moneySchema,
  fee: moneySchema.nullable(),
  vat: moneySchema.nullable(),
  net: moneySchema.nullable(),
  settlementDate: gatewayTimestampSchema.nullable(),
  createdAt: gatewayTimestampSchema.nullable(),
  windowId: z.string().nullable(),
  batchId: z.string().nullable(),
  /** Every field as sent, JSON text. */
  raw: z.string(),
});
export type SettledTransaction = z.output<typeof settledSchema>;

/** What was sent for a row is asked for when it is looked at: it is half of all there is to a row. */
const listedSettledSchema = settledSchema.omit({ raw: true }).extend({
  /** Paid by instant settlement; `requestId` is null if the gateway's name of the request is not known. */
  early: z.object({ requestId: z.string().nullable(), askedHere: z.boolean() }).nullable(),
  odd: z.array(z.enum(oddities)),
  /** What the gateway's word means here, and what the row adds to a sum. */
  kind: z.enum(kinds),
  adds: moneySchema,
  /** The sale that it takes money back from, if that is known here: a settled transaction, or `row <row id>` of ours. */
  undoes: z.string().nullable(),
  /** What the settled transactions are that take money back from it. */
  undoneBy: z.array(z.enum(kinds)),
});
export type ListedSettled = z.output<typeof listedSettledSchema>;

/** The columns of a file, in the order of "all fields". */
export const settledFileColumns = [
  'refNumber',
  'settlementDate',
  'branchId',
  'merchantOrderId',
  'amount',
  'fee',
  'vat',
  'net',
  'currency',
  'batch',
  'terminal',
  ...settledTexts,
  'createdAt',
  'transactionId',
  'branchCode',
  'windowId',
  'batchId',
  'raw',
] as const;

export const settledFilterFields = {
  text: { schema: z.string().max(200).default(''), test: 'contains', column: 'search', summed: false },
  // The plus keeps a page on the index of its order: one branch or one type is a large share of all rows.
  branchIds: { schema: z.array(z.string()).default([]), test: 'one-of', column: '+branch_id', summed: true },
  ...choicesBy(({ column, summed }) => ({
    schema: z.array(z.string()).default([]),
    test: 'one-of' as const,
    column: `+${column}`,
    summed,
  })),
  windowId: { schema: z.string().nullable().default(null), test: 'is', column: 'window_id', summed: true },
  /** Local dates are instants here; within what has been downloaded. */
  fromMs: {
    schema: atMsSchema.nullable().default(null),
    test: 'from',
    column: 'settled_at_ms',
    summed: true,
  },
  toMs: { schema: atMsSchema.nullable().default(null), test: 'to', column: 'settled_at_ms', summed: true },
  /** Paid early or not; null: both. */
  early: { schema: z.boolean().nullable().default(null), test: 'marked', column: 'early', summed: false },
  /** Only rows that are odd: a fee above the amount, a net that is not amount less fees. */
  odd: { schema: z.boolean().default(false), test: 'only', column: 'odd', summed: false },
} as const satisfies FilterFields;
export const settledFilterSchema = filterSchema(settledFilterFields);
export type SettledFilter = z.output<typeof settledFilterSchema>;

export const settledSortSchema = z.strictObject({
  by: z.enum(['settlementDate', 'amount', 'fee', 'net', 'refNumber', 'merchantOrderId', 'branchId']),
  direction: z.enum(['asc', 'desc']),
});
export type SettledSort = z.output<typeof settledSortSchema>;

export const settlementContract = {
  'settlement.windows': {
    right: 'see',
    input: nothing,
    /** `liveOnly`: a test profile; the gateway never makes windows there (§1). */
    output: z.object({
      windows: z.array(listedWindowSchema),
      next: nextWindowSchema.nullable(),
      read: readStateSchema,
      liveOnly: z.boolean(),
    }),
  },
  'settlement.refreshWindows': { right: 'see', input: nothing, output: z.object({ found: countSchema }) },
  'settlement.settledPage': {
    right: 'see',
    input: z.strictObject({
      filter: settledFilterSchema,
      sort: settledSortSchema.default({ by: 'settlementDate', direction: 'desc' }),
      ...pageInput,
      /** The place of the page's first row among all rows of the filter, in place of a cursor. `of`: how many rows there are. */
      place: z.object({ first: countSchema, of: countSchema.nullable() }).optional(),
    }),
    output: pageOf(listedSettledSchema),
  },
  /** What the gateway sent for a settled transaction; null if it is not stored any more. */
  'settlement.settledSent': {
    right: 'see',
    input: z.strictObject({ transactionId: z.string() }),
    output: z.object({ detail: z.string().nullable() }),
  },
  /** The gateway's summary as last read, beside our own recount of the rows on this PC under the same filter. */
  'settlement.settledSummary': {
    right: 'see',
    input: z.strictObject({ filter: settledFilterSchema, asker: askerSchema }),
    output: z.object({
      gateway: z
        .object({
          /** Covers all rows of the given branches. The currency is that of the rows, if they share one. */
          total: moneySchema.nullable(),
          count: countSchema.nullable(),
          branchIds: z.array(z.string()),
          readAtMs: atMsSchema,
        })
        .nullable(),
      recount: z.object({
        count: countSchema,
        /** What the rows add. */
        gross: z.array(totalSchema),
        /** Rows of a kind not known, by their size: they are not in `gross`. */
        notSummed: z.array(totalSchema),
        fees: z.array(moneySchema),
        vat: z.array(moneySchema),
        net: z.array(moneySchema),
      }),
      branches: z.array(z.object({ branchId: z.string(), branchName: z.string().nullable() })),
      /** The values there are among the rows on this PC, by the filter that takes them. */
      choices: z.object(choicesBy(() => z.array(z.string()))),
      /** Rows that could not be read safely in the last download. */
      unreadableCount: countSchema,
      read: readStateSchema,
      /** The download of these branches; null if it was never begun, `ended` null while it runs or when it was cut off. */
      sync: z
        .object({
          ended: z.enum(syncEndings).nullable(),
          rows: countSchema,
          totalRows: countSchema.nullable(),
        })
        .nullable(),
    }),
  },
  /**
   * Downloads settled transactions (of these branches; empty = all): from where the last download stopped, or what is new
   * since; `anew` reads every page again. Progress as an event.
   */
  'settlement.downloadSettled': {
    right: 'see',
    input: z.object({ branchIds: z.array(z.string()).default([]), anew: z.boolean().default(false) }),
    output: nothing,
  },
  'settlement.cancelDownload': { right: 'see', input: nothing, output: nothing },
} as const;

export const settlementEvents = {
  'settlement.changed': z.object({ what: z.enum(['windows', 'settled', 'deposits']), ...byItself }),
  'settlement.downloadProgress': z.object({
    branchIds: z.array(z.string()),
    /** `reading`: pages come in; `checking`: they are compared with the gateway's own count. */
    phase: z.enum(['reading', 'checking']),
    rows: countSchema,
    totalRows: countSchema.nullable(),
    /** Over the last seconds; null while that is not known. */
    rowsPerSecond: countSchema.nullable(),
    finished: z.boolean(),
    cancelled: z.boolean(),
  }),
} as const;
