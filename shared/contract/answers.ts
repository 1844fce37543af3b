/** What this gateway answers: how each answer that the document leaves open is read, and how that is known. */
import { z } from 'zod';
import { appErrorSchema, atMsSchema, countSchema, nothing } from './wire.ts';

export const openOperations = [
  'terminals.list',
  'settlement.transactions',
  'settlement.windows',
  'instant-settlement.eligible',
  'instant-settlement.suggestions',
  'instant-settlement.fee-inquiry',
  'instant-settlement.list',
  'instant-settlement.get',
  'payouts.accounts',
  'payouts.list-transfers',
  'transactions.list',
] as const;
const nameSchema = z.enum(openOperations);
const placeSchema = z.array(z.string());

const evidence = {
  /** `fits`: nothing contradicts it, and nothing proves it. */
  proof: z.enum(['proven', 'fits', 'not-proven']),
  by: z.string(),
  held: countSchema,
  of: countSchema,
  /** Digits of cards and names masked. */
  examples: z.array(z.string()),
  /** It is not read before a person confirms it. */
  needsWord: z.boolean(),
  isConfirmed: z.boolean(),
};

const answerSchema = z.object({
  name: nameSchema,
  method: z.string(),
  path: z.string(),
  /** Since Closeout opened this merchant. */
  asked: z.object({ atMs: atMsSchema, outcome: z.string() }).nullable(),
  /** `waits`: for a confirmation. `changed`: its answers are not what was learnt any more. */
  state: z.enum([
    'not-learnt',
    'as-assumed',
    'waits',
    'confirmed',
    'unclear',
    'not-asked',
    'not-offered',
    'refused',
    'changed',
  ]),
  problem: z.string().nullable(),
  error: appErrorSchema.nullable(),
  rows: countSchema,
  learntAtMs: atMsSchema.nullable(),
  confirmed: z.object({ by: z.string(), atMs: atMsSchema }).nullable(),
  at: z.string().nullable(),
  fields: z.array(z.object({ word: z.string(), isAmount: z.boolean(), at: placeSchema, ...evidence })),
  unit: z.object({ unit: z.enum(['major', 'minor']), ...evidence }).nullable(),
  currency: z.object({ code: z.string(), isConfirmed: z.boolean() }).nullable(),
  places: z.array(z.object({ at: placeSchema, examples: z.array(z.string()) })),
  words: z.array(z.string()),
  missing: z.array(z.string()),
  notGiven: z.array(z.string()),
});
export type AnswerView = z.output<typeof answerSchema>;

const output = z.object({
  operations: z.array(answerSchema),
  /** How far the first connection has come: `none` begun, `learn` learnt and not confirmed yet. */
  walk: z.enum(['none', 'learn', 'skipped', 'done']),
  /** The file was changed outside Closeout: nothing of it is used. */
  fileChanged: z.boolean(),
});

export const answersContract = {
  'answers.list': { right: 'settings.profiles', onlyReads: true, input: nothing, output },
  /** Null: every operation. Safe reads only. */
  'answers.learn': { right: 'settings.profiles', input: z.object({ name: nameSchema.nullable() }), output },
  'answers.confirm': {
    right: 'settings.profiles',
    input: z.object({ name: nameSchema, words: z.array(z.string().max(80)).max(60) }),
    output,
  },
  /** Another place for a word, `unit` in `value`, or a `currency`. */
  'answers.change': {
    right: 'settings.profiles',
    input: z.object({
      name: nameSchema,
      word: z.string().max(80),
      at: placeSchema.max(6).nullable(),
      value: z.string().max(10).nullable(),
    }),
    output,
  },
  'answers.putBack': { right: 'settings.profiles', input: z.object({ name: nameSchema }), output },
  'answers.walk': {
    right: 'settings.profiles',
    input: z.object({ step: z.enum(['skipped', 'done']) }),
    output,
  },
} as const;

export const answersEvents = { 'answers.changed': z.object({}) } as const;
