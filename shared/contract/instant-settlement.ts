/** Instant settlement: eligible sales, suggestions, the fee inquiry as an offer, create, and the request's way (§3.2). */
import { z } from 'zod';
import { instantRequestStatuses } from '../domain/settlement.ts';
import {
  byItself,
  appErrorSchema,
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
} from './wire.ts';
import { authorizationSchema } from './people.ts';
import { operationSchema } from './operations.ts';

export const eligibleSaleSchema = z.object({
  transactionId: z.string(),
  merchantOrderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  branchId: z.string().nullable(),
  branchName: z.string().nullable(),
  batchId: z.string().nullable(),
  amount: moneySchema,
  fee: moneySchema.nullable(),
  vat: moneySchema.nullable(),
  net: moneySchema.nullable(),
  transactionDate: gatewayTimestampSchema.nullable(),
  /** When the money would come anyway. */
  expectedSettlementDate: gatewayTimestampSchema.nullable(),
  /** In an open or finished early-payout request made here. */
  requested: z.boolean(),
});
export type EligibleSale = z.output<typeof eligibleSaleSchema>;

/** What the gateway did not give is null, and no limit. */
export const instantLimitsSchema = z.object({
  minimum: moneySchema.nullable().default(null),
  perRequest: moneySchema.nullable(),
  daily: moneySchema.nullable(),
  usedToday: moneySchema.nullable(),
  remainingToday: moneySchema.nullable(),
});
export type InstantLimits = z.output<typeof instantLimitsSchema>;

const balanceSchema = z.object({
  accountId: z.string(),
  available: moneySchema,
  onHold: moneySchema.nullable(),
});

const suggestionSchema = z.object({
  total: moneySchema,
  count: countSchema,
  transactionIds: z.array(z.string()),
});

/**
 * The fee inquiry as an offer. All amounts are the gateway's; `feeShareBasisPoints` is ours (total fees ÷ total, 1.25 % =
 * 125).
 */
const offerSchema = z.object({
  quoteId: z.string(),
  quotedAtMs: atMsSchema,
  /** Older than this it must be asked again (60 s). */
  validUntilMs: atMsSchema,
  transactionIds: z.array(z.string()),
  count: countSchema,
  branchCount: countSchema,
  total: moneySchema,
  /** What the merchant would get anyway, without the early-payout fees. */
  totalNet: moneySchema,
  rateText: z.string().nullable(),
  rateFee: moneySchema.nullable(),
  flatFee: moneySchema.nullable(),
  vat: moneySchema.nullable(),
  totalFees: moneySchema,
  netTransfer: moneySchema,
  feeShareBasisPoints: z.number().int().nullable(),
  /** When the first and the latest of these sales would be paid for free. */
  freeFrom: gatewayTimestampSchema.nullable(),
  freeOn: gatewayTimestampSchema.nullable(),
  /** Ours, from when each sale would be paid: 15 is one and a half days sooner, weighed by the amounts. */
  daysSoonerTenths: countSchema.nullable(),
  costPerDay: moneySchema.nullable(),
  /** The fees as a yearly rate on what would come anyway. */
  yearlyBasisPoints: countSchema.nullable(),
  /** How long requests known here took from asking to transferred, the one in the middle; null before the first. */
  usuallyTakesMs: countSchema.nullable(),
});
export type Offer = z.output<typeof offerSchema>;

export const instantRequestSchema = z.object({
  requestId: z.string(),
  status: openEnumSchema(instantRequestStatuses),
  total: moneySchema.nullable(),
  totalFees: moneySchema.nullable(),
  vat: moneySchema.nullable(),
  netTransfer: moneySchema.nullable(),
  /** What its sales would have paid anyway, and the parts of the fee. */
  totalNet: moneySchema.nullable().default(null),
  rateFee: moneySchema.nullable().default(null),
  flatFee: moneySchema.nullable().default(null),
  count: countSchema.nullable(),
  createdAt: gatewayTimestampSchema.nullable(),
  history: z.array(
    z.object({ status: openEnumSchema(instantRequestStatuses), at: gatewayTimestampSchema.nullable() }),
  ),
  declineReason: shownTextSchema.nullable(),
  /** The operation on this PC that made it, if one did. */
  operationId: z.string().nullable(),
});
export type InstantRequest = z.output<typeof instantRequestSchema>;

