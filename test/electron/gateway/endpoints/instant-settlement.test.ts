import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeEligiblePage,
  decodeInstantRequest,
  decodeInstantRequests,
  decodeQuote,
  decodeSuggestions,
} from '#electron/gateway/endpoints/instant-settlement.ts';
import { isObject, type Obj } from '#electron/gateway/fields.ts';
import { parseLossless } from '#electron/gateway/json.ts';

function read(value: unknown): Obj {
  const parsed = parseLossless(typeof value === 'string' ? value : JSON.stringify(value));
  if (!isObject(parsed)) throw new Error('not an object');
  return parsed;
}
const quote = {
  totalAmount: 1000.1,
  totalNetAmount: 980,
  rate: 0.25,
  rateFee: 2.5,
  flatFee: '5.00',
  vatAmount: 1.05,
  totalFees: 8.55,
  netTransferAmount: 971.45,
  transactionsCount: 3,
  currency: 'EGP',
};
const target = { minor: 50_000n, currency: 'EGP' };

describe('the fee inquiry', () => {
  it('is read exactly, the rate as the text it was', () => {
    expect(
      decodeQuote(read(JSON.stringify({ body: quote }).replace('"rate":0.25', '"rate":0.250'))),
    ).toMatchObject({
      total: { minor: 100_010n, currency: 'EGP' },
      totalFees: { minor: 855n, currency: 'EGP' },
      netTransfer: { minor: 97_145n, currency: 'EGP' },
      flatFee: { minor: 500n, currency: 'EGP' },
      rateText: '0.250',
      count: 3,
    });
  });
  it('without its parts that are not money to be had is still an offer', () => {
    const { rate: _rate, rateFee: _rateFee, flatFee: _flatFee, vatAmount: _vat, ...rest } = quote;
    expect(decodeQuote(read({ body: rest }))).toMatchObject({
      rateText: null,
      rateFee: null,
      flatFee: null,
      vat: null,
    });
  });
  it.each([
    'totalAmount',
    'totalNetAmount',
    'totalFees',
    'netTransferAmount',
    'transactionsCount',
    'currency',
  ])('without %s, or with nonsense there, is no offer', (field) => {
    for (const value of [undefined, null, 'NA', true, 1.00001, [1]])
      expect(decodeQuote(read({ body: { ...quote, [field]: value } }))).toBeNull();
  });
});

describe('suggestions', () => {
  const one = { totalAmount: 480.5, transactionsCount: 2, transactionIds: ['a', 'b'] };
  it('are read in the currency of the target; none is null', () => {
    expect(decodeSuggestions(read({ body: { below: one } }), target)).toEqual({
      below: { total: { minor: 48_050n, currency: 'EGP' }, count: 2, transactionIds: ['a', 'b'] },
      above: null,
    });
  });
  it('without members are none', () => {
    const above = { ...one, transactionIds: [] };
    expect(decodeSuggestions(read({ body: { above } }), target)).toEqual({ below: null, above: null });
    expect(decodeSuggestions(read({ body: { below: null } }), target)).toEqual({ below: null, above: null });
  });
  it.each([
    ['members that are no ids', { ...one, transactionIds: ['a', null] }],
    ['members under another name', { totalAmount: 480.5, sales: ['a'] }],
    ['no total', { ...one, totalAmount: 'NA' }],
  ])('with %s cannot be read, whatever else is suggested', (_name, above) => {
    expect(decodeSuggestions(read({ body: { above } }), target)).toBeNull();
    expect(decodeSuggestions(read({ body: { below: one, above } }), target)).toBeNull();
  });
});

describe('eligible sales', () => {
  const sale = { transactionId: 'TX-1', amount: 10, currency: 'EGP', expectedSettlementDate: 'NA' };
  it('are read, and those without an amount are counted', () => {
    const page = decodeEligiblePage(read({ body: [sale, { ...sale, amount: 'NA' }] }), 1);
    expect(page).toMatchObject({
      unreadable: 1,
      limits: null,
      rows: [{ amount: { minor: 1000n }, expectedSettlementDate: null }],
    });
  });
  it('bring the limits in their own currency, else in that of the rows, else none', () => {
    const limits = { perRequest: 5000, daily: 10_000, usedToday: 'NA' };
    expect(decodeEligiblePage(read({ body: [sale], limits }), 1)?.limits).toEqual({
      minimum: null,
      perRequest: { minor: 500_000n, currency: 'EGP' },
      daily: { minor: 1_000_000n, currency: 'EGP' },
      usedToday: null,
      remainingToday: null,
    });
    expect(
      decodeEligiblePage(read({ body: [], limits: { ...limits, currency: 'USD' } }), 1)?.limits?.daily,
    ).toEqual({ minor: 1_000_000n, currency: 'USD' });
    expect(decodeEligiblePage(read({ body: [], limits }), 1)?.limits).toBeNull();
  });
});

describe('requests', () => {
  it('with an unknown state keep its word; without an id or a state they are counted', () => {
    const page = decodeInstantRequests(
      read({
        body: [{ requestId: 'IS-1', status: 'ON_HOLD' }, { requestId: 'IS-2' }, { status: 'PENDING' }],
      }),
      1,
    );
    expect(page).toMatchObject({
      unreadable: 2,
      rows: [{ requestId: 'IS-1', status: { kind: 'unknown', raw: 'ON_HOLD' }, total: null, history: [] }],
    });
  });
  it('declined carry the reason', () =>
    expect(
      decodeInstantRequest(read({ requestId: 'IS-1', status: 'DECLINED', declineReason: 'Bank holiday' })),
    ).toMatchObject({ status: { kind: 'known', value: 'DECLINED' }, declineReason: 'Bank holiday' }));
});

it('any JSON at all never crashes them', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (inner, other) => {
      const bodies = [
        { body: inner, limits: other },
        {
          body: [
            inner,
            { ...quote, requestId: 'x', status: other, statusHistory: inner, transactionIds: other },
          ],
        },
        { body: { below: inner, above: other } },
        { body: { ...quote, totalFees: inner, rate: other } },
      ];
      for (const one of bodies.map(read)) {
        decodeEligiblePage(one, 1);
        decodeSuggestions(one, target);
        decodeQuote(one);
        decodeInstantRequests(one, 1);
        decodeInstantRequest(one['body']);
      }
    }),
    { numRuns: 2_000 },
  );
});
