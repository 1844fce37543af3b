/** One search over everything that is kept on this PC. */
import { z } from 'zod';
import { keptListNames } from '../domain/kept-lists.ts';
import { askerSchema, atMsSchema, moneySchema } from './wire.ts';

export const foundKinds = ['order', 'checkout', 'terminal-row', 'settled', 'kept'] as const;
const foundSchema = z.object({
  what: z.enum(foundKinds),
  /** Of an order, a checkout and a kept row their key, of a terminal's row its id, of a settled one its transaction. */
  key: z.string(),
  /** Of a terminal's row. */
  terminalId: z.string().nullable(),
  /** Of a kept row. */
  list: z.enum(keptListNames).nullable(),
  title: z.string(),
  detail: z.string().nullable(),
  amount: moneySchema.nullable(),
  atMs: atMsSchema.nullable(),
});
export type Found = z.output<typeof foundSchema>;

/** Fewer letters are in most rows. */
export const LEAST_LETTERS = 3;

export const findContract = {
  /** Any part of an id, reference or name, or an amount, in either digits; some of each kind, the newest first. */
  'find.all': {
    right: 'see',
    input: z.object({ text: z.string().max(100), asker: askerSchema }),
    output: z.object({ found: z.array(foundSchema) }),
  },
} as const;
