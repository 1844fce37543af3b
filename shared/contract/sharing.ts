/**
 * Sending invoices and payment pages to customers (interface §4.5, §4.15). The gateway takes only so many a minute and does not say how
 * many (§8), and it keeps no list of what was sent: they go one after another, and this PC's log is all that is known.
 */
import { z } from 'zod';
import type { KeptListName } from '../domain/kept-lists.ts';
import { pacedWorkSchema } from './paced.ts';
import { appErrorSchema, atMsSchema, nothing } from './wire.ts';

const sharedBills = ['invoice', 'page'] as const;
export type Shared = (typeof sharedBills)[number];
/** The kept list that each stands in. */
export const listOfShared = { invoice: 'invoices', page: 'pages' } as const satisfies Record<
  Shared,
  KeptListName
>;
/** Null for a list of other things. */
export const sharedIn = (list: KeptListName): Shared | null =>
  sharedBills.find((what) => listOfShared[what] === list) ?? null;
/** `unsent`: it was stopped before its turn. */
export const shareStates = ['waiting', 'sending', 'sent', 'refused', 'not-known', 'unsent'] as const;
export type ShareState = (typeof shareStates)[number];
export const MOST_RECIPIENTS = 50;

const of = { what: z.enum(sharedBills), key: z.string().min(1).max(200) };
const shareSchema = z.object({
  shareId: z.number().int(),
  recipient: z.string(),
  by: z.string(),
  atMs: atMsSchema,
  state: z.enum(shareStates),
  error: appErrorSchema.nullable(),
});
export type Share = z.output<typeof shareSchema>;

export const sharingContract = {
  /** To each of these, one after another, behind those that wait already. Answers when it has begun. */
  'sharing.share': {
    right: 'bill',
    input: z.strictObject({ ...of, to: z.array(z.string().max(320)).min(1).max(MOST_RECIPIENTS) }),
    output: nothing,
  },
  /** What waits is not sent any more. */
  'sharing.stopWaiting': { right: 'bill', onlyReads: true, input: z.strictObject({}), output: nothing },
  /** Null: nothing was begun since the profile was opened. */
  'sharing.work': {
    right: 'see',
    input: z.strictObject({}),
    output: z.object({ work: pacedWorkSchema.nullable() }),
  },
  'sharing.log': {
    right: 'see',
    input: z.strictObject(of),
    output: z.object({ shares: z.array(shareSchema) }),
  },
} as const;

export const sharingEvents = { 'sharing.changed': nothing } as const;
