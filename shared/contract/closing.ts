/**
 * Closing the day of a branch. Our Z closes our local day; it does not settle cards.
 *
 * A close belongs to one branch and one business date, both fixed by `closing.begin`. Everything a person does is stored at
 * once: after a crash or a lock `closing.detail` shows the same page again. The order of calls:
 *
 *   begin → read (and leaveOut) → acknowledgement.* elsewhere (and leaveOutstanding) → carry → freeze → count → explain → confirm
 *
 * Without a connection: begin → freeze → count → explain → provisional; later read … → (count, explain) → confirm.
 * Days are best closed oldest first, and `earlierDays` names those still open, but nothing forces it: a close takes every row
 * that is in no other close, also those of earlier days, and marks them late.
 *
 * Days come from when a row was first seen on this PC, never from when it was sold: the gateway does not say that.
 * Amounts are summed per currency, never mixed, and per payment type. What gives money back (REVERSAL, REFUND, VOID) is listed
 * by the gateway, counted and expected as a positive amount under its own type; only a net has its sign.
 * A read of a terminal counts for 15 minutes: for `freeze` it is made again by `read`, and `confirm` makes it again itself.
 */
import { z } from 'zod';
import {
  approvedActs,
  closingBlocks,
  closingStates,
  closingSteps,
  differenceReasons,
  leaveReasons,
  totalsVerdicts,
} from '../domain/closing.ts';
import { movementKinds, operationStates } from '../domain/operation.ts';
import { roles } from '../domain/rights.ts';
import {
  appErrorSchema,
  atMsSchema,
  countSchema,
  moneySchema,
  nothing,
  pageInput,
  pageOf,
  terminalIdSchema,
} from './wire.ts';
import { authorizationSchema } from './people.ts';
import { totalSchema, unreadableRowSchema } from './terminals.ts';

/** A calendar date of the branch: 'YYYY-MM-DD'. */
export const businessDateSchema = z.iso.date();
/** The branch's id of the gateway, else 'name:<its name>', else 'none' (shared/domain/closing.ts). */
export const branchKeySchema = z.string().min(1).max(200);
const closingIdSchema = z.string().min(1).max(64);
const currencySchema = z.string().min(1).max(20);
/** Null where the gateway gave none. */
const paymentTypeSchema = z.string().max(100).nullable();
const noteSchema = z.string().trim().max(500);
/** What was typed to confirm (people): at L3 with a second person. Null asks whether it is needed at all. */
const approvedSchema = authorizationSchema.nullable().default(null);
const someone = z.object({ atMs: atMsSchema, by: z.string() });

/** Settings of one branch. A currency that is not named has 0 in both lists. */
export const branchSettingsSchema = z.object({
  /** IANA name; Africa/Cairo until somebody sets it. */
  timeZone: z.string().min(1).max(64),
  /** Local time 'HH:MM' at which the business date turns; 04:00 until somebody sets it. */
  cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** A difference up to this needs no reason. */
  tolerance: z.array(moneySchema),
  /** A difference above this needs a second person at `confirm`; EGP 500.00 until somebody sets it. */
  largeDifference: z.array(moneySchema),
  /** Roles that count without seeing what is expected; nobody without the right close.see-expected sees it in any case. */
  blindRoles: z.array(z.enum(roles)).max(roles.length),
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
  /** Transactions of this close that the gateway still lists and nobody acknowledged here. */
  outstandingCount: countSchema,
  outstanding: z.array(totalSchema),
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
  totals: z.array(totalSchema),
  createdAtMs: atMsSchema,
  carried: someone.extend({ approvedBy: z.string(), note: z.string() }).nullable(),
});

