/**
 * Checkouts: payment sessions that a customer pays on the gateway's page. `key` stands for one in the window: the session's own
 * id opens its document without a key, so it comes to the window only when a person asks for it.
 */
import { z } from 'zod';
import { sessionStatuses } from '../domain/session.ts';
import { madeSchema } from './making.ts';
import {
  atMsSchema,
  countSchema,
  gatewayTimestampSchema,
  moneySchema,
  nothing,
  openEnumSchema,
  pageInput,
  pageOf,
  readStateSchema,
  shownTextSchema,
  writtenText,
} from './wire.ts';

const statusSchema = openEnumSchema(sessionStatuses).nullable();
export const checkoutSchema = z.object({
  key: z.string(),
  order: shownTextSchema.nullable(),
  description: shownTextSchema.nullable(),
  status: statusSchema,
  amount: moneySchema,
  captured: moneySchema.nullable(),
  refunded: moneySchema.nullable(),
  attempts: countSchema.nullable(),
  mostAttempts: countSchema.nullable(),
  customer: shownTextSchema.nullable(),
  /** Comma-separated, as it was created with; null: all. */
  methods: shownTextSchema.nullable(),
  manualCapture: z.boolean().nullable(),
  createdAt: gatewayTimestampSchema.nullable(),
  expireAt: gatewayTimestampSchema.nullable(),
  /** True if the gateway's whole list did not contain it any more. */
  isGone: z.boolean(),
});
export type Checkout = z.output<typeof checkoutSchema>;

/** The payment of a checkout (§2.3). A field is null if the gateway says that it has no value. */
export const paymentViewSchema = z.object({
  readAtMs: atMsSchema,
  method: shownTextSchema.nullable(),
  orderId: shownTextSchema.nullable(),
  paymentChannel: shownTextSchema.nullable(),
  lastTransactionType: shownTextSchema.nullable(),
  issuerAuthorizationCode: shownTextSchema.nullable(),
  rfsDate: gatewayTimestampSchema.nullable(),
});
export type CheckoutPayment = z.output<typeof paymentViewSchema>;
export const checkoutHistorySchema = z.array(
  z.object({ status: statusSchema, at: gatewayTimestampSchema.nullable() }),
);
const checkoutDetailSchema = z.object({
  checkout: checkoutSchema,
  history: checkoutHistorySchema,
  /** Null if it was never read. */
  payment: paymentViewSchema.nullable(),
  readAtMs: atMsSchema,
});
export type CheckoutDetail = z.output<typeof checkoutDetailSchema>;

/** Authorised checkouts (`held`) are not counted as paid: their amounts are reserved and not taken. */
export const checkoutParts = ['waiting', 'paid', 'held', 'ended'] as const;
export const checkoutFilterSchema = z.strictObject({
  text: z.string().max(200),
  /** `waiting`: a customer can still pay; `paid`: money was taken; `held`: it is reserved; `ended`: neither. */
  group: z.enum(checkoutParts).nullable(),
});
export type CheckoutFilter = z.output<typeof checkoutFilterSchema>;

export const checkoutMethods = ['card', 'wallet', 'bnpl'] as const;
const text = (most: number) => writtenText(most).default('');
/** What a checkout is made with (§2.1). An empty text is not sent. */
export const checkoutRequestSchema = z.object({
  amount: moneySchema,
  order: writtenText(100, 1),
  /** For how many minutes it can be paid, counted from the moment of sending. */
  minutes: z.number().int().min(5).max(525_600),
  /** Empty: all methods that the merchant has. */
  methods: z.array(z.enum(checkoutMethods)).max(checkoutMethods.length),
  manualCapture: z.boolean(),
  saveCard: z.boolean(),
  description: text(500),
  customerEmail: text(320),
  customerReference: text(100),
  maxFailureAttempts: z.number().int().min(1).max(100).nullable().default(null),
  defaultMethod: z.enum(checkoutMethods).nullable().default(null),
  display: z.enum(['en', 'ar']).nullable().default(null),
  merchantRedirect: text(2_000),
  failureRedirect: z.boolean().default(false),
  redirectMethod: z.enum(['get', 'post']).nullable().default(null),
  serverWebhook: text(2_000),
  brandColor: text(30),
  iframeBackgroundColor: text(30),
  retrieveSavedCard: z.boolean().default(false),
  enable3DS: z.boolean().default(true),
  notes: text(500),
});
export type CheckoutRequest = z.output<typeof checkoutRequestSchema>;

const key = z.string().min(1).max(64);

export const checkoutsContract = {
  'checkouts.page': {
    right: 'see',
    input: z.strictObject({ filter: checkoutFilterSchema, ...pageInput }),
    output: pageOf(checkoutSchema),
  },
  'checkouts.summary': {
    right: 'see',
    input: z.strictObject({ filter: checkoutFilterSchema }),
    output: z.object({
      count: countSchema,
      /** The count of all that can still be paid, whatever the filter is. */
      waiting: countSchema,
      /** What these come to. */
      waitingSums: z.array(moneySchema),
      sums: z.array(moneySchema),
      /** Of the rows under the filter: how many are in each part, and what these come to. */
      parts: z.array(
        z.object({ part: z.enum(checkoutParts), count: countSchema, sums: z.array(moneySchema) }),
      ),
      /** All whose amount is held and waits to be captured, whatever the filter is. */
      held: z.object({ count: countSchema, sums: z.array(moneySchema) }),
      unreadable: countSchema,
      read: readStateSchema,
    }),
  },
  'checkouts.detail': {
    right: 'see',
    input: z.object({ key }),
    output: z.object({ detail: checkoutDetailSchema.nullable() }),
  },
  /** Reads the gateway's list: the whole of it, or the newest pages until one brings nothing new. */
  'checkouts.refresh': {
    right: 'see',
    onlyReads: true,
    input: z.object({ whole: z.boolean().default(false) }),
    output: nothing,
  },
  /** Reads one checkout from the gateway, with `payment` its payment view, too. */
  'checkouts.read': {
    right: 'see',
    onlyReads: true,
    input: z.object({ key, payment: z.boolean() }),
    output: z.object({ detail: checkoutDetailSchema }),
  },
  /** The id and address of a checkout. They open it for whoever has them, so the record says who asked. */
  'checkouts.reveal': {
    right: 'bill',
    input: z.object({ key }),
    output: z.object({ sessionId: z.string(), address: z.string().nullable() }),
  },
  /** Makes a checkout. It is sent once. An error means that nothing was made. */
  'checkouts.create': {
    right: 'bill',
    input: z.object({ request: checkoutRequestSchema, despiteDouble: z.boolean().default(false) }),
    output: madeSchema,
  },
  /** `ended-before`: the checkout had ended before the gateway was asked. */
  'checkouts.abandon': {
    right: 'bill',
    input: z.object({ key }),
    output: z.object({ ending: z.enum(['done', 'ended-before', 'not-known']), detail: checkoutDetailSchema }),
  },
} as const;

export const checkoutsEvents = { 'checkouts.changed': nothing } as const;
