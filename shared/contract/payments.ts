/** Payments of all channels: the gateway's transactions grouped by order, one order in full, and the movements of its money. */
import { z } from 'zod';
import { holdLengths, paymentFlags, paymentOrigins, paymentStates } from '../domain/payment.ts';
import { amountLimitSchema, filterSchema, type FilterFields } from './list-filter.ts';
import { operationSchema } from './operations.ts';
import { authorizationSchema } from './people.ts';
import { missingPartsSchema, timelineSchema } from './timeline.ts';
import {
  askerSchema,
  atMsSchema,
  countSchema,
  moneySchema,
  nothing,
  pageInput,
  pageOf,
  readStateSchema,
  writtenText,
} from './wire.ts';

const paymentSchema = z.object({
  /** The gateway's order; of a transaction without one, its own id. */
  key: z.string(),
  orderId: z.string().nullable(),
  merchantOrderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  terminalId: z.string().nullable(),
  channel: z.string().nullable(),
  method: z.string().nullable(),
  /** When it began; null if no transaction says when. */
  atMs: atMsSchema.nullable(),
  state: z.enum(paymentStates),
  amount: moneySchema.nullable(),
  captured: moneySchema.nullable(),
  returned: moneySchema.nullable(),
  left: moneySchema.nullable(),
  /** What it was paid at; null if that is not known here. */
  from: z.enum(paymentOrigins).nullable(),
  customer: z.string().nullable(),
  /** What tells `from` and the customer: an exact id, or the merchant's reference alone, which never decides about money. */
  joinedBy: z.enum(['id', 'reference']),
  /** The settlement window that has its sale; null while none is known. */
  windowId: z.string().nullable(),
  flags: z.array(z.enum(paymentFlags)),
  /** True if the gateway does not list it any more. The figures are the last ones. */
  isGone: z.boolean(),
});
export type Payment = z.output<typeof paymentSchema>;

export const paymentFilterFields = {
  text: { schema: z.string().max(200).default(''), test: 'contains', column: 'search', summed: false },
  state: {
    schema: z.enum(paymentStates).nullable().default(null),
    test: 'is',
    column: 'state',
    summed: false,
  },
  channel: {
    schema: z.string().max(64).nullable().default(null),
    test: 'is',
    column: 'channel',
    summed: false,
  },
  method: {
    schema: z.string().max(64).nullable().default(null),
    test: 'is',
    column: 'method',
    summed: false,
  },
  from: {
    schema: z.enum(paymentOrigins).nullable().default(null),
    test: 'is',
    column: 'made_from',
    summed: false,
  },
  /** Any part of a customer's name. Contacts in it count only for whoever may see them. */
  customer: { schema: z.string().max(200).default(''), test: 'contains', column: 'customer', summed: false },
  /** The settlement window that has its sale. */
  windowId: {
    schema: z.string().max(200).nullable().default(null),
    test: 'is',
    column: 'window_id',
    summed: false,
  },
  /** A hold that ends is asked for by `holdEnding`. What this means in SQL depends on the journal. */
  flag: {
    schema: z.enum(paymentFlags).exclude(['hold-ending']).nullable().default(null),
    test: 'only',
    column: 'is_early',
    summed: false,
  },
  /** A hold that was not captured, or not in full. */
  held: { schema: z.boolean().default(false), test: 'only', column: 'is_held', summed: false },
  /** A hold of so many days in all that ends soon. What it means in SQL depends on the clock. */
  holdEnding: {
    schema: z.literal(holdLengths).nullable().default(null),
    test: 'only',
    column: 'is_held',
    summed: false,
  },
  /** Money was taken, and no settled transaction that is known here is one of its own. */
  unsettled: { schema: z.boolean().default(false), test: 'only', column: 'is_unsettled', summed: false },
  minAmount: { schema: amountLimitSchema, test: 'least', column: 'amount_minor', summed: false },
  maxAmount: { schema: amountLimitSchema, test: 'most', column: 'amount_minor', summed: false },
  /** When it began, both included. */
  fromMs: { schema: atMsSchema.nullable().default(null), test: 'from', column: 'at_ms', summed: false },
  toMs: { schema: atMsSchema.nullable().default(null), test: 'to', column: 'at_ms', summed: false },
} as const satisfies FilterFields;
export const paymentFilterSchema = filterSchema(paymentFilterFields);
export type PaymentFilter = z.output<typeof paymentFilterSchema>;

/** By a column of the list; what is equal comes by time. */
export const paymentSortSchema = z.strictObject({
  by: z.enum([
    'at',
    'order',
    'paymentState',
    'amount',
    'captured',
    'returned',
    'left',
    'method',
    'channel',
    'reference',
    'paidFrom',
    'window',
  ]),
  direction: z.enum(['asc', 'desc']),
});
export type PaymentSort = z.output<typeof paymentSortSchema>;
/** How long a hold lasts. Without it no hold is flagged before it ends. */
export const paymentHoldDaysSchema = z.literal(holdLengths).optional();
export const NEWEST_FIRST: PaymentSort = { by: 'at', direction: 'desc' };

