/**
 * Reconciliation: what our closes have, what the gateway settled, what the books and the bank say.
 *
 * A run compares everything that is on this PC and replaces the last result at once; it is started by a person, and by itself
 * shortly after a close, a download, an import or a match. What people decide is kept apart from results and holds through every
 * run: an exception has a key that stays. A decision is on the page at once; a match is, too, and counts in the sums with the
 * run that follows.
 *
 * Amounts are signed: what gives money back, or takes it out, is negative. A difference is theirs less ours. In sums of one side
 * every item is counted once: matched + expected + exceptions + before + leftOut = all, in each currency. `books` are compared for the
 * days that imported sales cover.
 */
import { z } from 'zod';
import {
  bulkActions,
  bulkProblems,
  exceptionTypes,
  matchRules,
  restReasons,
  sides,
} from '../domain/reconciliation.ts';
import { businessDateSchema } from './closing-day.ts';
import { authorizationSchema } from './people.ts';
import { savedSchema } from './reports.ts';
import { appErrorSchema, countSchema, moneySchema, nothing, pageInput, pageOf, writtenText } from './wire.ts';
import {
  comparisonInput,
  itemIdSchema,
  keySchema,
  matchIdSchema,
  waitsForSchema,
  remarkSchema,
  textFilter,
  itemSchema,
  exceptionSchema,
  exceptionFilterSchema,
  decisionSchema,
  candidateSchema,
  matchSchema,
} from './reconciliation-items.ts';
import { bankRulesContract } from './bank-rules.ts';
import { proposalContract } from './reconciliation-proposals.ts';
import { totals, bothTotals, progressSchema, overviewSchema } from './reconciliation-overview.ts';

const weekdaySchema = z.union(
  [1, 2, 3, 4, 5, 6, 7].map((day) => z.literal(day as 1 | 2 | 3 | 4 | 5 | 6 | 7)),
);
export const reconciliationSettingsSchema = z.object({
  /** The first day that is compared; null: the business day of the first close that stands. */
  from: businessDateSchema.nullable().default(null),
  /** IANA name: what day it is, and the day of an instant of the gateway. */
  timeZone: z.string().min(1).max(64),
  /** ISO 3166 code: its weekend holds unless `weekend` says otherwise. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** Days of the week without business (1 Monday … 7 Sunday), at most six; null: the country's. */
  weekend: z.array(weekdaySchema).max(6).nullable(),
  holidays: z.array(businessDateSchema).max(500),
  /** Business days after which what was closed should be settled, and what is due should be at the bank. */
  settlementDays: z.number().int().min(0).max(30),
  /** A difference up to this is matched. A currency that is not named has 0. */
  tolerance: z.array(moneySchema).max(20),
  /** How far the share of a fee may be from the usual one of its method, in basis points of the amount. */
  feeTolerance: z.number().int().min(0).max(10_000),
});
export type ReconciliationSettings = z.output<typeof reconciliationSettingsSchema>;
const settingsOutput = z.object({
  settings: reconciliationSettingsSchema,
  /** The business day of the first close that stands; null while there is none. */
  firstClosedOn: businessDateSchema.nullable(),
});

export const seenSchema = z.object({ key: keySchema, version: z.string().max(64) });
const manySeen = z.array(seenSchema).min(1).max(500);
const changedOutput = z.object({ exceptions: z.array(exceptionSchema) });

/** Words of the sheet, in every language that it may come back in. */
const words = z.array(writtenText(100, 1)).min(1).max(10);

