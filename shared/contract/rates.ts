/** Calculators of fees. The lists of fees and methods are kept ones (kept.ts). */
import { z } from 'zod';
import { moneySchema } from './wire.ts';

const feeSchema = z.object({
  ratePercent: z.string().nullable(),
  flatFee: moneySchema.nullable(),
  vatPercent: z.string().nullable(),
});
const method = z.string().min(1).max(50);

export const ratesContract = {
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
