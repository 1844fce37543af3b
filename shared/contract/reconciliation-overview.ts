/** The sums of a run, and how it stands. */
import { z } from 'zod';
import {
  ageBuckets,
  bookedKinds,
  comparisonStates,
  exceptionStates,
  exceptionTypes,
  expectedReasons,
  matchRules,
  outOfDateCauses,
  runPhases,
} from '../domain/reconciliation.ts';
import { businessDateSchema } from './closing-day.ts';
import { totalSchema } from './terminals.ts';
import { appErrorSchema, atMsSchema, countSchema } from './wire.ts';
import { comparisonInput } from './reconciliation-items.ts';

export const totals = z.array(totalSchema);
export const bothTotals = { ours: totals, theirs: totals };

export const comparisonSummarySchema = z.object({
  ...comparisonInput,
  state: z.enum(comparisonStates),
  all: z.object(bothTotals),
  /** One entry for each rule that matched something, in the order of the rules. */
  matched: z.array(z.object({ rule: z.enum(matchRules), matches: countSchema, ...bothTotals })),
  expected: z.array(z.object({ reason: z.enum(expectedReasons), ...bothTotals })),
  /** By type, age and state, as decisions are now. */
  exceptions: z.array(
    z.object({
      type: z.enum(exceptionTypes),
      age: z.enum(ageBuckets),
      state: z.enum(exceptionStates),
      count: countSchema,
      ...bothTotals,
    }),
  ),
  /**
   * Nothing is on the other side, and sold before the day from which is compared: nobody has to look for what was there before we
   * began. Of a settled transaction that tells no day of sale, it is the day of its settlement. Null: every day is compared.
   */
  before: z.object({ from: businessDateSchema.nullable(), ...bothTotals }),
  /** Theirs, and no business of ours: what was not sold on a terminal, and lines that take money out. */
  leftOut: totals,
  /** Of `sales`: authorisations in closes, which only hold money. They are in none of the counts and sums. */
  held: countSchema.default(0),
  /** Of a bank, what settles nothing, by what it is. */
  booked: z.array(z.object({ kind: z.enum(bookedKinds), theirs: totals })).default([]),
  /** The days that imported lines cover; null if there are none, and in `sales`. */
  covered: z.object({ from: businessDateSchema, to: businessDateSchema }).nullable(),
});
export type ComparisonSummary = z.output<typeof comparisonSummarySchema>;

/** The data a run saw. */
const basisSchema = z.object({
  settledReadAtMs: atMsSchema.nullable(),
  windowsReadAtMs: atMsSchema.nullable(),
  /** Only for early payouts. */
  requestsReadAtMs: atMsSchema.nullable(),
  lastClosedAtMs: atMsSchema.nullable(),
  /** How many of each comparison's kind it saw. */
  imports: z.object({ books: countSchema, bank: countSchema }),
  /** Ages, and what is still expected, are of this day. */
  today: businessDateSchema,
});

export const progressSchema = z.object({
  phase: z.enum(runPhases),
  /** Rows of this phase; `total` null while it is not known. */
  done: countSchema,
  total: countSchema.nullable(),
});

export const overviewSchema = z.object({
  /** Null before the first run of this profile. */
  result: z.object({ startedAtMs: atMsSchema, endedAtMs: atMsSchema, basis: basisSchema }).nullable(),
  /** Empty: the result is of the data as it is. */
  outOfDate: z.array(z.enum(outOfDateCauses)),
  /** Null while nothing runs. */
  running: progressSchema.nullable(),
  /** Why the last run failed; null if it did not. The result before it stays. */
  lastError: z.object({ error: appErrorSchema, atMs: atMsSchema }).nullable(),
  /** All three, in order. */
  comparisons: z.array(comparisonSummarySchema),
  /** How many proposals wait for a person. Their items are still counted as exceptions or as expected. */
  proposals: countSchema,
  /** What can be filtered on, over all comparisons. */
  owners: z.array(z.string()),
  branchNames: z.array(z.string()),
});
export type ReconciliationOverview = z.output<typeof overviewSchema>;