const listedRequestSchema = instantRequestSchema.extend({
  /** Who names its sales: the gateway, this PC that asked for it, or nobody. */
  membersFrom: z.enum(['gateway', 'here']).nullable(),
  memberCount: countSchema,
});
export type ListedRequest = z.output<typeof listedRequestSchema>;

/** A sale that a request covers, with what is known of it on this PC. */
const requestMemberSchema = z.object({
  transactionId: z.string(),
  merchantOrderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  branchName: z.string().nullable(),
  amount: moneySchema.nullable(),
  net: moneySchema.nullable(),
  /** Settled, and with which window. */
  settledAt: gatewayTimestampSchema.nullable(),
  windowId: z.string().nullable(),
});
export type RequestMember = z.output<typeof requestMemberSchema>;

export const instantSettlementContract = {
  /** Reads the cache. `unavailable`: the exact cause when the last read was refused (permission, feature, …). */
  'instantSettlement.overview': {
    right: 'see',
    input: nothing,
    output: z.object({
      read: readStateSchema,
      unavailable: appErrorSchema.nullable(),
      eligibleCount: countSchema,
      eligibleTotals: z.array(moneySchema),
      /** The same sales after their usual fees and VAT; null if the gateway does not give that of each. */
      eligibleNets: z.array(moneySchema).nullable(),
      limits: instantLimitsSchema.nullable(),
      /** The accounts as last read; null if they cannot be read. */
      balances: z.array(balanceSchema).nullable(),
      branches: z.array(z.object({ branchId: z.string(), branchName: z.string().nullable() })),
    }),
  },
  'instantSettlement.refresh': { right: 'see', input: nothing, output: z.object({ found: countSchema }) },
  'instantSettlement.eligiblePage': {
    right: 'see',
    input: z.strictObject({
      text: z.string().max(200).default(''),
      branchIds: z.array(z.string()).default([]),
      ...pageInput,
    }),
    output: pageOf(eligibleSaleSchema),
  },
  'instantSettlement.suggest': {
    right: 'see',
    /** `target` as typed; read in the currency of the eligible sales. */
    input: z.object({ target: z.string().max(60) }),
    output: z.object({
      target: moneySchema,
      below: suggestionSchema.nullable(),
      above: suggestionSchema.nullable(),
    }),
  },
  'instantSettlement.quote': {
    right: 'see',
    input: z.object({ transactionIds: z.array(z.string()).min(1).max(10_000) }),
    output: offerSchema,
  },
  /** Asks again for an offer that is too old or has changed; sales that are not eligible any more are left out and counted. */
  'instantSettlement.quoteAgain': {
    right: 'see',
    input: z.object({ transactionIds: z.array(z.string()).min(1).max(10_000) }),
    output: z.object({ offer: offerSchema, gone: countSchema }),
  },
  /** L2: reason-free, but the net is retyped. Sends once; the quote must be under 60 s old and is asked again before sending. */
  'instantSettlement.confirm': {
    right: ['instant-settle', 'approve'],
    input: z.object({
      quoteId: z.string(),
      typedNet: z.string().max(60),
      authorization: authorizationSchema,
    }),
    output: z.object({ operation: operationSchema, request: instantRequestSchema.nullable() }),
  },
  'instantSettlement.requests': {
    right: 'see',
    input: nothing,
    output: z.object({ requests: z.array(listedRequestSchema), read: readStateSchema }),
  },
  /** In the order of their ids. */
  'instantSettlement.members': {
    right: 'see',
    input: z.strictObject({ requestId: z.string().min(1).max(200), ...pageInput }),
    output: pageOf(requestMemberSchema),
  },
  'instantSettlement.refreshRequests': {
    right: 'see',
    input: nothing,
    output: z.object({ found: countSchema }),
  },
} as const;

export const instantSettlementEvents = {
  'instantSettlement.changed': z.object({ what: z.enum(['eligible', 'requests']), ...byItself }),
} as const;