/** One currency and payment type. While the count is blind `expected`, `count` and `difference` are null. */
const countLineSchema = z.object({
  currency: z.string(),
  paymentType: z.string().nullable(),
  count: countSchema.nullable(),
  expected: moneySchema.nullable(),
  /** As it was typed, understood or not; null before. */
  typed: z.string().nullable(),
  /** Null where nothing was typed, or it was not understood. */
  counted: moneySchema.nullable(),
  /** counted − expected. */
  difference: moneySchema.nullable(),
  /** Null while it is not known. */
  verdict: z.enum(['agrees', 'within-tolerance', 'to-explain', 'explained']).nullable(),
  /** Above the limit: a second person is needed at `confirm`. */
  large: z.boolean(),
  explanation: someone.extend({ reason: z.enum(differenceReasons), note: z.string() }).nullable(),
});
export type CountLine = z.output<typeof countLineSchema>;

const stepSchema = z.object({
  step: z.enum(closingSteps),
  done: z.boolean(),
  /** How many of how many: terminals read, transactions acknowledged, operations settled or carried, lines counted, lines explained. */
  ready: countSchema,
  total: countSchema,
  /** Null where nothing is in the way. */
  blocked: z.object({ reason: z.enum(closingBlocks), count: countSchema }).nullable(),
});
export type ClosingStepState = z.output<typeof stepSchema>;

/** One line of a Z or X. Totals are per payment type and entry mode. */
const typeTotalSchema = z.object({
  currency: z.string(),
  paymentType: z.string().nullable(),
  entryMode: z.string().nullable(),
  count: countSchema,
  amount: moneySchema,
});

const rowFactsSchema = z.object({
  rowId: z.string(),
  terminalId: z.string(),
  refNumber: z.string().nullable(),
  merchantOrderId: z.string().nullable(),
  paymentType: z.string().nullable(),
  amount: moneySchema,
});

/** What a Z or an X says. Everything that is printed is in here; the signature lines and the words are the window's. */
export const reportSchema = z.object({
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  timeZone: z.string(),
  cutOff: z.string(),
  /** The instant at which the business date ends. */
  endsAtMs: atMsSchema,
  appVersion: z.string(),
  terminals: z.array(
    z.object({
      terminalId: z.string(),
      label: z.string(),
      /** Data age: when it was last read whole. */
      lastReadAtMs: atMsSchema.nullable(),
      leftOut: z.object({ reason: z.enum(leaveReasons), note: z.string() }).nullable(),
      left: z.array(totalSchema),
      outstandingLeft: z
        .object({ reason: z.enum(leaveReasons), note: z.string(), count: countSchema })
        .nullable(),
    }),
  ),
  totals: z.array(typeTotalSchema),
  /** Payment type SALE, and REVERSAL, per currency. Other types are in `totals` only. */
  sales: z.array(totalSchema),
  reversals: z.array(totalSchema),
  /** Rows first seen on an earlier business date, in this close. */
  late: z.array(totalSchema),
});
export type Report = z.output<typeof reportSchema>;

export const zContentSchema = reportSchema.extend({
  number: z.number().int().positive(),
  /** 1, and one more for each later issue of the same number. */
  revision: z.number().int().positive(),
  kind: z.enum(['provisional', 'final']),
  environment: z.string(),
  merchantId: z.string(),
  begun: someone,
  /** When and by whom this revision was issued. */
  closed: someone,
  /** Who agreed to what needed a second person; null where nothing did. */
  approvedBy: z.string().nullable(),
  verdict: z.enum(totalsVerdicts),
  /** How often it was counted. */
  counts: countSchema,
  lines: z.array(
    z.object({
      currency: z.string(),
      paymentType: z.string().nullable(),
      count: countSchema,
      expected: moneySchema,
      counted: moneySchema,
      difference: moneySchema,
      explanation: z
        .object({ reason: z.enum(differenceReasons), note: z.string(), by: z.string() })
        .nullable(),
    }),
  ),
  carried: z.array(
    z.object({
      opId: z.string(),
      kind: z.string(),
      state: z.string(),
      note: z.string(),
      approvedBy: z.string(),
    }),
  ),
  /** Numbers that a journal which was lost may have given: none of them is on this PC, and none is given again. */
  skipped: z
    .object({ from: z.number().int().positive(), to: z.number().int().positive() })
    .nullable()
    .default(null),
  /** Why it was closed without a connection; null where it was not. */
  provisionalNote: z.string().nullable(),
  /** Against the issue before it of the same day: a provisional Z, or one that was reopened; null for a first issue. */
  changes: z
    .object({
      number: z.number().int().positive(),
      revision: z.number().int().positive(),
      /** Why that one was reopened; null where it was provisional. */
      reopenReason: z.string().nullable(),
      added: z.array(rowFactsSchema),
      removed: z.array(rowFactsSchema),
      /** Rows of both that were outstanding then and are acknowledged now. */
      acknowledgedSince: countSchema,
    })
    .nullable(),
});
export type ZContent = z.output<typeof zContentSchema>;

