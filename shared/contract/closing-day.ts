/** A close as its page shows it, a branch, and the days before: the shapes of closing.ts. */
import { z } from 'zod';
import {
  approvedActs,
  closingBlocks,
  closingStates,
  closingSteps,
  countSides,
  countWays,
  differenceReasons,
  leaveReasons,
} from '../domain/closing.ts';
import { movementKinds, operationStates } from '../domain/operation.ts';
import { roles } from '../domain/rights.ts';
import { hintCauses } from '../domain/count-hints.ts';
import {
  appErrorSchema,
  atMsSchema,
  countSchema,
  moneySchema,
  terminalIdSchema,
  writtenText,
} from './wire.ts';
import { TIME_OF_DAY } from '../time/time-of-day.ts';
import { authorizationSchema } from './people.ts';
import { kinds } from '../domain/kinds/index.ts';
import { reportSumsSchema, totalSchema, unreadableRowSchema } from './terminals.ts';

/** A calendar date of the branch: 'YYYY-MM-DD'. */
export const businessDateSchema = z.iso.date();
/** The branch's id of the gateway, else 'name:<its name>', else 'none' (shared/domain/closing.ts). */
export const branchKeySchema = z.string().min(1).max(200);
export const closingIdSchema = z.string().min(1).max(64);
export const currencySchema = z.string().min(1).max(20);
/** Null if the gateway gave none. */
export const paymentTypeSchema = z.string().max(100).nullable();
export const noteSchema = writtenText(500);
/** What was typed to confirm (people): at L3 with a second person. Null asks whether it is needed at all. */
export const approvedSchema = authorizationSchema.nullable().default(null);
export const someone = z.object({ atMs: atMsSchema, by: z.string() });

/** Settings of one branch. A currency that is not named has 0 in both lists. */
export const branchSettingsSchema = z.object({
  /** IANA name; Africa/Cairo until somebody sets it. */
  timeZone: z.string().min(1).max(64),
  /** Local time 'HH:MM' at which the business date turns; 04:00 until somebody sets it. */
  cutOff: z.string().regex(TIME_OF_DAY),
  /** A difference up to this needs no reason. */
  tolerance: z.array(moneySchema),
  /** A difference above this needs a second person at `confirm`; EGP 500.00 until somebody sets it. */
  largeDifference: z.array(moneySchema),
  /** Roles that count without seeing what is expected; nobody without the right close.see-expected sees it in any case. */
  blindRoles: z.array(z.enum(roles)).max(roles.length),
  /** Both hold for a count from when it begins. */
  countBy: z.enum(countWays),
  /** True if the number of slips of each terminal is counted, too. */
  countSlips: z.boolean(),
});
export type BranchSettings = z.output<typeof branchSettingsSchema>;

const terminalStepSchema = z.object({
  terminalId: z.string(),
  label: z.string(),
  /** `to-read`: no whole read in this close yet, or one too old for the freeze. `failed`: the last one failed, see `error`. */
  state: z.enum(['to-read', 'reading', 'read', 'failed', 'left-out']),
  /** The last whole read ever: how old the figures are. */
  lastReadAtMs: atMsSchema.nullable(),
  error: appErrorSchema.nullable(),
  /** Its rows stay for the next close; `left` is what is known of them. */
  leftOut: someone.extend({ reason: z.enum(leaveReasons), note: z.string() }).nullable(),
  left: z.array(totalSchema),
  /** Rows of an unknown kind, by their size. They are not in `left`. */
  leftNotSummed: z.array(totalSchema),
  /** Transactions of this close that the gateway still lists and nobody acknowledged here. */
  outstandingCount: countSchema,
  /** Net, by what rows add. */
  outstanding: z.array(totalSchema),
  /** Rows of an unknown kind, by their size. They are not in `outstanding`. */
  notSummed: z.array(totalSchema),
  outstandingLeft: someone.extend({ reason: z.enum(leaveReasons), note: z.string() }).nullable(),
  unreadable: z.array(unreadableRowSchema),
  /** It is on the close's list and belongs to another branch now: rows already frozen stay in this close. */
  movedTo: z.object({ branchKey: z.string(), branchName: z.string().nullable() }).nullable(),
});
export type ClosingTerminal = z.output<typeof terminalStepSchema>;

const operationStepSchema = z.object({
  opId: z.string(),
  kind: z.enum(movementKinds),
  state: z.enum(operationStates),
  terminalId: z.string(),
  /** Of a reversal: the sale that it is to undo. */
  orderId: z.string().nullable(),
  totals: z.array(totalSchema),
  createdAtMs: atMsSchema,
  carried: someone.extend({ approvedBy: z.string(), note: z.string() }).nullable(),
});

