/** Cursors of the lists: the place of the last row, as JSON. A cursor is parsed like every other input. */
import { z } from 'zod';
import { inputError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';

export const whole = z
  .string()
  .regex(/^-?\d{1,30}$/)
  .transform((text) => BigInt(text));
export const cursors = {
  exceptions: z.object({ by: z.string(), key: z.string() }),
  expected: z.object({ date: z.string(), side: z.string(), itemId: z.string() }),
  unmatched: z.object({ date: z.string(), far: whole, itemId: z.string() }),
  matches: z.discriminatedUnion('list', [
    z.object({ list: z.literal('manual'), atMs: z.number().int(), matchId: z.string() }),
    z.object({ list: z.literal('stored'), number: z.number().int() }),
    z.object({ list: z.literal('exact'), closingId: z.string(), rowId: z.string() }),
  ]),
};
export const badCursor = () => err(inputError('invalid', { where: 'cursor' }));
export const write = (place: unknown): string =>
  JSON.stringify(place, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));

/** Undefined if Closeout did not write this cursor. */
export function read<T extends z.ZodType>(schema: T, cursor: string | null): z.output<T> | null | undefined {
  if (cursor === null) return null;
  try {
    return schema.parse(JSON.parse(cursor));
  } catch {
    return undefined;
  }
}