/** A Z as it is kept: `sha256` is of its canonical JSON, and sealed in the audit record when it was issued. */
export const zDocumentSchema = z.object({
  closingId: z.string(),
  content: zContentSchema,
  sha256: z.string(),
  /** Entry of the audit record that seals it. */
  sealedSeq: z.number().int(),
  issuedAtMs: atMsSchema,
  /** Set when this day was opened again: the Z is kept and no longer the day's. */
  reopened: someone.extend({ reason: z.string(), approvedBy: z.string() }).nullable(),
  /** How many times it has been printed; every print after the first is a copy. */
  prints: countSchema,
});
export type ZDocument = z.output<typeof zDocumentSchema>;
const zIdSchema = {
  branchKey: branchKeySchema,
  number: z.number().int().positive(),
  /** Null: the last one. */
  revision: z.number().int().positive().nullable().default(null),
};

const openDaySchema = z.object({
  businessDate: businessDateSchema,
  /** Business days since. 0 is today. */
  daysLate: countSchema,
  /** `rows`: transactions of it are in no close. The others say how its close stands. */
  why: z.enum(['rows', 'begun', 'provisional', 'reopened']),
  closingId: z.string().nullable(),
  count: countSchema,
});

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
  /** Empty before the freeze, and for a day without sales. */
  lines: z.array(countLineSchema),
  counts: countSchema,
  /** Arrived after the freeze, before the end of the day, and not decided on. Null while blind (only the count is told). */
  lateArrivals: z.object({ count: countSchema, totals: z.array(totalSchema).nullable() }),
  /** Left for the next close by a person. */
  leftForNext: countSchema,
  /** What `confirm` will want a second person for. Carrying an operation is approved at `carry`. */
  approvalNeeded: z.array(z.enum(approvedActs)),
  /** What `provisional` is blocked by; null where it can be called. Only for a close that is `open`. */
  provisionalBlocked: z.object({ reason: z.enum(closingBlocks), count: countSchema }).nullable(),
  /** Earlier days of this branch that are still open, oldest first. */
  earlierDays: z.array(openDaySchema),
  /** Business days between the date and when it was closed, or today. */
  daysLate: countSchema,
});
export type ClosingDetail = z.output<typeof closingDetailSchema>;