export const reconciliationContract = {
  ...proposalContract,
  ...bankRulesContract,
  'reconciliation.overview': { right: 'see', input: nothing, output: overviewSchema },
  /** Answers at once; a call while one runs joins it. Progress comes as events. */
  'reconciliation.run': { right: 'reconcile', input: nothing, output: nothing },
  /** The last result stays. */
  'reconciliation.cancel': { right: 'reconcile', input: nothing, output: nothing },
  /** Oldest first, or by the absolute difference (of what is missing, its amount), largest first. */
  'reconciliation.exceptions': {
    right: 'see',
    input: z.strictObject({
      ...comparisonInput,
      filter: exceptionFilterSchema.prefault({}),
      sort: z.enum(['oldest', 'newest', 'largest']).default('oldest'),
      ...pageInput,
    }),
    output: pageOf(exceptionSchema),
  },
  /** Count and sums under the same filter. */
  'reconciliation.exceptionTotals': {
    right: 'see',
    input: z.strictObject({ ...comparisonInput, filter: exceptionFilterSchema.prefault({}) }),
    output: z.object({ count: countSchema, ...bothTotals }),
  },
  /**
   * Manual ones first, then those that are not an exact pair, then exact pairs by order id.
   * Exact pairs are listed only where `rule` asks for them: there may be millions.
   */
  'reconciliation.matches': {
    right: 'see',
    input: z.strictObject({
      ...comparisonInput,
      rule: z.enum(matchRules).nullable().default(null),
      text: textFilter,
      ...pageInput,
    }),
    output: pageOf(matchSchema),
  },
  /** Items that wait and have nothing wrong with them, oldest first. Those from before we began are listed only if `reason` asks. */
  'reconciliation.expected': {
    right: 'see',
    input: z.strictObject({
      ...comparisonInput,
      reason: z.enum(restReasons).nullable().default(null),
      text: textFilter,
      ...pageInput,
    }),
    output: pageOf(
      z.object({
        item: itemSchema,
        reason: z.enum(restReasons),
        expectedBy: businessDateSchema.nullable(),
        waitsFor: waitsForSchema.nullable(),
      }),
    ),
  },
  /** Errors: reconciliation/exception-gone. */
  'reconciliation.exception': {
    right: 'see',
    input: z.object({ key: keySchema }),
    output: z.object({
      exception: exceptionSchema,
      decisions: z.array(decisionSchema),
      /** Candidates from the side that is missing, or from both if the amounts differ; at most 20 in all. */
      candidates: z.array(candidateSchema),
    }),
  },
  /** Unmatched items of one side, to match by hand: exceptions and expected items. Nearest to `near` first, else oldest first. */
  'reconciliation.unmatched': {
    right: 'see',
    input: z.strictObject({
      ...comparisonInput,
      side: z.enum(sides),
      text: textFilter,
      near: moneySchema.nullable().default(null),
      ...pageInput,
    }),
    output: pageOf(z.object({ item: itemSchema, exceptionKey: keySchema.nullable() })),
  },
  /**
   * Members of both sides, or of one where they cancel out. `difference` is what the window showed: theirs less ours.
   * Errors: reconciliation/item-gone and item-matched with params.itemId, reconciliation/currencies-differ,
   * reconciliation/early-with-others with params.requestId, reconciliation/difference-changed with params.difference,
   * input/nothing-selected, input/note-needed where the difference is not zero.
   */
  'reconciliation.match': {
    right: 'reconcile',
    input: z.object({
      ...comparisonInput,
      ours: z.array(itemIdSchema).max(200),
      theirs: z.array(itemIdSchema).max(200),
      difference: moneySchema,
      remark: remarkSchema.default(''),
    }),
    output: matchSchema,
  },
  /** Errors: input/reason-needed, reconciliation/match-gone. */
  'reconciliation.unmatch': {
    right: 'reconcile',
    input: z.object({ matchId: matchIdSchema, reason: remarkSchema }),
    output: nothing,
  },
  /**
   * Owner, due date and remark of one or many; each replaces what was there, an empty remark leaves the last one.
   * Errors: reconciliation/exception-gone with params.key.
   */
  'reconciliation.assign': {
    right: 'reconcile',
    input: z.object({
      exceptions: manySeen,
      owner: writtenText(60, 1).nullable(),
      dueOn: businessDateSchema.nullable(),
      remark: remarkSchema.default(''),
    }),
    output: changedOutput,
  },
  /** Explained: nothing more to do. Errors: input/note-needed, reconciliation/exception-gone, changed-since, decided-already. */
  'reconciliation.resolve': {
    right: 'reconcile',
    input: z.object({ exceptions: manySeen, remark: remarkSchema }),
    output: changedOutput,
  },
  /** Takes a resolution or a write-off back. Errors: input/reason-needed, reconciliation/exception-gone, not-decided. */
  'reconciliation.reopen': {
    right: 'reconcile',
    input: z.object({ key: keySchema, reason: remarkSchema }),
    output: changedOutput,
  },
  /**
   * Its amount is given up: the difference, or of what is missing the whole. With the own PIN (L2); above the limit `writeOff`
   * of people.setRules with a second person's (L3, people/second-needed). Errors: as resolve; reconciliation/nothing-to-write-off.
   */
  'reconciliation.writeOff': {
    right: 'reconcile',
    input: z.object({ exception: seenSchema, remark: remarkSchema, authorization: authorizationSchema }),
    output: changedOutput,
  },
  'reconciliation.settings.get': { right: 'see', input: nothing, output: settingsOutput },
  /**
   * Errors: reconciliation/time-zone-unknown, reconciliation/weekend-whole-week, reconciliation/from-to-come with
   * params.today.
   */
  'reconciliation.settings.set': {
    right: 'settings.app',
    input: reconciliationSettingsSchema,
    output: settingsOutput,
  },
  /**
   * Saves the exceptions of a filter as XLSX to be filled in, through the same folder as reports.save. `headers` in the order of
   * the columns: key, version, comparison, type, age in business days, date, order id, reference, branch, terminal, text,
   * currency, ours, theirs, difference, owner, due, action (empty), remark (empty). `typeWords` in the order of exceptionTypes.
   * Errors: those of reports.save; reconciliation/too-many with params.most.
   */
  'reconciliation.saveSheet': {
    right: 'reconcile',
    input: z.strictObject({
      ...comparisonInput,
      filter: exceptionFilterSchema.prefault({}),
      fileName: z.array(z.string().max(200)).min(1).max(8),
      sheetName: z.string().min(1).max(31),
      rtl: z.boolean(),
      headers: z.array(z.string().min(1).max(100)).length(19),
      comparisonWord: z.string().max(100),
      typeWords: z.array(z.string().max(100)).length(exceptionTypes.length),
    }),
    output: savedSchema.extend({ rows: countSchema }),
  },
  /**
   * Reads a sheet that came back; nothing is applied. Columns are found by their headers, wherever they are; rows without an
   * action are passed over. Errors: reconciliation/sheet-unreadable, column-missing with params.column, too-many.
   */
  'reconciliation.checkSheet': {
    right: 'reconcile',
    onlyReads: true,
    input: z.object({
      fileName: writtenText(255, 1),
      base64: z.base64().max(14_000_000),
      columns: z.object({ key: words, version: words, action: words, remark: words }),
      actions: z.object({ resolve: words, 'write-off': words }),
    }),
    output: z.object({
      /** Names this reading: `applySheet` takes no other. It is kept until the next one, or until Closeout ends. */
      sheetId: z.string(),
      rows: z.array(
        z.object({
          /** As the sheet counts them, from 1. */
          row: countSchema,
          /** As it was typed. */
          keyText: z.string(),
          actionText: z.string(),
          action: z.enum(bulkActions).nullable(),
          remark: z.string(),
          /** Null if there is none with this key. */
          exception: exceptionSchema.nullable(),
          /** Null: it will be applied. */
          problem: z.enum(bulkProblems).nullable(),
        }),
      ),
      applicable: z.object({ resolve: countSchema, writeOff: countSchema }),
      /** Sums of the write-offs that will be applied. If they exceed the limit together, they also need a second person. */
      writeOffs: totals,
      /** Rows without an action. */
      passedOver: countSchema,
    }),
  },
  /**
   * Applies the rows without a problem, all of them or none. `authorization` is asked for where something is written off.
   * Errors: reconciliation/sheet-gone, reconciliation/changed-since (check it again), those of writeOff.
   */
  'reconciliation.applySheet': {
    right: 'reconcile',
    input: z.object({ sheetId: z.string().max(64), authorization: authorizationSchema.nullable() }),
    output: z.object({ resolved: countSchema, writtenOff: countSchema }),
  },
} as const;

export const reconciliationEvents = {
  'reconciliation.progress': progressSchema.extend({
    finished: z.boolean(),
    cancelled: z.boolean(),
    /** Why it failed; null otherwise. */
    error: appErrorSchema.nullable(),
  }),
  /** Read again what is on the page. */
  'reconciliation.changed': z.object({ what: z.enum(['result', 'decisions', 'settings', 'out-of-date']) }),
} as const;
