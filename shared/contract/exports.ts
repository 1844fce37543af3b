/**
 * Big lists as files. The window sends which list, under which filter, and every word; the core reads the rows at one moment,
 * writes them as they come, and tells how far it is.
 */
import { z } from 'zod';
import { appErrorSchema, atMsSchema, countSchema, nothing, terminalIdSchema } from './wire.ts';
import { allKeptColumns, keptListNames } from '../domain/kept-lists.ts';
import { checkoutFilterSchema } from './checkouts.ts';
import { paymentFilterSchema, paymentHoldDaysSchema, paymentSortSchema } from './payments.ts';
import { keptFilterSchema, keptSortSchema } from './kept.ts';
import { savedCardTextSchema } from './saved-cards.ts';
import { settledFileColumns, settledFilterSchema, settledSortSchema } from './settlement.ts';
import { transactionFilterSchema, transactionSortSchema } from './terminals.ts';
import { fileNameSchema, savedSchema } from './reports.ts';

/**
 * What can be written of each list, in the order of "all fields". A new list: a line here, one in the union, and its reader in
 * the core.
 */
export const exportColumns = {
  settled: settledFileColumns,
  windows: [
    'windowId',
    'status',
    'opensAt',
    'closesAt',
    'expectedPayoutDate',
    'count',
    'gross',
    'fees',
    'vat',
    'adjustments',
    'net',
    'currency',
    'bankReference',
    'bridge',
    'deposited',
    'unexplained',
    'batches',
  ],
  bridge: [
    'line',
    'orderId',
    'refNumber',
    'terminalId',
    'branch',
    'businessDate',
    'zNumber',
    'pc',
    'amount',
    'currency',
    'transactionId',
    'rowId',
    'receivedOn',
    'from',
    'source',
  ],
  transactions: [
    'reference',
    'order',
    'amount',
    'currency',
    'paymentType',
    'entryMode',
    'firstSeen',
    'flags',
    'terminalId',
    'listing',
    'lastSeen',
    'gone',
    'rowId',
  ],
  kept: allKeptColumns,
  payments: [
    'at',
    'order',
    'gatewayOrder',
    'paymentState',
    'amount',
    'captured',
    'returned',
    'left',
    'currency',
    'method',
    'channel',
    'reference',
    'paidFrom',
    'customer',
    'window',
    'paymentFlags',
    'terminalId',
    'listing',
  ],
  /** Checkouts without contacts of customers, ids and addresses. */
  checkouts: [
    'createdAt',
    'order',
    'checkoutState',
    'amount',
    'currency',
    'attempts',
    'expireAt',
    'description',
    'captured',
    'refunded',
    'methods',
  ],
  /** Saved cards without tokens: with one a card can be charged. */
  savedCards: ['brand', 'lastFour', 'expiry', 'holder', 'customer', 'createdAt', 'isGone'],
  /** Saved recipients with the end of their number alone. */
  recipients: ['recipient', 'paidTo', 'bank', 'ending', 'savedAt', 'savedBy'],
  eligible: [
    'reference',
    'order',
    'branch',
    'amount',
    'net',
    'currency',
    'date',
    'expected',
    'fee',
    'vat',
    'batchId',
    'branchCode',
    'transactionId',
  ],
} as const;
export type ExportList = keyof typeof exportColumns;
export type ExportColumnId<L extends ExportList> = (typeof exportColumns)[L][number];

const exportFormats = ['csv', 'xlsx', 'parquet', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Paper is for reading: about a hundred pages. */
export const MOST_PDF_ROWS = 3_000;

const wordSchema = z.string().max(400);
/** What a value is called on screen; a value without a word is written as it is. */
const wordsSchema = z.record(z.string().max(200), wordSchema);

const exportOf = <L extends ExportList, S extends z.core.$ZodShape>(list: L, query: S) =>
  z.object({
    list: z.literal(list),
    ...query,
    format: z.enum(exportFormats),
    /** In this order. */
    columns: z
      .array(
        z.object({
          id: z.enum(exportColumns[list]),
          header: z.string().max(200),
          words: wordsSchema.default({}),
        }),
      )
      .min(1)
      .max(60),
    language: z.enum(['en', 'ar']),
    /** IANA name: instants are written as the wall time there. */
    timeZone: z.string().min(1).max(64),
    fileName: fileNameSchema,
    head: z.object({
      title: z.string().min(1).max(200),
      /** What the list was narrowed to, one fact a line. */
      filter: z.array(wordSchema).max(40),
      /** `headWords` and the names of totals. */
      words: wordsSchema,
    }),
    /** Only for a PDF: fonts, pages and looks. */
    styles: z.string().max(2_000_000).default(''),
  });

/** The words a head needs beside the names of its totals. */
export const headWords = [
  'about',
  'fact',
  'value',
  'time',
  'count',
  'amount',
  'currency',
  'list',
  'filter',
  'noFilter',
  'environment',
  'practice',
  'test',
  'live',
  'merchant',
  'timeZone',
  'dataAge',
  'never',
  'rows',
  'madeBy',
  'otherValues',
] as const;

export const exportSchema = z.discriminatedUnion('list', [
  exportOf('settled', { filter: settledFilterSchema, sort: settledSortSchema }),
  exportOf('windows', {}),
  exportOf('bridge', { subject: z.string().min(1).max(200) }),
  exportOf('transactions', {
    terminalId: terminalIdSchema,
    filter: transactionFilterSchema,
    sort: transactionSortSchema,
  }),
  exportOf('kept', { name: z.enum(keptListNames), filter: keptFilterSchema, sort: keptSortSchema }),
  exportOf('payments', {
    filter: paymentFilterSchema,
    sort: paymentSortSchema,
    holdDays: paymentHoldDaysSchema,
  }),
  exportOf('checkouts', { filter: checkoutFilterSchema }),
  exportOf('savedCards', { text: savedCardTextSchema }),
  exportOf('recipients', {}),
  exportOf('eligible', {}),
]);
export type ExportInput = z.output<typeof exportSchema>;
export type ExportOf<L extends ExportList> = Extract<ExportInput, { list: L }>;

const exportIdSchema = z.string().min(1).max(64);

export const exportsContract = {
  /** Answers at once; `reports.exportProgress` tells the rest. Several come one after the other. */
  'reports.exportList': { right: 'see', input: exportSchema, output: z.object({ exportId: exportIdSchema }) },
  /** Nothing is left of the file. */
  'reports.cancelExport': { right: 'see', input: z.object({ exportId: exportIdSchema }), output: nothing },
} as const;

export const exportsEvents = {
  'reports.exportProgress': z.object({
    exportId: exportIdSchema,
    atMs: atMsSchema,
    rows: countSchema,
    /** Null until they are counted. */
    totalRows: countSchema.nullable(),
    /** Null while it goes on. */
    ended: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('saved'), saved: savedSchema }),
        z.object({ kind: z.literal('failed'), error: appErrorSchema }),
        z.object({ kind: z.literal('cancelled') }),
      ])
      .nullable(),
  }),
} as const;
