import { describe, expect, it } from 'vitest';
import {
  decodeInstallments,
  decodeReferenceList,
  referenceLists,
} from '#electron/gateway/endpoints/reference.ts';
import { expectAsked, object, withRecorder } from '../recorder.ts';

it('entries are words or objects; one without any name is counted', () =>
  expect(
    decodeReferenceList(
      object(
        '{"body":["card",{"code":"NBE","nameEn":"National Bank","nameAr":"البنك الأهلي"},{"id":7,"name":"Cairo"},{"name":"Giza"},{"id":"ALX","name":{"en":"Alexandria","ar":"الإسكندرية"}},{},"",5]}',
      ),
    ),
  ).toMatchObject({
    rows: [
      { code: 'card', name: 'card', raw: '"card"' },
      { code: 'NBE', name: 'National Bank', nameArabic: 'البنك الأهلي' },
      { code: '7', name: 'Cairo' },
      { code: 'Giza', name: 'Giza' },
      { code: 'ALX', name: 'Alexandria', nameArabic: 'الإسكندرية' },
    ],
    unreadable: 3,
  }));

it('installment plans have their rate as a decimal', () =>
  expect(
    decodeInstallments(
      object(
        '{"body":[{"bankId":"NBE","bankName":"National Bank","plans":[{"planId":"6","months":6,"rate":1.250},{}]},{}]}',
      ),
    ),
  ).toMatchObject({
    rows: [{ bankId: 'NBE', plans: [{ planId: '6', months: 6, ratePercent: '1.250' }] }],
    unreadable: 1,
  }));

describe('the calls send no key', () => {
  it.each(referenceLists)('%s', (name) =>
    withRecorder('{"body":[]}', async ({ reference }, asked) => {
      expect(await reference.constants(name)).toEqual({ ok: true, value: { rows: [], unreadable: 0 } });
      expectAsked(asked, `GET /v2/constants/${name}`, null, {});
    }),
  );
  it('of a merchant', () =>
    withRecorder('{"body":[]}', async ({ reference }, asked) => {
      await reference.allowedMethods('MID');
      expectAsked(asked.splice(0), 'GET /v3/checkout/MID/payment-methods', null, {});
      await reference.installments('MID');
      expectAsked(asked, 'GET /v3/checkout/MID/installments', null, {});
    }));
});
