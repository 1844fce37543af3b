import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { withGateway } from '../gateway.ts';
import { allAccountedFor, DAY_MS, orderOperation, SMALL } from '../merchant.ts';
import { refusesFields, refusesShapes, refusesStrangers, takesOnly, type BadField } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const LINKS = '/v2/payment-link';
const LINK = { totalAmount: 450, currency: 'EGP', description: 'Home delivery' };

const create = (access: SandboxAccess, more: object = {}) =>
  ask(access, 'POST', LINKS, { json: { ...LINK, ...more } });
const created = async (access: SandboxAccess, more: object = {}) => {
  const { status, body } = await create(access, more);
  expect(status).toBe(200);
  return at(body, 'data') as Record<string, unknown>;
};
async function idsOf(access: SandboxAccess, query: string): Promise<string[]> {
  const { status, body } = await ask(access, 'GET', `${LINKS}?limit=100&${query}`);
  expect(status).toBe(200);
  return (at(body, 'data') as object[]).map((row) => textAt(row, 'paymentLinkId'));
}

test('a link is created with the documented record; unknown fields do not disturb it', async () => {
  await withGateway(async ({ live }) => {
    const { status, body, text } = await create(live, {
      customer: { name: 'Mona Adel', city: 'Giza' },
      isManualCapture: true,
      paymentType: 'simple',
      state: 'submitted',
      dueDate: '2026-12-01 00:00:00.000000+00:00',
      isSuspendedPayment: true,
      referenceId: 'ORDER-78',
      invoiceItems: [{ description: 'Bread', unitPrice: 45, quantity: 10, subTotal: 450 }],
      somethingNew: 1,
    });
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(['message', 'data']);
    const data = at(body, 'data');
    expect(data).toMatchObject({
      _id: expect.any(String) as string,
      paymentLinkId: 'PL-000005',
      paymentRequestId: expect.stringMatching(/^PR-\d{6}$/) as string,
      merchantId: 'MID-7301-118',
      merchantInfo: { storeName: 'Nile Market' },
      storeName: 'Nile Market',
      description: 'Home delivery',
      customerName: 'Mona Adel',
      customer: { name: 'Mona Adel', city: 'Giza' },
      currency: 'EGP',
      totalAmount: 450,
      totalAmountWithoutFees: 450,
      availableAmountForRefund: 0,
      paymentType: 'simple',
      paymentStatus: 'unpaid',
      state: 'submitted',
      dueDate: '2026-12-01 00:00:00.000000+00:00',
      creationDate: '2026-11-17 10:30:00.000000+00:00',
      referenceId: 'ORDER-78',
      isSuspendedPayment: true,
      isManualCapture: true,
      isDeleted: false,
      isPaymentLink: true,
      isBulkCreated: false,
      extraFees: [],
      invoiceItems: [{ description: 'Bread', unitPrice: 45, quantity: 10, subTotal: 450 }],
      labels: [],
      transactions: [],
    });
    expect(at(data, 'invoiceReferenceId')).toBeDefined();
    expect([at(data, 'virtualAmount') ?? null, at(data, 'virtualCurrency') ?? null]).toEqual([null, null]);
    expect(text).toContain('"totalAmount":450.00,"totalAmountWithoutFees":450.00');
    const list = await ask(live, 'GET', `${LINKS}?limit=1`);
    expect(list.body).toEqual({
      message: expect.any(String) as string,
      data: [data],
      pagination: { page: 1, limit: 1, total: 5, totalPages: 5 },
      exchangeRateServiceAvailable: true,
    });
  }, SMALL);
});

