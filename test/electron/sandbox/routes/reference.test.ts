import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, withGateway } from '../gateway.ts';
import { DAY_MS, SMALL } from '../merchant.ts';
import { refusesTricks, takesOnly } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

/** Nobody’s key, as a checkout page asks. */
const read = (access: SandboxAccess, path: string) => ask(access, 'GET', path, { key: null });

test('the constants are public: banks, cities, countries, industries and payment methods, in both languages', async () => {
  await withGateway(async ({ live }) => {
    for (const list of ['banks', 'cities', 'countries', 'industries', 'payment-methods']) {
      const { status, body } = await read(live, `/v2/constants/${list}`);
      const rows = at(body, 'body') as object[];
      expect([list, status, rows.length > 2]).toEqual([list, 200, true]);
      for (const row of rows) expect(textAt(row, 'name.ar')).toMatch(/[\u0600-\u06ff]/);
    }
    for (const list of ['planets', 'Banks', 'toString', 'hasOwnProperty'])
      expect((await read(live, `/v2/constants/${list}`)).status).toBe(404);
    await refusesTricks(live, 'GET', (list) => `/v2/constants/${list}`);
    await takesOnly(live, '/v2/constants/banks', 'GET');
  }, SMALL);
});

test('a checkout page reads what its merchant offers: methods, installment banks and plans', async () => {
  await withGateway(async ({ live, test: tried }) => {
    const methods = await read(live, `/v3/checkout/${live.merchantId}/payment-methods`);
    expect((at(methods.body, 'body') as { id: string }[]).map(({ id }) => id)).toEqual([
      'card',
      'wallet',
      'bnpl',
    ]);
    const plans = await read(live, `/v3/checkout/${live.merchantId}/installments`);
    expect(at(plans.body, 'body.0')).toEqual({
      bankId: 'CIB',
      bankName: 'Commercial International Bank',
      plans: [
        { planId: 'CIB-6', months: 6, rate: 9.5 },
        { planId: 'CIB-12', months: 12, rate: 18.25 },
      ],
    });
    for (const path of ['payment-methods', 'installments']) {
      expect((await read(live, `/v3/checkout/${tried.merchantId}/${path}`)).status).toBe(404);
      await refusesTricks(live, 'GET', (id) => `/v3/checkout/${id}/${path}`);
      await takesOnly(live, `/v3/checkout/${live.merchantId}/${path}`, 'GET');
    }
  }, SMALL);
});

test('the discounts of a merchant that are live now, by BIN and channel', async () => {
  await withGateway(async ({ live }, clock) => {
    const path = `/v2/discounts/${live.merchantId}/active`;
    const { status, body } = await read(live, path);
    expect([status, at(body, 'total')]).toEqual([200, 2]);
    expect(at(body, 'data.1')).toEqual({
      id: 'DSC-000001',
      merchantId: 'MID-7301-118',
      discountName: 'Ten percent on Meeza',
      discountType: 'PERCENTAGE',
      discountValue: 10,
      currency: 'EGP',
      validFrom: '2026-11-07 10:30:00.000000+00:00',
      validUntil: '2026-12-07 10:30:00.000000+00:00',
      status: 'ACTIVE',
    });
    expect(at(body, 'data.0')).toMatchObject({ discountType: 'FIXED', discountValue: 50 });
    const ids = async (query: string) => {
      const answer = await read(live, `${path}?${query}`);
      const rows = at(answer.body, 'data') as { id: string }[];
      expect(at(answer.body, 'total')).toBe(rows.length);
      return rows.map(({ id }) => id);
    };
    expect(await ids('channel=online')).toEqual(['DSC-000001']);
    expect(await ids('channel=pos')).toEqual(['DSC-000002', 'DSC-000001']);
    // A campaign without BINs fits all.
    expect(await ids('binRanges=400000')).toEqual(['DSC-000002']);
    expect(await ids('binRanges=400000,507803')).toEqual(['DSC-000002', 'DSC-000001']);
    expect(await ids('binRanges=400000&channel=online')).toEqual([]);
    for (const channel of ['POS', 'web', '']) {
      const refused = await read(live, `${path}?channel=${channel}`);
      expect([channel, refused.status, at(refused.body, 'data.field')]).toEqual([channel, 400, 'channel']);
    }
    clock.forward(3 * DAY_MS);
    expect(await ids('')).toEqual(['DSC-000001']);
    clock.forward(17 * DAY_MS - 1);
    expect(await ids('')).toEqual(['DSC-000001']);
    clock.forward(1);
    expect(await ids('')).toEqual([]);
    await refusesTricks(live, 'GET', (id) => `/v2/discounts/${id}/active`);
    await takesOnly(live, path, 'GET');
  }, SMALL);
});

test('the fee lookups of a card and of the merchant are public', async () => {
  await withGateway(async ({ live }) => {
    const path = (query: object) =>
      `/v2/fees/card?${new URLSearchParams({ merchantId: live.merchantId, cardBin: '507803', amount: '100.00', currency: 'EGP', ...query }).toString()}`;
    const { status, body } = await read(live, path({}));
    // 2 % and 14 % VAT on it.
    expect([status, at(body, 'body')]).toMatchObject([
      200,
      { rate: 2, feeAmount: 2, vatAmount: 0.28, amount: 100, currency: 'EGP' },
    ]);
    for (const [query, named] of [
      [{ cardBin: '50780' }, 'cardBin'],
      [{ cardBin: '507803999' }, 'cardBin'],
      [{ cardBin: 'abcdef' }, 'cardBin'],
      [{ amount: '' }, 'amount'],
      [{ amount: '0' }, 'amount'],
      [{ amount: '-1' }, 'amount'],
      [{ amount: '1.001' }, 'amount'],
      [{ currency: 'XYZ' }, 'currency'],
    ] as const) {
      const refused = await read(live, path(query));
      expect([query, refused.status, at(refused.body, 'data.field')]).toEqual([query, 400, named]);
    }
    const other = await read(live, path({ merchantId: 'MID-0' }));
    expect([other.status, englishOf(other)]).toEqual([404, 'There is no merchant with this id.']);
    const merchant = await read(live, `/v2/fees/merchant/${live.merchantId}`);
    expect([merchant.status, at(merchant.body, 'body.vatRate')]).toEqual([200, 14]);
    await refusesTricks(live, 'GET', (id) => `/v2/fees/merchant/${id}`);
    await takesOnly(live, '/v2/fees/card', 'GET');
    await takesOnly(live, `/v2/fees/merchant/${live.merchantId}`, 'GET');
  }, SMALL);
});

test('both fee lookups say rate, flat fee and VAT rate', async () => {
  await withGateway(async ({ live }) => {
    const card = `/v2/fees/card?merchantId=${live.merchantId}&cardBin=507803&amount=100&currency=EGP`;
    for (const path of [card, `/v2/fees/merchant/${live.merchantId}`]) {
      const { text } = await read(live, path);
      const named = ['rate', 'flatFee', 'vatRate'].filter((name) => text.includes(`"${name}":`));
      expect([path, named]).toEqual([path, ['rate', 'flatFee', 'vatRate']]);
    }
  }, SMALL);
});
