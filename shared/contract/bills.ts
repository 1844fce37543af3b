/** Bills as they are made, corrected and dropped at the gateway, and discounts as they are tried. The lists are kept ones (kept.ts). */
import { z } from 'zod';
import { changedSchema, madeSchema } from './making.ts';
import { atMsSchema, moneySchema, writtenText } from './wire.ts';

const customer = writtenText(200, 1);
/** Up to two decimals, as the fee is worked out in hundredths of a percent. */
const percentSchema = z.string().regex(/^(100|\d{1,2}(\.\d{1,2})?)$/);
/** A fee on top of the amount. */
const feeSchema = z.strictObject({ name: writtenText(100, 1), flat: moneySchema, percent: percentSchema });

export const linkSchema = z.strictObject({
  customer,
  /** Without the fee. */
  amount: moneySchema,
  description: writtenText(500, 1),
  fee: feeSchema.nullable(),
  dueAtMs: atMsSchema.nullable(),
  manualCapture: z.boolean(),
});
export type NewLink = z.output<typeof linkSchema>;

/** `unitPrice`: of one of them. */
const lineSchema = z.strictObject({
  description: writtenText(200, 1),
  unitPrice: moneySchema,
  quantity: z.number().int().min(1).max(1_000_000),
});
const contact = { email: writtenText(320), phone: writtenText(40) };
const common = { customer, ...contact, description: writtenText(500), manualCapture: z.boolean() };
export const invoiceSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['simple', 'order']), ...common, amount: moneySchema }),
  z.strictObject({
    type: z.literal('professional'),
    ...common,
    /** All in one currency. */
    lines: z.array(lineSchema).min(1).max(200),
    dueAtMs: atMsSchema,
  }),
]);
export type NewInvoice = z.output<typeof invoiceSchema>;

const key = z.string().min(1).max(200);
const despiteDouble = z.boolean();

export const billsContract = {
  'bills.makeLink': {
    right: 'bill',
    input: z.strictObject({ link: linkSchema, despiteDouble }),
    output: madeSchema,
  },
  'bills.makeInvoice': {
    right: 'bill',
    input: z.strictObject({ invoice: invoiceSchema, despiteDouble }),
    output: madeSchema,
  },
  /** What this PC keeps of a bill that it made; null for any other bill. `address` is null if the gateway gave none. */
  'bills.made': {
    right: 'bill',
    input: z.strictObject({ what: z.enum(['link', 'invoice']), key }),
    output: z.object({
      made: z.object({ address: z.string().nullable(), lines: z.array(lineSchema) }).nullable(),
    }),
  },
  /** Changes one row of a bulk bill. What is null stays as it is. */
  'bills.correct': {
    right: 'bill',
    input: z.strictObject({ key, amount: moneySchema.nullable(), dueAtMs: atMsSchema.nullable() }),
    output: changedSchema,
  },
  /** Takes one customer out of a bulk bill. */
  'bills.drop': { right: 'bill', input: z.strictObject({ key }), output: changedSchema },
  /** What a discount takes off an amount. Nothing is changed. */
  'bills.tryDiscount': {
    right: 'see',
    onlyReads: true,
    input: z.strictObject({ discountId: key, amount: moneySchema }),
    output: z.object({ discount: moneySchema, final: moneySchema }),
  },
} as const;