/** What a line is of: one side of a terminal (its payment type is null), or, where both are null, one payment type of the branch. */
export const lineNameShape = {
  currency: z.string(),
  paymentType: z.string().nullable(),
  terminalId: terminalIdSchema.nullable().default(null),
  side: z.enum(countSides).nullable().default(null),
};

const hintRowSchema = z.object({
  rowId: z.string(),
  terminalId: z.string(),
  refNumber: z.string().nullable(),
  merchantOrderId: z.string().nullable(),
  paymentType: z.string().nullable(),
  amount: moneySchema,
  firstSeenAtMs: atMsSchema,
});
export type HintRow = z.output<typeof hintRowSchema>;
/** A likely cause of a difference, from the rows. It decides nothing. */
const hintSchema = z.object({
  cause: z.enum(hintCauses),
  /** What to look at; none where the whole total is what was typed wrong. */
  rows: z.array(hintRowSchema),
  /** So many more are alike. */
  more: countSchema,
  /** `before`: the close that counted it. */
  closingId: closingIdSchema.nullable(),
});
export type Hint = z.output<typeof hintSchema>;

/**
 * What takes money back is written without a sign (its `kind`, or its side, says it). While the count is blind `expected`, `count` and
 * `difference` are null, and there are no hints.
 */
const countLineSchema = z.object({
  ...lineNameShape,
  kind: z.enum(kinds),
  count: countSchema.nullable(),
  expected: moneySchema.nullable(),
  /** As it was typed, whether understood or not. Null before anything is typed. */
  typed: z.string().nullable(),
  /** Null if nothing was typed, or it was not understood. */
  counted: moneySchema.nullable(),
  /** counted − expected. */
  difference: moneySchema.nullable(),
  /** Null while it is not known. */
  verdict: z.enum(['agrees', 'within-tolerance', 'to-explain', 'explained']).nullable(),
  /** Above the limit: a second person is needed at `confirm`. */
  large: z.boolean(),
  /** How many slips, against `count`; null if nobody counts them. */
  slips: z.object({ typed: z.string().nullable(), counted: countSchema.nullable() }).nullable(),
  explanation: someone.extend({ reason: z.enum(differenceReasons), note: z.string() }).nullable(),
  hints: z.array(hintSchema),
});
export type CountLine = z.output<typeof countLineSchema>;

const stepSchema = z.object({
  step: z.enum(closingSteps),
  done: z.boolean(),
  /**
   * How many of how many: terminals read, transactions acknowledged, operations settled or carried, lines counted, lines
   * explained.
   */
  ready: countSchema,
  total: countSchema,
  /** Null if nothing is in the way. */
  blocked: z.object({ reason: z.enum(closingBlocks), count: countSchema }).nullable(),
});
export type ClosingStepState = z.output<typeof stepSchema>;

const openDaySchema = z.object({
  businessDate: businessDateSchema,
  /** Business days since. 0 is today. */
  daysLate: countSchema,
  /** `rows`: transactions of it are in no close. The others say how its close stands. */
  why: z.enum(['rows', 'begun', 'provisional', 'reopened']),
  closingId: z.string().nullable(),
  count: countSchema,
});

/** A row that could not be read and that was acknowledged all the same: who decided so, why, and when it happened. */
export const acknowledgedUnreadSchema = unreadableRowSchema.extend({
  opId: z.string(),
  terminalId: z.string(),
  by: z.string(),
  note: z.string(),
  atMs: atMsSchema,
});
export type AcknowledgedUnread = z.output<typeof acknowledgedUnreadSchema>;

