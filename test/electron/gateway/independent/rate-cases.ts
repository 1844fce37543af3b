/** Fees, methods, lists and exchange rates (§1, §4.4, §4.15). */
import { expect } from 'vitest';
import { money, must, type Bench } from './client.ts';
import { MERCHANT, type PlaceCase } from './place-case.ts';

const constants = (
  list: Parameters<Bench['client']['reference']['constants']>[0],
  rows: readonly unknown[],
  unreadable = 0,
): PlaceCase => ({
  operation: `reference.${list}`,
  call: 'reference.constants',
  run: async ({ client }) =>
    expect(must(await client.reference.constants(list))).toMatchObject({ rows, unreadable }),
});

export const rateCases: PlaceCase[] = [
  constants(
    'banks',
    [
      { code: 'NBE', name: 'National Bank', nameArabic: 'البنك الأهلي' },
      { code: 'no code, a name', nameArabic: null },
    ],
    1,
  ),
  constants('cities', [{ code: '1', name: 'Cairo', nameArabic: 'القاهرة' }]),
  constants('countries', [{ code: 'EG', name: 'EG', nameArabic: null }], 1),
  constants('industries', [{ code: 'BOOKS', name: 'Books' }]),
  constants('payment-methods', [{ code: 'card' }, { code: 'wallet', name: 'wallet' }]),
  {
    operation: 'reference.allowed-methods',
    call: 'reference.allowedMethods',
    run: async ({ client }) =>
      expect(must(await client.reference.allowedMethods(MERCHANT))).toMatchObject({
        rows: [{ code: 'card' }, { code: 'bnpl', name: 'Pay later', nameArabic: 'ادفع لاحقًا' }],
        unreadable: 0,
      }),
  },
  {
    operation: 'reference.installments',
    call: 'reference.installments',
    run: async ({ client }) =>
      expect(must(await client.reference.installments(MERCHANT)).rows).toMatchObject([
        {
          bankId: 'NBE',
          bankName: 'National Bank',
          plans: [{ planId: 'P-6', months: 6, ratePercent: '1.95' }],
        },
      ]),
  },
  {
    operation: 'calculators.card-fee',
    call: 'calculators.cardFee',
    run: async ({ client, server }) => {
      const asked = { merchantId: MERCHANT, cardBin: '511111', amount: money(10_000n) };
      const fee = { ratePercent: '2.75', flatFee: money(150n), vatPercent: '14' };
      expect(must(await client.calculators.cardFee(asked))).toMatchObject(fee);
      const query = new URLSearchParams(server.requests[0]?.target.split('?')[1]);
      expect(query.get('amount')).toBe('100.00');
    },
  },
  {
    operation: 'calculators.merchant-fee',
    call: 'calculators.merchantFee',
    run: async ({ client }) =>
      expect(must(await client.calculators.merchantFee(MERCHANT))).toMatchObject([
        { method: null, ratePercent: '2.5', flatFee: money(150n), vatPercent: '14' },
      ]),
  },
  {
    operation: 'calculators.fees',
    call: 'calculators.fees',
    run: async ({ client, server }) => {
      expect(must(await client.calculators.fees(money(10_000n), 'card'))).toEqual({
        amount: money(10_000n),
        fee: money(425n),
        vat: money(60n),
        net: money(9_515n),
      });
      expect(server.requests[0]?.body).toContain('"amount":100.00');
    },
  },
  {
    operation: 'payment-links.list',
    call: 'paymentLinks.list',
    run: async ({ client }) =>
      expect(must(await client.paymentLinks.list({ page: 1, limit: 20 }))).toMatchObject({ rows: [] }),
  },
];
