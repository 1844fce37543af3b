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
import type { Right } from '../domain/rights.ts';
import { differenceReasons, leaveReasons } from '../domain/closing.ts';
import {
  atMsSchema,
  countSchema,
  nothing,
  pageInput,
  pageOf,
  terminalIdSchema,
  writtenText,
} from './wire.ts';
import {
  businessDateSchema,
  branchKeySchema,
  closingIdSchema,
  currencySchema,
  paymentTypeSchema,
  noteSchema,
  approvedSchema,
  branchSettingsSchema,
  closingDetailSchema,
  branchSchema,
  historyRowSchema,
  calendarDaySchema,
  lineNameShape,
} from './closing-day.ts';
import { reportSchema, zContentSchema, zDocumentSchema, zIdSchema } from './closing-z.ts';

const lineNameInput = { ...lineNameShape, currency: currencySchema, paymentType: paymentTypeSchema };
const change = <T extends z.ZodRawShape>(right: Right, more: T) => ({
  right,
  input: z.object({ closingId: closingIdSchema, ...more }),
  output: closingDetailSchema,
});

export const closingContract = {
  'closing.branches': { right: 'see', input: nothing, output: z.object({ branches: z.array(branchSchema) }) },
  'closing.settings.set': {
    right: 'settings.app',
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
    right: 'close.count',
    input: z.object({
      branchKey: branchKeySchema,
      businessDate: businessDateSchema.nullable().default(null),
    }),
    output: z.object({ kind: z.enum(['begun', 'already-begun']), closing: closingDetailSchema }),
  },
  /** Every call below answers with the page as it is then. Errors: closing/not-found, not-allowed-in-state. */
  'closing.detail': change('see', {}),
  /** Releases the rows. Only before a number was given. */
  'closing.cancel': change('close.count', { reason: writtenText(500, 1) }),

  /**
   * Step 1: reads these terminals afresh, or all that have no read in this close yet (null), one after another; answers when
   * all are done, `closing.changed` comes after each. A read that fails is in the terminal's line, not an error of the call.
   */
  'closing.read': {
    ...change('close.count', { terminalIds: z.array(terminalIdSchema).nullable().default(null) }),
    onlyReads: true,
  },
  /**
   * A terminal that stays out of this close: its rows wait for the next one. Null takes it in again. After the freeze (a
   * provisional close) it only says that the terminal stays unread: rows that are frozen stay.
   */
  'closing.leaveOut': change('close.count', {
    terminalId: terminalIdSchema,
    leave: z.object({ reason: z.enum(leaveReasons), note: noteSchema }).nullable(),
  }),
  /** Step 2: what is outstanding on a terminal stays so; it is in the totals all the same. Null takes that back. */
  'closing.leaveOutstanding': change('close.count', {
    terminalId: terminalIdSchema,
    leave: z.object({ reason: z.enum(leaveReasons), note: noteSchema }).nullable(),
  }),
  /** Step 3, L3: closes over an operation whose result is not known. It stays open and is followed as before. Error: closing/approval-needed (params.act). */
  'closing.carry': change('close.confirm', {
    opId: z.string().max(64),
    note: noteSchema.min(1),
    authorization: approvedSchema,
  }),

  /** Step 4: fixes the rows. `provisional: true` does it without steps 1 to 3. A second call changes nothing. */
  'closing.freeze': change('close.count', { provisional: z.boolean().default(false) }),
  /**
   * The whole count, each line as it was typed (Arabic digits, grouping and a currency sign are understood, and a minus where
   * more was given back than sold under the payment type, or may have been in a blind count). Lines may be added for what was counted and not listed. Every text
   * is kept; where one is not understood the error is
   * input/amount-not-understood with params.where `<currency>/<payment type>`, or `<currency>/<side>/<terminal>` where each terminal
   * is counted, and the count is not complete.
   */
  'closing.count': change('close.count', {
    lines: z
      .array(
        z.object({
          ...lineNameInput,
          typed: z.string().max(60),
          /** How many slips; null where the branch does not count them. */
          slips: z.string().max(12).nullable().default(null),
        }),
      )
      .max(200),
  }),
  /** Rows that arrived after the freeze. `include` freezes again and wants a new count; `leave` keeps them for the next close. */
  'closing.lateArrivals': change('close.count', { decision: z.enum(['include', 'leave']) }),
  /** Step 5. A new count with another difference wants a new explanation. */
  'closing.explain': change('close.count', {
    ...lineNameInput,
    reason: z.enum(differenceReasons),
    note: noteSchema.min(1),
  }),

  /** X: totals now, changes nothing. Refused with closing/blind-count while the caller counts this branch blind. */
  'closing.x': {
    right: 'see',
    input: z.object({ branchKey: branchKeySchema }),
    output: reportSchema.extend({
      atMs: atMsSchema,
      by: z.string(),
      /**
       * The close that is begun: the X is then of its day, and of what its Z would count. Null: of today, with rows of earlier days
       * that are in no close.
       */
      begun: closingIdSchema.nullable(),
    }),
  },
  /** Step 6: what the Z would say if it were confirmed now, without number. Errors as `closing.confirm`. */
  'closing.preview': {
    right: 'close.confirm',
    onlyReads: true,
    input: z.object({ closingId: closingIdSchema }),
    output: zContentSchema.omit({ number: true, revision: true }),
  },
  /**
   * Gives the number and seals the Z in one transaction. Also finishes a provisional close: same number, next revision.
   * Errors: closing/blocked with params.reason and params.step, closing/approval-needed; movement/journal-blocked while money
   * is stopped, as for `provisional` and `reopen`.
   */
  'closing.confirm': {
    right: 'close.confirm',
    input: z.object({ closingId: closingIdSchema, authorization: approvedSchema }),
    output: z.object({ closing: closingDetailSchema, z: zDocumentSchema }),
  },
  /** Gives the number without steps 1 to 3, marked PROVISIONAL. The counts must be complete and differences explained. */
  'closing.provisional': {
    right: 'close.confirm',
    input: z.object({
      closingId: closingIdSchema,
      note: writtenText(500, 1),
      authorization: approvedSchema,
    }),
    output: z.object({ closing: closingDetailSchema, z: zDocumentSchema }),
  },
  /** L3. The Z stays and is marked; the rows are free; the next close of that day gets the next number. */
  'closing.reopen': change('close.reopen', {
    reason: writtenText(500, 1),
    authorization: approvedSchema,
  }),

  /** All Zs of a close, oldest revision first. */
  'closing.zs': {
    right: 'see',
    input: z.object({ closingId: closingIdSchema }),
    output: z.object({ zs: z.array(zDocumentSchema) }),
  },
  /** Records a print: `copy` is 0 for the first, then counts. Call it before printing, and print the mark it gives. */
  'closing.print': {
    right: 'see',
    input: z.object(zIdSchema),
    output: z.object({ z: zDocumentSchema, copy: countSchema }),
  },
  /** The Z as text to keep or send: JSON that `closing.verifyZ` recognises. */
  'closing.zFile': {
    right: 'see',
    input: z.object(zIdSchema),
    output: z.object({ fileName: z.string(), text: z.string() }),
  },
  /** What this data says of the text of a Z file. */
  'closing.verifyZ': {
    right: 'see',
    input: z.object({ text: z.string().max(5_000_000) }),
    output: z.discriminatedUnion('kind', [
      /** Every character is as it was issued, and the audit record sealed it then. */
      z.object({ kind: z.literal('valid'), z: zDocumentSchema, sealedAtMs: atMsSchema }),
      /** `file`: its text is not the one that was issued. `kept`: what is kept here is not what the audit record sealed. */
      z.object({
        kind: z.literal('changed'),
        where: z.enum(['file', 'kept']),
        number: z.number().int(),
        /** As it is kept here. */
        z: zDocumentSchema,
      }),
      /** No Z of this number was issued in this profile's data. */
      z.object({ kind: z.literal('unknown-here'), number: z.number().int() }),
      z.object({ kind: z.literal('other-profile'), profileId: z.string() }),
      z.object({ kind: z.literal('not-a-z') }),
    ]),
  },

  /** Newest business date first. `pc`: closes of that PC of head office, or of `self`; null: of all that this one sees. */
  'closing.history': {
    right: 'see',
    input: z.strictObject({
      branchKey: branchKeySchema.nullable().default(null),
      pc: z.string().max(64).nullable().default(null),
      ...pageInput,
    }),
    output: pageOf(historyRowSchema),
  },
  'closing.calendar': {
    right: 'see',
    input: z.object({ branchKey: branchKeySchema, month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/) }),
    output: z.object({ days: z.array(calendarDaySchema) }),
  },
} as const;

export const closingEvents = {
  /** A close, or what its steps depend on, changed: read it again. Null: any of them. */
  'closing.changed': z.object({ closingId: z.string().nullable() }),
} as const;