/** The close as the page shows it. */
export const closingDetailSchema = z.object({
  closingId: z.string(),
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  timeZone: z.string(),
  cutOff: z.string(),
  endsAtMs: atMsSchema,
  state: z.enum(closingStates),
  begun: someone,
  frozenAtMs: atMsSchema.nullable(),
  /** Null while nothing was issued. */
  number: z.number().int().positive().nullable(),
  revision: z.number().int().positive().nullable(),
  closed: someone.nullable(),
  provisional: someone.extend({ note: z.string() }).nullable(),
  cancelled: someone.extend({ reason: z.string() }).nullable(),
  reopened: someone.extend({ reason: z.string(), approvedBy: z.string() }).nullable(),
  /** All six, in order. */
  steps: z.array(stepSchema),
  terminals: z.array(terminalStepSchema),
  operations: z.array(operationStepSchema),
  /** True: the caller's role counts blind and the count is not stored yet, so what is expected is not in this answer. */
  blind: z.boolean(),
  /** As the branch's settings were when the count began; before that, as they are. */
  countBy: z.enum(countWays),
  countSlips: z.boolean(),
  /** Empty before the freeze, and for a day without sales. */
  lines: z.array(countLineSchema),
  counts: countSchema,
  /** Rows that could not be read and were acknowledged all the same. They are in no sum. */
  unread: z.array(acknowledgedUnreadSchema),
  /** Arrived after the freeze, before the end of the day, and not decided on. Null while blind (only the count is told). */
  lateArrivals: z.object({
    count: countSchema,
    totals: z.array(totalSchema).nullable(),
    notSummed: z.array(totalSchema).nullable(),
  }),
  /**
   * Sums of the rows that the Z will count. Before the rows are fixed: those it would take now; afterwards: those it holds.
   * Null while blind.
   */
  sums: reportSumsSchema.nullable(),
  /** Left for the next close by a person. */
  leftForNext: countSchema,
  /** What `confirm` will want a second person for. Carrying an operation is approved at `carry`. */
  approvalNeeded: z.array(z.enum(approvedActs)),
  /** What `provisional` is blocked by; null if it can be called. Only for a close that is `open`. */
  provisionalBlocked: z.object({ reason: z.enum(closingBlocks), count: countSchema }).nullable(),
  /** Earlier days of this branch that are still open, oldest first. */
  earlierDays: z.array(openDaySchema),
  /** Calendar days between the date and when it was closed, or today. */
  daysLate: countSchema,
});
export type ClosingDetail = z.output<typeof closingDetailSchema>;

export const branchSchema = z.object({
  branchKey: z.string(),
  branchName: z.string().nullable(),
  terminalCount: countSchema,
  settings: branchSettingsSchema,
  /** Today's, by the branch's zone and cut-off; never before the last closed one (see `clockBehind`). */
  businessDate: businessDateSchema,
  /** When it turns. */
  nextCutOffAtMs: atMsSchema,
  /** The computer's clock says a day before the last closed one: nothing can be closed until it is right. */
  clockBehind: z.boolean(),
  /** The close that is begun, if any. */
  begun: z
    .object({ closingId: z.string(), businessDate: businessDateSchema, atMs: atMsSchema, by: z.string() })
    .nullable(),
  /** Best closed first. */
  suggestedDate: businessDateSchema,
  /** Oldest first; today only where something of it waits. */
  openDays: z.array(openDaySchema),
  lastClosed: z
    .object({ businessDate: businessDateSchema, number: z.number().int(), closed: someone })
    .nullable(),
});
export type ClosingBranch = z.output<typeof branchSchema>;

export const historyRowSchema = z.object({
  closingId: z.string(),
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  /** Cancelled ones are not listed. `newer`: another PC told of it last in a form that only a newer Closeout can read. */
  state: z.enum(['open', 'provisional', 'closed', 'reopened', 'newer']),
  number: z.number().int().nullable(),
  revision: z.number().int().nullable(),
  begun: someone,
  closed: someone.nullable(),
  /** Null before a Z. */
  sales: z.array(totalSchema).nullable(),
  reversals: z.array(totalSchema).nullable(),
  /** As its Z says, by kind. Null without a Z, and for a Z that is older than kinds. */
  sums: reportSumsSchema.nullable(),
  /** What its rows come to by what words mean now, where the Z would be another now; null if it would not. */
  netNow: z.array(totalSchema).nullable(),
  /**
   * Net of counted − expected over all lines, per currency: lines that give money back count against the others. Two lines can
   * cancel out, so `linesDiffering` counts them.
   */
  difference: z.array(moneySchema).nullable(),
  linesDiffering: countSchema.nullable(),
  daysLate: countSchema,
  /** The PC that published it; null: this one. */
  pc: z.object({ id: z.string(), name: z.string() }).nullable(),
});
export type ClosingHistoryRow = z.output<typeof historyRowSchema>;

export const calendarDaySchema = z.object({
  businessDate: businessDateSchema,
  /** `late`: open, and its day is over. `none`: nothing happened on this PC. Days to come are left out. */
  state: z.enum(['closed', 'provisional', 'open', 'late', 'none']),
  /** Of the rows by the day on which they were first seen; what the Z counts if there is one. */
  net: z.array(totalSchema),
  number: z.number().int().nullable(),
  closingId: z.string().nullable(),
  /** The net of the same weekday of the week before. */
  weekBefore: z.array(totalSchema),
  /** True if a line that was counted is not what was expected. */
  differs: z.boolean(),
});
