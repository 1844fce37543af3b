/** What is compared and what comes of it, one by one: items, exceptions, decisions, matches. */
import { z } from 'zod';
import {
  ageBuckets,
  comparisons,
  exceptionStates,
  exceptionTypes,
  groupings,
  matchRules,
  sides,
} from '../domain/reconciliation.ts';
import { branchKeySchema, businessDateSchema } from './closing-day.ts';
import { atMsSchema, countSchema, moneySchema, shownTextSchema, writtenText } from './wire.ts';

export const comparisonInput = { comparison: z.enum(comparisons) };
export const itemIdSchema = z.string().min(1).max(400);
export const keySchema = z.string().min(1).max(500);
export const matchIdSchema = z.string().min(1).max(64);
export const remarkSchema = writtenText(500);
const someone = z.object({ by: z.string(), atMs: atMsSchema });
export const textFilter = z.string().max(200).default('');

/** Where an item is found. */
const sourceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('closed'),
    rowId: z.string(),
    closingId: z.string(),
    zNumber: z.number().int().nullable(),
    /** The other PC that closed it. */
    pc: z.object({ id: z.string(), name: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('settled'), transactionId: z.string(), windowId: z.string().nullable() }),
  z.object({ kind: z.literal('window'), windowId: z.string() }),
  z.object({ kind: z.literal('early'), requestId: z.string() }),
  z.object({ kind: z.literal('line'), importId: z.string(), lineNo: countSchema }),
]);

/** The close of a branch's day, or a statement of these days. */
export const waitsForSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('close'),
    branchKey: branchKeySchema,
    branchName: z.string().nullable(),
    date: businessDateSchema,
  }),
  z.object({ kind: z.literal('statement'), from: businessDateSchema, to: businessDateSchema }),
]);

export const itemSchema = z.object({
  side: z.enum(sides),
  /** Unique within its side of its comparison. */
  itemId: itemIdSchema,
  orderId: z.string().nullable(),
  reference: z.string().nullable(),
  /** What it adds to a sum. */
  amount: moneySchema,
  /** Its size, where it adds nothing: its kind is not known, or the sale that it undoes is not. */
  notSummed: moneySchema.nullable().default(null),
  /**
   * Depends on the item. A sale: its business date. A settled transaction or a line: the day it came. A window: the day it is
   * due. An early payout: the day it was paid.
   */
  date: businessDateSchema.nullable(),
  branchName: z.string().nullable(),
  terminalId: z.string().nullable(),
  /** Payment type of a sale or settled transaction; description and counterparty of a line. */
  text: shownTextSchema,
  source: sourceSchema,
});
export type ReconcileItem = z.output<typeof itemSchema>;

export const exceptionSchema = z.object({
  /** Stays the same from run to run. */
  key: keySchema,
  /** Changes with the amounts: what acts on the exception says which one was seen. */
  version: z.string().max(64),
  ...comparisonInput,
  type: z.enum(exceptionTypes),
  /** One of both, or both. Those of `theirs` are several where the amounts of one order are together not the one of ours. */
  ours: itemSchema.nullable(),
  theirs: z.array(itemSchema),
  /**
   * Theirs less ours, in the currency of both; null if the currencies differ. Of `late` and `fee-unexpected` zero or within
   * tolerance.
   */
  difference: moneySchema.nullable(),
  /**
   * `fee-unexpected`: what was taken, what the gateway had quoted when it was settled (null: not known), and the usual share of
   * the method in basis points of the amount (250 is 2.50%).
   */
  fee: z
    .object({ taken: moneySchema, quoted: moneySchema.nullable(), usualShare: z.number().int().nullable() })
    .nullable(),
  /** The older one's. */
  date: businessDateSchema.nullable(),
  age: z.enum(ageBuckets),
  /** Business days; null without a date. */
  ageDays: countSchema.nullable(),
  state: z.enum(exceptionStates),
  /** It was decided on, and its amounts are others now: open again. */
  reopenedByChange: z.boolean(),
  owner: z.string().nullable(),
  dueOn: businessDateSchema.nullable(),
  /** Due before today, and open. */
  overdue: z.boolean(),
  /** The last one anybody wrote. */
  remark: z.string(),
});
export type ReconcileException = z.output<typeof exceptionSchema>;

export const exceptionFilterSchema = z.strictObject({
  types: z.array(z.enum(exceptionTypes)).default([]),
  ages: z.array(z.enum(ageBuckets)).default([]),
  /** Empty: all of them. */
  states: z.array(z.enum(exceptionStates)).default(['open']),
  /** A name; the empty text is "nobody"; null is everybody. */
  owner: z.string().max(60).nullable().default(null),
  branchNames: z.array(z.string()).default([]),
  /** In order id, reference, terminal, text, and an amount as it is written ("120.50"). */
  text: textFilter,
});
export type ExceptionFilter = z.output<typeof exceptionFilterSchema>;

/** What happened to an exception, oldest first. */
export const decisionSchema = someone.extend({
  /** `assigned`: owner, due date or remark. */
  kind: z.enum(['assigned', 'resolved', 'written-off', 'reopened']),
  owner: z.string().nullable(),
  dueOn: businessDateSchema.nullable(),
  remark: z.string(),
  /** Written off. */
  amount: moneySchema.nullable(),
  approvedBy: z.string().nullable(),
});
export type ExceptionDecision = z.output<typeof decisionSchema>;

/** An item of the other side that may belong to it, nearest first. */
export const candidateSchema = z.object({
  item: itemSchema,
  /** Theirs less ours. */
  difference: moneySchema,
  /** Business days between the two; null if one has no date. */
  daysApart: countSchema.nullable(),
  /** What they have in common. */
  same: z.array(z.enum(['order-id', 'reference', 'amount', 'date', 'branch', 'terminal'])),
  /** At a bank: the only one of almost this amount within the usual days, from both sides. A person decides. */
  isOnlyNear: z.boolean(),
});
export type MatchCandidate = z.output<typeof candidateSchema>;

export const matchSchema = z.object({
  /** For a manual match its id, which `unmatch` takes; for another a name within this run. */
  matchId: matchIdSchema,
  ...comparisonInput,
  rule: z.enum(matchRules),
  /** `one-to-many` only. */
  grouping: z.enum(groupings).nullable(),
  ours: z.array(itemSchema),
  theirs: z.array(itemSchema),
  difference: moneySchema,
  /** Only for a manual match. */
  manual: someone.extend({ remark: z.string() }).nullable(),
});
export type ReconcileMatch = z.output<typeof matchSchema>;
