/**
 * Making something at the gateway that moves no money (`shared/domain/making.ts`). It is sent once. An attempt that got no answer may
 * have made it: a whole list says whether it did, and a person decides.
 */
import { z } from 'zod';
import { things } from '../domain/making.ts';
import { appErrorSchema, atMsSchema, moneySchema, nothing } from './wire.ts';

const what = z.enum(things);

/** An attempt whose result is not known. */
const attemptSchema = z.object({
  attemptId: z.string(),
  what,
  /** What a person calls it: an order, a product, a customer, a webhook. */
  name: z.string(),
  /** Null of something that has no price. */
  amount: moneySchema.nullable(),
  by: z.string(),
  atMs: atMsSchema,
  /** When a whole list was read after the attempt and did not have it. Null: no such list was read yet. */
  absentAtMs: atMsSchema.nullable(),
  /**
   * One that is the same but for a reference of ours. It may be of this attempt or of another computer: a person decides. Null, too,
   * until a whole list lacked our reference.
   */
  possible: z.object({ key: z.string(), createdAtMs: atMsSchema.nullable() }).nullable(),
});
export type Attempt = z.output<typeof attemptSchema>;

export const madeSchema = z.discriminatedUnion('kind', [
  /** `address`: where a customer pays it; null if the gateway named none. */
  z.object({ kind: z.literal('done'), key: z.string(), address: z.string().nullable() }),
  /** Nothing was sent: one that is listed, or an attempt that got no answer (`key` null), looks the same. */
  z.object({
    kind: z.literal('double'),
    like: z.object({
      key: z.string().nullable(),
      name: z.string(),
      /** Who made it here; null: somebody else. */
      by: z.string().nullable(),
      atMs: atMsSchema.nullable(),
    }),
  }),
  z.object({ kind: z.literal('not-known'), error: appErrorSchema }),
]);
export type Made = z.output<typeof madeSchema>;

/** What came of changing or deleting something. `gone-before`: it was not there any more when the gateway was asked. */
export const changedSchema = z.object({ ending: z.enum(['done', 'gone-before', 'not-known']) });
export type Changed = z.output<typeof changedSchema>['ending'];

const attemptId = z.string().min(1).max(64);
const key = z.string().min(1).max(200);
/** Each asks further for the right to make the thing in question. */
const right = ['bill', 'customers', 'catalogue', 'integration', 'credentials', 'payouts'] as const;

export const makingContract = {
  'making.attempts': {
    right: 'see',
    input: z.strictObject({ whats: z.array(what) }),
    output: z.object({ attempts: z.array(attemptSchema) }),
  },
  /** Reads a whole list, to see whether what was attempted is there. */
  'making.look': { right: 'see', onlyReads: true, input: z.object({ attemptId }), output: nothing },
  /** Sends an attempt again: only after a whole list lacked it. */
  'making.makeAgain': { right, input: z.object({ attemptId }), output: madeSchema },
  /** A person decides that the possible one is the one of this attempt. */
  'making.takePossible': { right, input: z.object({ attemptId, key }), output: nothing },
  /** A person decides that what was attempted is not needed. */
  'making.dropAttempt': { right, input: z.object({ attemptId }), output: nothing },
} as const;

export const makingEvents = { 'making.changed': nothing } as const;
