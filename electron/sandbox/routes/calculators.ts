/** Fee and discount calculators (§4.15). */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { amount, currency, minorOf, readBody, shortText } from '../bodies.ts';
import { refuse } from '../errors.ts';
import { feesOf, QUOTED_RATES, shareOf } from '../state/settlement-rows.ts';
import { PAYMENT_METHODS } from '../state/sessions.ts';
import { amountJson, type World } from '../world.ts';
import { discounts } from './reference.ts';

const feesSchema = z.object({ amount, currency, method: z.enum(PAYMENT_METHODS).default('card') });
const discountSchema = z.object({ discountId: shortText, amount, currency });

export function calculatorRoutes(app: FastifyInstance, world: World): void {
  app.post('/v2/calculators/fees', ({ body }) => {
    const wanted = readBody(feesSchema, body);
    const minor = minorOf(wanted.amount, wanted.currency, 'amount');
    const { fee, vat, net } = feesOf(minor, QUOTED_RATES[wanted.method]);
    const money = (value: number) => amountJson(value, wanted.currency);
    return {
      body: {
        amount: money(minor),
        feeAmount: money(fee),
        vatAmount: money(vat),
        netAmount: money(net),
        currency: wanted.currency,
      },
    };
  });

  app.post('/v2/calculators/discount', ({ body }) => {
    const wanted = readBody(discountSchema, body);
    const minor = minorOf(wanted.amount, wanted.currency, 'amount');
    const discount = discounts.get(world, wanted.discountId)?.value;
    if (!discount) throw refuse.missing('discount', 'خصم');
    if (discount.discountType === 'FIXED' && discount.currency !== wanted.currency)
      throw refuse.field('currency', 'is not the currency of the discount');
    const off = Math.min(
      minor,
      discount.discountType === 'FIXED' ? discount.value : shareOf(minor, discount.value),
    );
    const money = (value: number) => amountJson(value, wanted.currency);
    return {
      body: {
        amount: money(minor),
        discountAmount: money(off),
        finalAmount: money(minor - off),
        currency: wanted.currency,
      },
    };
  });
}
