import { describe, expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { decodePaymentLink, decodePaymentLinks } from '#electron/gateway/endpoints/payment-links.ts';
import { egp, expectAsked, object, withRecorder } from '../recorder.ts';

const LINK = `{"_id":"65f","paymentLinkId":"PL-1","paymentRequestId":"PR-1","merchantId":"MID","merchantInfo":{"storeName":"Shop"},
  "description":"Hat","customerName":"Mona","currency":"EGP","totalAmount":112.50,"totalAmountWithoutFees":100,"availableAmountForRefund":0,
  "paymentType":"simple","paymentStatus":"unpaid","state":"submitted","dueDate":null,"creationDate":"2026-11-17 10:30:00.000000+00:00",
  "isSuspendedPayment":false,"isManualCapture":true,"isDeleted":false,"extraFees":[{"name":"Delivery","flatFee":10,"rate":2.5}],
  "invoiceItems":[{"description":"Hat","unitPrice":"50.00","quantity":2,"subTotal":100}],"labels":["vip",1],"transactions":[{}],"new":1.0}`;

describe('a payment link', () => {
  it('is read', () =>
    expect(decodePaymentLink(object(LINK))).toMatchObject({
      linkId: 'PL-1',
      paymentRequestId: 'PR-1',
      storeName: 'Shop',
      total: egp(11250n),
      totalWithoutFees: egp(10000n),
      availableForRefund: egp(0n),
      paymentStatus: { kind: 'known', value: 'UNPAID' },
      dueDate: null,
      createdAt: { kind: 'instant' },
      isManualCapture: true,
      extraFees: [{ name: 'Delivery', flatFee: egp(1000n), ratePercent: '2.5' }],
      items: [{ unitPrice: egp(5000n), quantity: '2', subTotal: egp(10000n) }],
      labels: ['vip'],
      transactionsCount: 1,
      virtual: null,
    }));
  it('keeps unknown fields and an unknown payment state as they came', () => {
    const link = decodePaymentLink(object(LINK.replace('"unpaid"', '"Disputed"')));
    expect(link?.paymentStatus).toEqual({ kind: 'unknown', raw: 'Disputed' });
    expect(link?.raw).toContain('"new":1.0');
  });
  it.each([
    ['its own currency is virtual', '"currency":"USD_VIRTUAL"'],
    ['its currency is that of settlement', '"currency":"EGP"'],
  ])('in a virtual currency has its total in that: %s', (_name, currency) => {
    const virtual = `${currency},"virtualCurrency":"USD_VIRTUAL","virtualAmount":112.5,"virtualExchangeRate":48.123456,"virtualRateRecordedAt":"2026-11-17T10:30:00Z"`;
    const link = decodePaymentLink(object(LINK.replace('"currency":"EGP"', virtual)));
    expect(link).toMatchObject({
      total: money(11250n, 'USD_VIRTUAL'),
      availableForRefund: null,
      virtual: {
        amount: money(11250n, 'USD_VIRTUAL'),
        currency: 'USD_VIRTUAL',
        exchangeRateText: '48.123456',
        rateRecordedAt: { kind: 'instant' },
      },
    });
  });
  it('without an id, or a total that can be read, is counted as unreadable', () => {
    const rows = [
      LINK,
      LINK.replace('112.50', '112.505'),
      LINK.replace('"EGP"', '"XXQ"'),
      '{"totalAmount":1}',
    ];
    expect(
      decodePaymentLinks(
        object(
          `{"message":"ok","data":[${rows.join(',')}],"pagination":{"page":1,"limit":20,"total":4,"totalPages":1},"exchangeRateServiceAvailable":true}`,
        ),
        1,
      ),
    ).toMatchObject({
      rows: [{ linkId: 'PL-1' }],
      unreadable: 3,
      pages: 1,
      exchangeRateServiceAvailable: true,
    });
  });
});

describe('the calls', () => {
  const request = { customerName: 'Mona', total: egp(10000n), description: 'Hat' };
  it('create sends amounts and percents as numbers, as they were given', () =>
    withRecorder(`{"message":"ok","data":${LINK}}`, async ({ paymentLinks }, asked) => {
      const extraFees = [{ name: 'Delivery', flatFee: egp(1000n), ratePercent: '2.50' }];
      const made = await paymentLinks.create({ ...request, extraFees, dueAtMs: null });
      expect(made).toMatchObject({ value: { linkId: 'PL-1' } });
      expectAsked(asked, 'POST /v2/payment-link', {
        paymentType: 'simple',
        state: 'submitted',
        description: 'Hat',
        customer: { name: 'Mona' },
        totalAmount: 100,
        currency: 'EGP',
        dueDate: null,
        extraFees: [{ name: 'Delivery', flatFee: 10, rate: 2.5 }],
      });
      expect(asked[0]?.body).toContain('"totalAmount":100.00');
      expect(asked[0]?.body).toContain('"rate":2.50');
    }));
  it('create in a virtual currency without the feature says which feature is off', () =>
    withRecorder(
      {
        status: 400,
        body: '{"status":"FAILURE","messages":{"en":"Currency conversion feature is not enabled."}}',
      },
      async ({ paymentLinks }) =>
        expect(await paymentLinks.create({ ...request, total: money(1n, 'USD_VIRTUAL') })).toMatchObject({
          error: { code: 'feature-off', params: { feature: 'currency_conversion' }, outcome: 'not-applied' },
        }),
    ));
  it('list takes every filter', () =>
    withRecorder('{"data":[]}', async ({ paymentLinks }, asked) => {
      await paymentLinks.list({
        page: 1,
        limit: 20,
        currency: 'USD_VIRTUAL',
        state: 'submitted',
        paymentStatus: 'OVERDUE',
        paymentType: 'ITEMIZED',
        dueDateFrom: '2026-11-01',
        dueDateTo: '2026-11-30',
        creationDateFrom: '2026-10-01',
        creationDateTo: '2026-10-31',
        totalFrom: egp(100n),
        totalTo: egp(250050n),
        search: 'PL-1',
      });
      expectAsked(
        asked,
        'GET /v2/payment-link?page=1&limit=20&currency=USD_VIRTUAL&state=submitted&paymentStatus=OVERDUE&paymentType=ITEMIZED&dueDateFrom=2026-11-01&dueDateTo=2026-11-30&creationDateFrom=2026-10-01&creationDateTo=2026-10-31&search=PL-1&totalAmountFrom=1.00&totalAmountTo=2500.50',
        null,
      );
    }));
  it('import uploads a sheet and says what is wrong with its rows', () =>
    withRecorder(
      '{"body":{"rows":[{"row":2,"description":"Hat","totalAmount":5.50,"errors":["No currency",{"message":"Too long"}]}]},"message":"ok"}',
      async ({ paymentLinks }, asked) => {
        const sheet = { fileName: 'links "1".xlsx', bytes: new TextEncoder().encode('PK') };
        expect(await paymentLinks.import(sheet)).toMatchObject({
          value: {
            rows: [
              {
                row: 2,
                values: { description: 'Hat', totalAmount: '5.50' },
                errors: ['No currency', 'Too long'],
              },
            ],
          },
        });
        expect(asked).toHaveLength(1);
        expect(asked[0]).toMatchObject({ method: 'POST', url: '/v2/payment-link/import' });
        expect(asked[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
        expect(asked[0]?.body).toMatch(/name="file"; filename="links %221%22\.xlsx"[^]*PK/);
      },
    ));
});