const id = z.string().min(1).max(200);
export const orderMovementKinds = ['refund', 'void', 'capture', 'order-reversal'] as const;
export type OrderMovementKind = (typeof orderMovementKinds)[number];

const partsOfPayments = ['terminal-row', 'settled', 'operation'] as const;

const detailSchema = z.object({
  payment: paymentSchema,
  timeline: z.array(timelineSchema),
  missing: missingPartsSchema,
});
export type PaymentDetail = z.output<typeof detailSchema>;

const requestSchema = z.object({ method: z.string(), url: z.string(), body: z.string() });
const preparationSchema = z.object({
  preparationId: z.string(),
  kind: z.enum(orderMovementKinds),
  orderId: z.string(),
  amount: moneySchema,
  /** The most that this movement could take or give back, as just read. */
  left: moneySchema,
  readAtMs: atMsSchema,
  request: requestSchema,
});
export type OrderPreparation = z.output<typeof preparationSchema>;

const sumSchema = z.object({
  currency: z.string(),
  sales: moneySchema,
  returns: moneySchema,
  net: moneySchema,
});

export const paymentsContract = {
  'payments.page': {
    right: 'see',
    input: z.strictObject({
      filter: paymentFilterSchema,
      sort: paymentSortSchema.default(NEWEST_FIRST),
      holdDays: paymentHoldDaysSchema,
      ...pageInput,
    }),
    output: pageOf(paymentSchema),
  },
  /** Count and sums of what the filter leaves. Holds, unknown kinds and what is not listed any more are in no sum. */
  'payments.sums': {
    right: 'see',
    input: z.strictObject({ filter: paymentFilterSchema, asker: askerSchema }),
    output: z.object({
      count: countSchema,
      sums: z.array(sumSchema),
      /** Neither taken nor failed, or not understood. */
      notSummed: countSchema,
      /** Not listed any more. */
      gone: countSchema,
    }),
  },
  /** What stands above the rows and waits for no sum: how far the download came, and what can be chosen. */
  'payments.head': {
    right: 'see',
    input: nothing,
    output: z.object({
      channels: z.array(z.string()),
      methods: z.array(z.string()),
      /** Settlement windows that have a payment, the newest first; not all of them. */
      windows: z.array(z.string()),
      read: readStateSchema,
      sync: z
        .object({
          ended: z.enum(['whole', 'moving', 'cancelled', 'failed']).nullable(),
          rows: countSchema,
          total: countSchema.nullable(),
          unreadable: countSchema,
        })
        .nullable(),
    }),
  },
  'payments.detail': {
    right: 'see',
    input: z.object({ key: id }),
    output: z.object({ detail: detailSchema.nullable() }),
  },
  /** The payment to which a row of another list or an operation belongs. Null if no payment has its name, or several have it. */
  'payments.ofPart': {
    right: 'see',
    input: z.object({ what: z.enum(partsOfPayments), id }),
    output: z.object({ detail: detailSchema.nullable() }),
  },
  /** Starts it, or joins the one under way; what is stored stays. `anew`: everything is read again. */
  'payments.download': {
    right: 'see',
    onlyReads: true,
    input: z.object({ anew: z.boolean() }),
    output: nothing,
  },
  'payments.cancelDownload': { right: 'see', onlyReads: true, input: nothing, output: nothing },
  /** Reads one order from the gateway, with its checkouts and the deliveries of its events. */
  'payments.readOrder': { right: 'see', onlyReads: true, input: z.object({ orderId: id }), output: nothing },
  /** Fresh read of the order; answers with what will be sent, or why it cannot be. No amount: all that is left. */
  'orderMovement.prepare': {
    right: 'order-movements',
    onlyReads: true,
    input: z.object({ kind: z.enum(orderMovementKinds), orderId: id, amount: moneySchema.nullable() }),
    output: preparationSchema,
  },
  /** Sends once. `typedAmount` as the person typed it. Answers when the ending is known or not known. */
  'orderMovement.confirm': {
    right: 'order-movements',
    input: z.object({
      preparationId: z.string(),
      reason: writtenText(200),
      note: writtenText(500),
      typedAmount: z.string().max(60),
      authorization: authorizationSchema,
    }),
    output: z.object({ operation: operationSchema }),
  },
} as const;

export const paymentsEvents = {
  'payments.progress': z.object({ rows: countSchema, total: countSchema.nullable(), finished: z.boolean() }),
  'payments.changed': nothing,
} as const;
