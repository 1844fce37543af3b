/**
 * Deliveries of webhooks (interface §2.10, §4.13). The gateway lists them only for one transaction or transfer at a time, so this PC
 * collects them into a kept list. Sending one again moves no money, but the merchant's server may act twice.
 */
import { z } from 'zod';
import { pacedWorkSchema } from './paced.ts';
import { countSchema, nothing } from './wire.ts';

const key = z.string().min(1).max(200);
const endings = ['delivered', 'not-taken', 'sent', 'not-known'] as const;
/** `not-taken`: the server did not answer 2xx. `sent`: the gateway did not say what came of it. */
export type ResentEnding = (typeof endings)[number];

/** The work under way, or the last one. */
const workSchema = z.object({
  what: z.enum(['collect', 'resend']),
  ...pacedWorkSchema.shape,
  /** Of a resend: how many ended so. `passed`: taken meanwhile, or refused for themselves alone. */
  delivered: countSchema,
  notTaken: countSchema,
  notKnown: countSchema,
  passed: countSchema,
  /** What was never read or could not be read, so that its deliveries may be missing. */
  missing: z.array(z.enum(['payments', 'transfers'])),
});
export type DeliveryWork = z.output<typeof workSchema>;

const toWebhook = z.string().max(300).nullable();

export const deliveriesContract = {
  /** Reads the records of the newest so many days, one subject after another. Joins the work under way. */
  'deliveries.collect': {
    right: 'see',
    onlyReads: true,
    input: z.strictObject({ days: z.number().int().min(1).max(90) }),
    output: nothing,
  },
  'deliveries.stopWork': { right: 'see', onlyReads: true, input: z.strictObject({}), output: nothing },
  /** Null: nothing was begun since the profile was opened. */
  'deliveries.work': {
    right: 'see',
    input: z.strictObject({}),
    output: z.object({ work: workSchema.nullable() }),
  },
  /** How many failed and were not taken since, to this webhook or to any. */
  'deliveries.failed': {
    right: 'see',
    input: z.strictObject({ toWebhook }),
    output: z.object({ count: countSchema }),
  },
  /** Sends one again, once. */
  'deliveries.resend': {
    right: 'integration',
    input: z.strictObject({ key }),
    output: z.object({ ending: z.enum(endings) }),
  },
  /** Sends those that failed again, one after another. Answers when it has begun. */
  'deliveries.resendFailed': {
    right: 'integration',
    input: z.strictObject({ toWebhook }),
    output: nothing,
  },
} as const;

export const deliveriesEvents = { 'deliveries.changed': nothing } as const;
