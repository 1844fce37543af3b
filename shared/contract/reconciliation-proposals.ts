/** What may belong together at a bank, for people to accept, and what was learnt from what they and names say. */
import { z } from 'zod';
import { learntKinds } from '../domain/matching/learnt.ts';
import { proposalGrounds } from '../domain/reconciliation.ts';
import { businessDateSchema } from './closing-day.ts';
import { itemIdSchema, itemSchema, remarkSchema, textFilter } from './reconciliation-items.ts';
import { atMsSchema, countSchema, moneySchema, nothing, pageInput, pageOf } from './wire.ts';

/** `count`: days, deposits, items, or minor units of the line's currency, as the ground says. */
export const groundSchema = z.object({ kind: z.enum(proposalGrounds), count: z.number().int() });

const alikeSchema = z.string().min(1).max(2_000);
export const proposalSchema = z.object({
  proposalId: z.string(),
  /** Among those of the same line, from 1. */
  rank: countSchema,
  grounds: z.array(groundSchema),
  ours: z.array(itemSchema),
  theirs: z.array(itemSchema),
  /** Theirs less ours. */
  difference: moneySchema,
  /**
   * The group of equal proposals that this one belongs to, and its size; a group can be accepted together. Null if something else
   * fits one of its items, too.
   */
  alike: z.object({ key: alikeSchema, count: countSchema }).nullable(),
});
export type ReconcileProposal = z.output<typeof proposalSchema>;

export const learntFeeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('share'), basisPoints: countSchema }),
  z.object({ kind: z.literal('fixed'), amount: moneySchema }),
]);
const partSchema = z.object({
  /** In so many deposits. */
  deposits: countSchema,
  /** Null: it is used. */
  forgotten: z.object({ by: z.string(), atMs: atMsSchema }).nullable(),
});
export type LearntPart = z.output<typeof partSchema>;
const usualSchema = partSchema.extend({ of: countSchema });
const learntSourceSchema = z.object({
  sourceId: z.string(),
  sourceName: z.string(),
  payers: z.array(partSchema.extend({ name: z.string(), lastOn: businessDateSchema.nullable() })),
  /** Business days. */
  delay: usualSchema.extend({ days: z.number().int() }).nullable(),
  fee: usualSchema.extend({ fee: learntFeeSchema }).nullable(),
});
export type LearntSource = z.output<typeof learntSourceSchema>;

export const proposalContract = {
  /** Proposals between windows and the bank. None of them counts as matched. Groups that can be accepted together come first. */
  'reconciliation.proposals': {
    right: 'see',
    input: z.strictObject({ text: textFilter, alike: alikeSchema.nullable().default(null), ...pageInput }),
    output: pageOf(proposalSchema),
  },
  /**
   * Accepts proposals of the bank: each becomes a match of the person who accepts it, all of them or none. `difference` as it was
   * shown. Errors: those of reconciliation.match.
   */
  'reconciliation.accept': {
    right: 'reconcile',
    input: z.object({
      proposals: z
        .array(
          z.object({
            ours: z.array(itemIdSchema).min(1).max(200),
            theirs: z.array(itemIdSchema).min(1).max(200),
            difference: moneySchema,
          }),
        )
        .min(1)
        .max(500),
      remark: remarkSchema.default(''),
    }),
    output: z.object({ matched: countSchema }),
  },
  /** What deposits that are matched by a name or by a person taught, by source, as of the last run. */
  'reconciliation.learnt': {
    right: 'see',
    input: nothing,
    output: z.object({ sources: z.array(learntSourceSchema) }),
  },
  /** Forgets something that was learnt, or uses it again; it holds for every run from then on. */
  'reconciliation.setLearnt': {
    right: 'reconcile',
    input: z.object({
      sourceId: z.string().max(64),
      kind: z.enum(learntKinds),
      /** The payer; empty for the others. */
      name: z.string().max(2_000),
      forgotten: z.boolean(),
    }),
    output: nothing,
  },
} as const;
