import { describe, expect, it } from 'vitest';
import {
  decodeDiscounted,
  decodeFeeRate,
  decodeFeeRates,
  decodeFees,
} from '#electron/gateway/endpoints/calculators.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

describe('answers', () => {
  it('of a fee lookup have percents as decimals, and a flat fee only with its currency', () => {
    expect(
      decodeFeeRate(object('{"body":{"rate":2.75,"flatFee":1.5,"vatRate":"14","currency":"EGP"}}')),
    ).toMatchObject({ ratePercent: '2.75', flatFee: egp(150n), vatPercent: '14' });
    expect(decodeFeeRate(object('{"body":{"rate":0,"flatFee":1.5}}'))).toMatchObject({
      ratePercent: '0',
      flatFee: null,
    });
    expect(decodeFeeRate(object('{"body":{"vatRate":14}}'))).toBeNull();
  });
  it('of the merchant are one rate, or one for each method with the VAT of all', () => {
    expect(decodeFeeRates(object('{"body":{"rate":2}}'))).toMatchObject([{ method: null, ratePercent: '2' }]);
    expect(
      decodeFeeRates(object('{"body":{"vatRate":14.00,"fees":[{"method":"card","rate":2.00}]}}')),
    ).toMatchObject([{ method: 'card', ratePercent: '2.00', vatPercent: '14.00' }]);
    expect(decodeFeeRates(object('{"body":{"fees":[{"method":"card","rate":2},{}]}}'))).toBeNull();
    expect(decodeFeeRates(object('{"body":{"fees":[]}}'))).toBeNull();
  });
  it('of a calculation have every amount, or none', () => {
    const fees =
      '{"body":{"amount":100,"feeAmount":2.75,"vatAmount":0.39,"netAmount":96.86,"currency":"EGP"}}';
    expect(decodeFees(object(fees))).toEqual({
      amount: egp(10000n),
      fee: egp(275n),
      vat: egp(39n),
      net: egp(9686n),
    });
    expect(decodeFees(object(fees.replace('0.39', '0.385')))).toBeNull();
    const discounted = '{"body":{"amount":100,"discountAmount":"12.50","finalAmount":87.5,"currency":"EGP"}}';
    expect(decodeDiscounted(object(discounted))).toEqual({
      amount: egp(10000n),
      discount: egp(1250n),
      final: egp(8750n),
    });
    expect(decodeDiscounted(object(discounted.replace('EGP', '')))).toBeNull();
  });
});

describe('the calls', () => {
  it('that look up a fee send no key', () =>
    withRecorder('{"body":{"rate":1}}', async ({ calculators }, asked) => {
      await calculators.cardFee({ merchantId: 'MID', cardBin: '511111', amount: egp(10050n) });
      expectAsked(
        asked.splice(0),
        'GET /v2/fees/card?merchantId=MID&cardBin=511111&amount=100.50&currency=EGP',
        null,
        {},
      );
      await calculators.merchantFee('MID');
      expectAsked(asked, 'GET /v2/fees/merchant/MID', null, {});
    }));
  it('that calculate send amounts as numbers', () =>
    withRecorder('{}', async ({ calculators }, asked) => {
      await calculators.fees(egp(10050n), 'card');
      expectAsked(asked.splice(0), 'POST /v2/calculators/fees', {
        amount: 100.5,
        currency: 'EGP',
        method: 'card',
      });
      await calculators.discount('D-1', egp(10050n));
      expectAsked(asked, 'POST /v2/calculators/discount', {
        discountId: 'D-1',
        amount: 100.5,
        currency: 'EGP',
      });
    }));
});