test('extra fees come on top: flat and percent of the amount without fees, rounded half up', async () => {
  await withGateway(async ({ live }) => {
    const total = async (totalAmount: number | string, ...extraFees: object[]) => {
      const link = await created(live, { totalAmount, extraFees });
      expect(link['totalAmountWithoutFees']).toBe(Number(totalAmount));
      return link['totalAmount'];
    };
    expect(await total(100, { name: 'Service', flatFee: 10, rate: 0 })).toBe(110);
    expect(await total(100, { name: 'Service', rate: 14 })).toBe(114);
    expect(await total(100, { name: 'A', flatFee: 5.5, rate: 10 }, { name: 'B', rate: 10 })).toBe(125.5);
    expect(await total('0.50', { name: 'Half', rate: 1 })).toBe(0.51);
    expect(await total('0.49', { name: 'Half', rate: 1 })).toBe(0.49);
    expect(await total('99.99', { name: 'A', rate: 2.5 })).toBe(102.49);
  }, SMALL);
});

test('a virtual currency keeps its own amount and says its rate in EGP', async () => {
  await withGateway(async ({ live }) => {
    for (const currency of ['USD_VIRTUAL', 'EUR_VIRTUAL', 'GBP_VIRTUAL', 'SAR_VIRTUAL', 'AED_VIRTUAL']) {
      const link = await created(live, { totalAmount: 50, currency });
      expect(link).toMatchObject({
        currency,
        totalAmount: 50,
        virtualAmount: 50,
        virtualCurrency: currency,
        virtualExchangeRate: expect.any(Number) as number,
        virtualRateRecordedAt: '2026-11-17 10:30:00.000000+00:00',
      });
    }
    expect((await idsOf(live, 'currency=EUR_VIRTUAL')).length).toBe(1);
    expect((await idsOf(live, 'currency=USD_VIRTUAL')).length).toBe(2);
  }, SMALL);
});

test('filters narrow the list, one by one and together', async () => {
  await withGateway(async ({ live }, clock) => {
    // Four are there: 450, 1,800 overdue, 50 USD_VIRTUAL, and 625.50 paid.
    expect(await idsOf(live, '')).toEqual(['PL-000004', 'PL-000003', 'PL-000002', 'PL-000001']);
    clock.forward(DAY_MS);
    await created(live, {
      totalAmount: 90,
      state: 'draft',
      dueDate: '2026-11-20 12:00:00.000000+00:00',
      invoiceItems: [{ description: 'Bread', unitPrice: 45, quantity: 2, subTotal: 90 }],
    });
    for (const [query, ids] of [
      ['paymentStatus=PAID', ['PL-000004']],
      ['paymentStatus=paid', ['PL-000004']],
      ['paymentStatus=OVERDUE', ['PL-000002']],
      ['paymentStatus=UNPAID', ['PL-000005', 'PL-000003', 'PL-000001']],
      ['paymentStatus=EXPIRED', []],
      ['currency=USD_VIRTUAL', ['PL-000003']],
      ['currency=USD', []],
      ['state=draft', ['PL-000005']],
      ['paymentType=ITEMIZED', ['PL-000005']],
      ['paymentType=FIXED_AMOUNT&currency=EGP', ['PL-000004', 'PL-000002', 'PL-000001']],
      ['dueDateFrom=2026-11-20', ['PL-000005']],
      ['dueDateFrom=2026-11-20&dueDateTo=2026-11-20', ['PL-000005']],
      ['dueDateTo=2026-11-19', ['PL-000002']],
      ['creationDateFrom=2026-11-18', ['PL-000005']],
      ['creationDateTo=2026-11-17&totalAmountTo=450', ['PL-000003', 'PL-000001']],
      ['totalAmountFrom=625.50', ['PL-000004', 'PL-000002']],
      ['totalAmountFrom=90&totalAmountTo=450', ['PL-000005', 'PL-000001']],
      ['search=PL-000002', ['PL-000002']],
      ['search=pl-00000', ['PL-000005', 'PL-000004', 'PL-000003', 'PL-000002', 'PL-000001']],
      ['search=delivery', []],
      ['search=%25', []],
    ] as const)
      expect([query, await idsOf(live, query)]).toEqual([query, ids]);
  }, SMALL);
});

