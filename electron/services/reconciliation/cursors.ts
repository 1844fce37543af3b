/** Where a page of each list of reconciliation ended. */
import { z } from 'zod';

export const whole = z
  .string()
  .regex(/^-?\d{1,30}$/)
  .transform((text) => BigInt(text));
export const cursors = {
  exceptions: z.object({ by: z.string(), key: z.string() }),
  proposals: z.object({ number: z.number().int() }),
  expected: z.object({ date: z.string(), side: z.string(), itemId: z.string() }),
  unmatched: z.object({ date: z.string(), far: whole, itemId: z.string() }),
  matches: z.discriminatedUnion('list', [
    z.object({ list: z.literal('manual'), atMs: z.number().int(), matchId: z.string() }),
    z.object({ list: z.literal('stored'), number: z.number().int() }),
    z.object({ list: z.literal('exact'), closingId: z.string(), rowId: z.string() }),
  ]),
};
