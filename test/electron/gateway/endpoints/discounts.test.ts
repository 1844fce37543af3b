import { expect, it } from 'vitest';
import { decodeDiscounts } from '#electron/gateway/endpoints/discounts.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const discount = (fields: string) =>
  `{"id":"D-1","merchantId":"MID","discountName":"Summer","currency":"EGP","validFrom":"2026-11-17 10:30:00.000000+00:00","validUntil":"NA","status":"ACTIVE",${fields}}`;

it('campaigns are read: a percent as text, a fixed value as money, an unknown type as it came', () => {
  const rows = [
    discount('"discountType":"PERCENTAGE","discountValue":12.50'),
    discount('"discountType":"FIXED","discountValue":"20.5"'),
    discount('"discountType":"BOGO","discountValue":1'),
    discount('"discountType":"PERCENTAGE","discountValue":"-1"'),
    discount('"discountType":"FIXED","discountValue":1.005'),
    discount('"discountType":"FIXED","discountValue":1').replace('"D-1"', 'null'),
  ];
  expect(decodeDiscounts(object(`{"data":[${rows.join(',')}],"total":6}`))).toMatchObject({
    rows: [
      { discountId: 'D-1', value: { kind: 'percent', text: '12.50' }, validUntil: null },
      { type: { kind: 'known', value: 'FIXED' }, value: { kind: 'amount', amount: egp(2050n) } },
      { type: { kind: 'unknown', raw: 'BOGO' }, value: { kind: 'unknown', raw: '1' } },
    ],
    unreadable: 3,
    total: 6,
  });
});

it('they are asked for without a key, by BIN and channel', () =>
  withRecorder('{"data":[],"total":0}', async ({ discounts }, asked) => {
    await discounts.active({ merchantId: 'MID 1', binRanges: ['511111', '400000'], channel: 'pos' });
    expectAsked(asked, 'GET /v2/discounts/MID%201/active?binRanges=511111%2C400000&channel=pos', null, {});
  }));
