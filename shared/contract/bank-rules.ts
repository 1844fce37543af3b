/** Rules that people write for a bank's lines that settle nothing: a fee, other income, a transfer between own accounts. */
import { z } from 'zod';
import { bookedKinds } from '../domain/reconciliation.ts';
import { itemSchema } from './reconciliation-items.ts';
import { totalSchema } from './terminals.ts';
import { atMsSchema, countSchema, moneySchema, nothing, writtenText } from './wire.ts';

const ruleIdSchema = z.string().min(1).max(64);
const ruleSchema = z.object({
  /** Somewhere in the line's text or references; empty: any. */
  text: writtenText(200),
  /** Empty: any. */
  account: writtenText(100),
  /** Sizes, in one currency. Null: any amount. */
  range: z.object({ least: moneySchema, most: moneySchema }).nullable(),
  kind: z.enum(bookedKinds),
});
export type BankRule = z.output<typeof ruleSchema>;
const keptSchema = ruleSchema.extend({
  ruleId: ruleIdSchema,
  isOn: z.boolean(),
  /** Who wrote it, or changed or switched it last. */
  by: z.string(),
  atMs: atMsSchema,
});
export type KeptBankRule = z.output<typeof keptSchema>;

const previewSchema = z.object({
  /** Count and sums of the lines of all stored statements that it would take. */
  totals: z.array(totalSchema),
  /** Lines that fit it but pay a payout, or may pay one: no rule takes them. */
  paying: countSchema,
  /** The newest of them. */
  lines: z.array(itemSchema),
});
export type RulePreview = z.output<typeof previewSchema>;

export const bankRulesContract = {
  /** In the order in which they were written: the first that fits a line says what it is. */
  'reconciliation.rules': {
    right: 'see',
    input: nothing,
    output: z.object({
      rules: z.array(keptSchema),
      accounts: z.array(z.string()),
      currencies: z.array(z.string()),
    }),
  },
  /**
   * What the lines that each rule fits come to, over all stored statements. A rule that is off is counted too, and a line counts for every
   * rule that fits it. Lines that pay a payout, or may, are left out.
   */
  'reconciliation.fitting': {
    right: 'see',
    input: nothing,
    output: z.object({ rules: z.array(z.object({ ruleId: ruleIdSchema, totals: z.array(totalSchema) })) }),
  },
  /** Keeps nothing. Errors: input/rule-too-wide. */
  'reconciliation.previewRule': { right: 'see', input: ruleSchema, output: previewSchema },
  /** Adds a rule that is on. It holds from the next run. Errors: input/rule-too-wide if it asks for neither a text nor an amount. */
  'reconciliation.addRule': { right: 'reconcile', input: ruleSchema, output: nothing },
  /** Changes what a rule asks for; it keeps its place and its switch. Errors: those of `addRule`, reconciliation/rule-gone. */
  'reconciliation.changeRule': {
    right: 'reconcile',
    input: ruleSchema.extend({ ruleId: ruleIdSchema }),
    output: nothing,
  },
  /** Errors: reconciliation/rule-gone. */
  'reconciliation.switchRule': {
    right: 'reconcile',
    input: z.object({ ruleId: ruleIdSchema, isOn: z.boolean() }),
    output: nothing,
  },
} as const;