const branchSchema = z.object({
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

const historyRowSchema = z.object({
  closingId: z.string(),
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  /** Cancelled ones are not listed. */
  state: z.enum(['open', 'provisional', 'closed', 'reopened']),
  number: z.number().int().nullable(),
  revision: z.number().int().nullable(),
  begun: someone,
  closed: someone.nullable(),
  /** Null before a Z. */
  sales: z.array(totalSchema).nullable(),
  reversals: z.array(totalSchema).nullable(),
  /** Net of counted − expected over all lines, per currency: lines that give money back count against the others. Two lines can cancel out, so `linesDiffering` counts them. */
  difference: z.array(moneySchema).nullable(),
  linesDiffering: countSchema.nullable(),
  daysLate: countSchema,
});
export type ClosingHistoryRow = z.output<typeof historyRowSchema>;

const calendarDaySchema = z.object({
  businessDate: businessDateSchema,
  /** `late`: open, and its day is over. `none`: nothing happened on this PC. Days to come are left out. */
  state: z.enum(['closed', 'provisional', 'open', 'late', 'none']),
  /** Sales by day of first sight: from the Z where there is one. */
  sales: z.array(totalSchema),
  reversals: z.array(totalSchema),
  number: z.number().int().nullable(),
  closingId: z.string().nullable(),
  /** The same weekday of the week before. */
  weekBefore: z.array(totalSchema),
});

const change = <T extends z.ZodRawShape>(more: T) => ({
  input: z.object({ closingId: closingIdSchema, ...more }),
  output: closingDetailSchema,
});

export const closingContract = {
  'closing.branches': { input: nothing, output: z.object({ branches: z.array(branchSchema) }) },
  'closing.settings.set': {
    /**
     * A time zone that this computer does not know, and one currency twice, are refused with params.where; a zone or cut-off
     * by which it is a day before the last closed one, with closing/settings-behind.
     */
    input: z.object({ branchKey: branchKeySchema, settings: branchSettingsSchema.partial() }),
    output: branchSettingsSchema,
  },

  /**
   * Null: today's business date. A second begin of the branch, from any window, gets the first (`already-begun`).
   * Errors: closing/branch-not-found, day-closed, day-not-begun, clock-behind, covered-by-later.
   */
  'closing.begin': {
    input: z.object({
      branchKey: branchKeySchema,
      businessDate: businessDateSchema.nullable().default(null),
    }),
    output: z.object({ kind: z.enum(['begun', 'already-begun']), closing: closingDetailSchema }),
  },
  /** Every call below answers with the page as it is then. Errors: closing/not-found, not-allowed-in-state. */
  'closing.detail': change({}),
  /** Releases the rows. Only before a number was given. */
  'closing.cancel': change({ reason: z.string().trim().min(1).max(500) }),

  /**
   * Step 1: reads these terminals afresh, or all that have no read in this close yet (null), one after another; answers when
   * all are done, `closing.changed` comes after each. A read that fails is in the terminal's line, not an error of the call.
   */
  'closing.read': change({ terminalIds: z.array(terminalIdSchema).nullable().default(null) }),
  /**
   * A terminal that stays out of this close: its rows wait for the next one. Null takes it in again. After the freeze (a
   * provisional close) it only says that the terminal stays unread: rows that are frozen stay.
   */
  'closing.leaveOut': change({
    terminalId: terminalIdSchema,
    leave: z.object({ reason: z.enum(leaveReasons), note: noteSchema }).nullable(),
  }),
  /** Step 2: what is outstanding on a terminal stays so; it is in the totals all the same. Null takes that back. */
  'closing.leaveOutstanding': change({
    terminalId: terminalIdSchema,
    leave: z.object({ reason: z.enum(leaveReasons), note: noteSchema }).nullable(),
  }),
  /** Step 3, L3: closes over an operation whose result is not known. It stays open and is followed as before. Error: closing/approval-needed (params.act). */
  'closing.carry': change({
    opId: z.string().max(64),
    note: noteSchema.min(1),
    authorization: approvedSchema,
  }),

  /** Step 4: fixes the rows. `provisional: true` does it without steps 1 to 3. A second call changes nothing. */
  'closing.freeze': change({ provisional: z.boolean().default(false) }),
  /**
   * The whole count, each line as it was typed (Arabic digits, grouping and a currency sign are understood). Lines may be
   * added for what was counted and not listed. Every text is kept; where one is not understood the error is
   * input/amount-not-understood with params.where `<currency>/<payment type>` and the count is not complete.
   */
  'closing.count': change({
    lines: z
      .array(
        z.object({ currency: currencySchema, paymentType: paymentTypeSchema, typed: z.string().max(60) }),
      )
      .max(200),
  }),
  /** Rows that arrived after the freeze. `include` freezes again and wants a new count; `leave` keeps them for the next close. */
  'closing.lateArrivals': change({ decision: z.enum(['include', 'leave']) }),
  /** Step 5. A new count with another difference wants a new explanation. */
  'closing.explain': change({
    currency: currencySchema,
    paymentType: paymentTypeSchema,
    reason: z.enum(differenceReasons),
    note: noteSchema.min(1),
  }),

  /** X: totals now, changes nothing. Refused with closing/blind-count while the caller counts this branch blind. */
  'closing.x': {
    input: z.object({ branchKey: branchKeySchema }),
    output: reportSchema.extend({
      atMs: atMsSchema,
      by: z.string(),
      /** Rows of earlier days that are in no close are in these totals too, as they would be in a Z now. */
      begun: closingIdSchema.nullable(),
    }),
  },
  /** Step 6: what the Z would say if it were confirmed now, without number. Errors as `closing.confirm`. */
  'closing.preview': {
    input: z.object({ closingId: closingIdSchema }),
    output: zContentSchema.omit({ number: true, revision: true }),
  },
  /**
   * Gives the number and seals the Z in one transaction. Also finishes a provisional close: same number, next revision.
   * Errors: closing/blocked with params.reason and params.step, closing/approval-needed; movement/journal-blocked while money
   * is stopped, as for `provisional` and `reopen`.
   */
  'closing.confirm': {
    input: z.object({ closingId: closingIdSchema, authorization: approvedSchema }),
    output: z.object({ closing: closingDetailSchema, z: zDocumentSchema }),
  },
  /** Gives the number without steps 1 to 3, marked PROVISIONAL. The counts must be complete and differences explained. */
  'closing.provisional': {
    input: z.object({
      closingId: closingIdSchema,
      note: z.string().trim().min(1).max(500),
      authorization: approvedSchema,
    }),
    output: z.object({ closing: closingDetailSchema, z: zDocumentSchema }),
  },
  /** L3. The Z stays and is marked; the rows are free; the next close of that day gets the next number. */
  'closing.reopen': change({ reason: z.string().trim().min(1).max(500), authorization: approvedSchema }),

  /** All Zs of a close, oldest revision first. */
  'closing.zs': {
    input: z.object({ closingId: closingIdSchema }),
    output: z.object({ zs: z.array(zDocumentSchema) }),
  },
  'closing.z': { input: z.object(zIdSchema), output: zDocumentSchema },
  /** Records a print: `copy` is 0 for the first, then counts. Call it before printing, and print the mark it gives. */
  'closing.print': {
    input: z.object(zIdSchema),
    output: z.object({ z: zDocumentSchema, copy: countSchema }),
  },
  /** The Z as text to keep or send: JSON that `closing.verifyZ` recognises. */
  'closing.zFile': {
    input: z.object(zIdSchema),
    output: z.object({ fileName: z.string(), text: z.string() }),
  },
  /** What this data says of the text of a Z file. */
  'closing.verifyZ': {
    input: z.object({ text: z.string().max(5_000_000) }),
    output: z.discriminatedUnion('kind', [
      /** Every character is as it was issued, and the audit record sealed it then. */
      z.object({ kind: z.literal('valid'), z: zDocumentSchema, sealedAtMs: atMsSchema }),
      /** `file`: its text is not the one that was issued. `kept`: what is kept here is not what the audit record sealed. */
      z.object({ kind: z.literal('changed'), where: z.enum(['file', 'kept']), number: z.number().int() }),
      /** No Z of this number was issued in this profile's data. */
      z.object({ kind: z.literal('unknown-here'), number: z.number().int() }),
      z.object({ kind: z.literal('other-profile'), profileId: z.string() }),
      z.object({ kind: z.literal('not-a-z') }),
    ]),
  },

  /** Newest business date first. */
  'closing.history': {
    input: z.object({ branchKey: branchKeySchema.nullable().default(null), ...pageInput }),
    output: pageOf(historyRowSchema),
  },
  'closing.calendar': {
    input: z.object({ branchKey: branchKeySchema, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
    output: z.object({ days: z.array(calendarDaySchema) }),
  },
} as const;

export const closingEvents = {
  /** A close, or what its steps depend on, changed: read it again. Null: any of them. */
  'closing.changed': z.object({ closingId: z.string().nullable() }),
} as const;
