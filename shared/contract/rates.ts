/** Rates: what the gateway says of fees, methods, banks and places, and the exchange rates that were seen. Read-only. */
import { z } from 'zod';
import { allKeptColumns, keptListNames } from '../domain/kept-lists.ts';
import { countSchema, gatewayTimestampSchema, moneySchema, nothing, readStateSchema } from './wire.ts';

/** A number or percent is the decimal that the gateway gave. Null: it gave none. */
const keptCellSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('text'), text: z.string() }),
  z.object({ is: z.literal('money'), money: moneySchema }),
  z.object({ is: z.literal('time'), at: gatewayTimestampSchema }),
]);
export const keptRowSchema = z.object({
  key: z.string(),
  cells: z.partialRecord(z.enum(allKeptColumns), keptCellSchema),
});
export type KeptRow = z.output<typeof keptRowSchema>;
export type KeptCell = z.output<typeof keptCellSchema>;

const name = z.enum(keptListNames);
const feeSchema = z.object({
  ratePercent: z.string().nullable(),
  flatFee: moneySchema.nullable(),
  vatPercent: z.string().nullable(),
});
const method = z.string().min(1).max(50);

export const ratesContract = {
  'rates.list': {
    right: 'see',
    input: z.object({ name }),
    output: z.object({ rows: z.array(keptRowSchema), unreadable: countSchema, read: readStateSchema }),
  },
  'rates.refresh': { right: 'see', onlyReads: true, input: z.object({ name }), output: nothing },
  /** The fee of a card by its first digits. The whole number is never sent. */
  'rates.cardFee': {
    right: 'see',
    onlyReads: true,
    input: z.object({ bin: z.string().max(40), amount: moneySchema }),
    output: feeSchema,
  },
  'rates.calculate': {
    right: 'see',
    onlyReads: true,
    input: z.object({ amount: moneySchema, method }),
    output: z.object({ amount: moneySchema, fee: moneySchema, vat: moneySchema, net: moneySchema }),
  },
} as const;

export const ratesEvents = { 'rates.changed': z.object({ name }) } as const;
