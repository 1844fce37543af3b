/**
 * What the merchant sends to others by itself, again and again (interface §2.8, §4.8): schedules are made and stopped, and what a
 * transfer costs is asked. Sent transfers, schedules and balances are kept lists.
 */
import { z } from 'zod';
import { recurringFrequencies } from '../domain/payout.ts';
import { changedSchema, madeSchema } from './making.ts';
import { authorizationSchema } from './people.ts';
import { atMsSchema, countSchema, moneySchema, writtenText } from './wire.ts';

/** A card is no way here: its number would be typed. */
const method = z.enum(['bank', 'wallet']);
export const scheduleSchema = z.strictObject({
  method,
  recipient: writtenText(100, 1),
  /** Of a bank an account number or IBAN, of a wallet an Egyptian mobile number. It is stored nowhere. */
  number: writtenText(40, 1),
  /** Empty for a wallet. */
  bank: writtenText(100),
  amount: moneySchema,
  frequency: z.enum(recurringFrequencies),
  startAtMs: atMsSchema,
  endAtMs: atMsSchema.nullable(),
});
export type NewSchedule = z.output<typeof scheduleSchema>;

export const transfersContract = {
  'transfers.makeSchedule': {
    right: 'payouts',
    input: z.strictObject({
      schedule: scheduleSchema,
      despiteDouble: z.boolean(),
      authorization: authorizationSchema,
    }),
    output: madeSchema,
  },
  /** No run comes after it. What was sent stays sent. */
  'transfers.stopSchedule': {
    right: 'payouts',
    input: z.strictObject({ key: z.string().min(1).max(200) }),
    output: changedSchema,
  },
  /** What one transfer costs now. Nothing is sent to anybody. */
  'transfers.fee': {
    right: 'payouts',
    onlyReads: true,
    input: z.strictObject({ method, amount: moneySchema }),
    output: z.object({ fee: moneySchema, vat: moneySchema, total: moneySchema }),
  },
  /** The runs of the next thirty days by the lists that are stored, against the balance that was read last. */
  'transfers.forecast': {
    right: 'see',
    input: z.strictObject({}),
    output: z.object({
      runs: countSchema,
      /** Schedules whose next run or rhythm is not known: they are not in the sum. */
      unknown: countSchema,
      total: moneySchema,
      available: moneySchema.nullable(),
      short: z.object({ atMs: atMsSchema, by: moneySchema }).nullable(),
    }),
  },
} as const;
