/** Words of the gateway: what its type of a transaction means here. A word is asked for once, with the rows it is about. */
import { z } from 'zod';
import { kinds, proposalReasons, sayableKinds, signs } from '../domain/kinds/index.ts';
import { atMsSchema, countSchema, moneySchema, nothing } from './wire.ts';
import { totalSchema } from './terminals.ts';

/** At most so many rows of a word are shown. */
export const WORD_EXAMPLES = 3;

const exampleSchema = z.object({
  amount: moneySchema,
  merchantOrderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  /** Null if the row is none of a terminal's list. */
  terminalId: z.string().nullable(),
});

const wordSchema = z.object({
  /** As the gateway writes it; null if it gives none. */
  word: z.string().nullable(),
  /** The same in one spelling; with the sign the name of the word. Empty if there is none. */
  folded: z.string(),
  /** The sign of the amounts that come with the word: one word can mean two things. */
  sign: z.enum(signs),
  /** `unknown` while some of its rows are. */
  kind: z.enum(kinds),
  /** `known`: beforehand. `told`: nobody said it here, and other PCs do in their closes. Null if nobody has said it yet. */
  decided: z
    .discriminatedUnion('how', [
      z.object({ how: z.literal('known') }),
      z.object({ how: z.literal('told') }),
      z.object({ how: z.literal('said'), by: z.string(), atMs: atMsSchema }),
    ])
    .nullable(),
  /** Count and size of its rows on terminals, among settled transactions, and, if the word is unknown, in closes. */
  totals: z.array(totalSchema),
  /** Those of its rows that are in no sum. */
  notSummed: z.array(totalSchema),
  /** Some of its rows, those that are not known first. */
  examples: z.array(exampleSchema).max(WORD_EXAMPLES),
  /** A hint while the kind is not known: what a person said of the word with the other sign, else what Closeout knows it as. */
  otherwise: z.enum(sayableKinds).nullable(),
  /** Rows not known with order and reference of a sale: with its whole amount, and with a part of it. */
  wholeOfSales: countSchema,
  partOfSales: countSchema,
  proposal: z.object({ kind: z.enum(sayableKinds), reason: z.enum(proposalReasons) }).nullable(),
});
export type WordView = z.output<typeof wordSchema>;
const output = z.object({ words: z.array(wordSchema) });

export const wordsContract = {
  /** Words that were ever seen here; those that are not known first. */
  'words.list': { right: 'see', input: nothing, output },
  /**
   * Says what words mean. Lists are summed anew at once, also those of closes; a sealed Z stays as it is, and says where it would be
   * another now. Errors: input/invalid where a word was never seen.
   */
  'words.say': {
    right: 'words.say',
    input: z.object({
      words: z
        .array(z.object({ folded: z.string(), sign: z.enum(signs), kind: z.enum(sayableKinds) }))
        .min(1)
        .max(200),
    }),
    output,
  },
} as const;

export const wordsEvents = {
  /** What words mean has changed: every sum may be another. */
  'words.changed': z.object({}),
} as const;