test('amounts are filtered in the decimals of their currency', async () => {
  await withGateway(async ({ live }) => {
    await created(live, { totalAmount: 5000, currency: 'JPY' });
    await created(live, { totalAmount: '5.125', currency: 'KWD' });
    const range = 'totalAmountFrom=5000&totalAmountTo=5000';
    expect(await idsOf(live, `currency=JPY&${range}`)).toEqual(['PL-000005']);
    expect(await idsOf(live, 'currency=KWD&totalAmountFrom=5&totalAmountTo=6')).toEqual(['PL-000006']);
  }, SMALL);
});

test('a refund lowers what is available for refund on a paid link', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const available = async () =>
      at((await ask(live, 'GET', `${LINKS}?search=PL-000004`)).body, 'data.0.availableAmountForRefund');
    expect(await available()).toBe(625.5);
    expect((await orderOperation(live, 'refund', 'PL-000004', '100.25')).status).toBe(200);
    expect(await available()).toBe(525.25);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('unpaid and past its due date a link is overdue', async () => {
  await withGateway(async ({ live }, clock) => {
    await created(live, { dueDate: '2026-11-18 10:30:00.000000+00:00' });
    const status = async () =>
      textAt((await ask(live, 'GET', `${LINKS}?search=PL-000005`)).body, 'data.0.paymentStatus');
    clock.forward(DAY_MS - 1);
    expect(await status()).toBe('unpaid');
    clock.forward(1_000);
    expect(await status()).toBe('overdue');
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const item = { description: 'Bread', unitPrice: 45, quantity: 10, subTotal: 450 };
    const json = { ...LINK, extraFees: [{ name: 'Service', flatFee: 1, rate: 1 }], invoiceItems: [item] };
    const post = { method: 'POST', path: LINKS, json };
    const of = (field: string, ...values: unknown[]) => values.map((value): BadField => [field, value]);
    await refusesFields(sandbox, post, [
      ...of('totalAmount', undefined, 0, -1, '0', 'x', 1.001, null, true, [], 1e15),
      ...of('currency', undefined, '', 'XYZ', 'egp', 7),
      ...of('description', undefined, '', 7, 'x'.repeat(2_001)),
      ...of('customer', 'Mona', 7, null),
      ...of('customer', { name: 7 }).map(([field, value]): BadField => [field, value, 'customer.name']),
      ...of('isManualCapture', 'yes', 1),
      ...of('isSuspendedPayment', 'yes', 1),
      ...of('paymentType', '', 7),
      ...of('state', '', 7),
      ...of('dueDate', 'tomorrow', '2026-12-01', 7),
      ...of('referenceId', 7, 'x'.repeat(201)),
      ...of('extraFees', 'x', {}),
      ...of('extraFees.0.name', undefined, '', 7),
      ...of('extraFees.0.flatFee', 'x', -1, 0.001, null),
      ...of('extraFees.0.rate', -1, 101, '5'),
      ...of('invoiceItems', 'x', {}),
      ...of('invoiceItems.0.description', undefined, '', 7),
      ...of('invoiceItems.0.quantity', 0, -1, 1.5, '2', undefined),
      ...of('invoiceItems.0.unitPrice', undefined, null, true),
      ...of('invoiceItems.0.subTotal', undefined, null, {}),
    ]);
    await refusesShapes(sandbox.live, post);
    await refusesStrangers(sandbox, post);
    await refusesStrangers(sandbox, { method: 'GET', path: LINKS });
    await takesOnly(sandbox.live, LINKS, 'GET POST');
  }, SMALL);
});

test('prices of items are amounts: text that is none, and negative ones, are refused', async () => {
  await withGateway(async (sandbox) => {
    const item = { description: 'Bread', unitPrice: 45, quantity: 10, subTotal: 450 };
    const post = { method: 'POST', path: LINKS, json: { ...LINK, invoiceItems: [item] } };
    await refusesFields(sandbox, post, [
      ['invoiceItems.0.unitPrice', 'abc'],
      ['invoiceItems.0.unitPrice', -5],
      ['invoiceItems.0.unitPrice', 1.001],
      ['invoiceItems.0.subTotal', 'abc'],
      ['invoiceItems.0.subTotal', ''],
    ]);
  }, SMALL);
});
