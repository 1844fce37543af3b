import { expect, test } from 'vitest';
import { englishOf, withGateway } from '../gateway.ts';
import { SMALL } from '../merchant.ts';
import { refusesFields, refusesShapes, refusesStrangers, takesOnly, type BadField } from '../refusals.ts';
import { ask, at } from '../wire.ts';

const FEES = '/v2/calculators/fees';
const DISCOUNT = '/v2/calculators/discount';
const amounts: BadField[] = [undefined, 0, '0.00', -1, '1.001', 'x', '', null, true, 1e15].map((value) => [
  'amount',
  value,
]);
const currencies: BadField[] = [undefined, '', 'XYZ', 'egp', 7].map((value) => ['currency', value]);

test('fees of a sale: 2 % by card, 1.5 % by wallet, 5 % bought to pay later, and 14 % VAT on them', async () => {
  await withGateway(async ({ live }) => {
    for (const [method, amount, feeAmount, vatAmount, netAmount] of [
      ['card', 100, 2, 0.28, 97.72],
      ['wallet', '100.00', 1.5, 0.21, 98.29],
      ['bnpl', 100, 5, 0.7, 94.3],
      ['card', '0.25', 0.01, 0, 0.24],
      ['card', '99.99', 2, 0.28, 97.71],
    ] as const) {
      const { status, body, text } = await ask(live, 'POST', FEES, {
        json: { amount, currency: 'EGP', method },
      });
      expect([status, body]).toEqual([
        200,
        { body: { amount: Number(amount), feeAmount, vatAmount, netAmount, currency: 'EGP' } },
      ]);
      expect(text).toMatch(/"feeAmount":\d+\.\d\d,/);
    }
    const other = await ask(live, 'POST', FEES, {
      json: { amount: '1.005', currency: 'KWD', method: 'card' },
    });
    expect(other.text).toContain('"amount":1.005,"feeAmount":0.020,"vatAmount":0.003,"netAmount":0.982');
  }, SMALL);
});

test('a discount takes a percentage or a fixed amount, never more than there is', async () => {
  await withGateway(async ({ live }) => {
    for (const [discountId, amount, discountAmount, finalAmount] of [
      ['DSC-000001', 100, 10, 90],
      ['DSC-000001', '0.05', 0.01, 0.04],
      ['DSC-000001', '0.04', 0, 0.04],
      ['DSC-000002', 120.5, 50, 70.5],
      ['DSC-000002', 20, 20, 0],
    ] as const) {
      const { status, body } = await ask(live, 'POST', DISCOUNT, {
        json: { discountId, amount, currency: 'EGP' },
      });
      expect([status, body]).toEqual([
        200,
        { body: { amount: Number(amount), discountAmount, finalAmount, currency: 'EGP' } },
      ]);
    }
    const percent = { discountId: 'DSC-000001', amount: 100, currency: 'USD' };
    expect(at((await ask(live, 'POST', DISCOUNT, { json: percent })).body, 'body.finalAmount')).toBe(90);
    const fixed = await ask(live, 'POST', DISCOUNT, { json: { ...percent, discountId: 'DSC-000002' } });
    expect([fixed.status, at(fixed.body, 'data.field')]).toEqual([400, 'currency']);
    const missing = await ask(live, 'POST', DISCOUNT, { json: { ...percent, discountId: 'DSC-9' } });
    expect([missing.status, englishOf(missing)]).toEqual([404, 'There is no discount with this id.']);
  }, SMALL);
});

test('wrong fields, strangers and other methods are refused', async () => {
  await withGateway(async (sandbox) => {
    const fees = { method: 'POST', path: FEES, json: { amount: 100, currency: 'EGP', method: 'card' } };
    await refusesFields(sandbox, fees, [
      ...amounts,
      ...currencies,
      ['method', 'cash'],
      ['method', 'CARD'],
      ['method', 7],
    ]);
    const discount = {
      method: 'POST',
      path: DISCOUNT,
      json: { discountId: 'DSC-000001', amount: 100, currency: 'EGP' },
    };
    await refusesFields(sandbox, discount, [
      ...amounts,
      ...currencies,
      ['discountId', undefined],
      ['discountId', ''],
      ['discountId', 7],
    ]);
    for (const operation of [fees, discount]) {
      await refusesShapes(sandbox.live, operation);
      await refusesStrangers(sandbox, operation);
      await takesOnly(sandbox.live, operation.path, 'POST');
    }
  }, SMALL);
});
