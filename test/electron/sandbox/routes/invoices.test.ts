import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, listOf, withGateway } from '../gateway.ts';
import { DAY_MS, SMALL } from '../merchant.ts';
import { refusesFields, refusesShapes, refusesStrangers, takesOnly, type BadField } from '../refusals.ts';
import { ask, at, textAt } from '../wire.ts';

const INVOICES = '/v2/paymentRequest';
const SHARE = '/v2/paymentRequest/share';
const SIMPLE = { paymentType: 'simple', totalAmount: 1250, currency: 'EGP' };
const ITEM = { description: 'Lunch boxes', unitPrice: 125, quantity: 10, subTotal: 1250 };
const DUE = '2026-11-24 10:30:00.000000+00:00';
const PROFESSIONAL = { ...SIMPLE, paymentType: 'professional', dueDate: DUE, items: [ITEM] };

const create = (access: SandboxAccess, json: object) => ask(access, 'POST', INVOICES, { json });
const idsOf = async (access: SandboxAccess, query: string) =>
  (await listOf(access, `${INVOICES}?limit=100&${query}`)).body.map((row) => row['paymentRequestId']);

test('a simple invoice is created with the documented record and a link to pay it', async () => {
  await withGateway(async ({ live }) => {
    const { status, body, text } = await create(live, {
      ...SIMPLE,
      description: 'Office lunch',
      customerName: 'Karim Hassan',
      email: 'karim@example.com',
      phoneNumber: '01112345602',
      referenceId: 'LUNCH-7',
      isManualCapture: true,
    });
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(['body', 'message']);
    const invoice = at(body, 'body');
    expect(invoice).toMatchObject({
      paymentRequestId: expect.stringMatching(/^PR-\d{6}$/) as string,
      merchantId: 'MID-7301-118',
      paymentType: 'simple',
      totalAmount: 1250,
      currency: 'EGP',
      description: 'Office lunch',
      customerName: 'Karim Hassan',
      email: 'karim@example.com',
      referenceId: 'LUNCH-7',
      state: 'submitted',
      paymentStatus: 'unpaid',
      isManualCapture: true,
      availableAmountForRefund: 0,
      creationDate: '2026-11-17 10:30:00.000000+00:00',
      dueDate: null,
      transactions: [],
      paymentLink: expect.stringMatching(/^https?:\/\//) as string,
    });
    expect(text).toContain('"totalAmount":1250.00');
    expect((await listOf(live, `${INVOICES}?limit=1`)).body).toEqual([invoice]);
  }, SMALL);
});

test('the id says the kind: PR- simple, INV- professional, ORD- order', async () => {
  await withGateway(async ({ live }) => {
    const order = { ...SIMPLE, paymentType: 'order' };
    const kinds: [object, RegExp][] = [
      [SIMPLE, /^PR-\d+$/],
      [PROFESSIONAL, /^INV-\d+$/],
      [order, /^ORD-\d+$/],
      [order, /^ORD-\d+$/],
    ];
    const ids: string[] = [];
    for (const [json, form] of kinds) {
      const { body } = await create(live, json);
      ids.push(textAt(body, 'body.paymentRequestId'));
      expect(ids.at(-1)).toMatch(form);
    }
    expect(new Set(ids).size).toBe(4);
    expect((await idsOf(live, '')).slice(0, 4)).toEqual(ids.toReversed());
  }, SMALL);
});

test('a professional invoice keeps its due date and lines, and is overdue when it passes', async () => {
  await withGateway(async ({ live }, clock) => {
    const { body } = await create(live, PROFESSIONAL);
    expect(at(body, 'body')).toMatchObject({ dueDate: DUE, items: [ITEM], paymentStatus: 'unpaid' });
    const id = textAt(body, 'body.paymentRequestId');
    clock.forward(7 * DAY_MS + 1_000);
    const [row] = (await listOf(live, `${INVOICES}?search=${id}`)).body;
    expect(row).toMatchObject({ paymentRequestId: id, paymentStatus: 'overdue' });
    expect(await idsOf(live, 'paymentStatus=OVERDUE')).toContain(id);
  }, SMALL);
});

test('the list is narrowed by state, status, type and search', async () => {
  await withGateway(async ({ live }) => {
    const { body } = await create(live, { ...SIMPLE, customerName: 'Nadia Samir', referenceId: 'REF-9' });
    const id = textAt(body, 'body.paymentRequestId');
    expect((await idsOf(live, '')).length).toBe(3);
    expect((await idsOf(live, 'paymentType=simple')).length).toBe(2);
    expect((await idsOf(live, 'paymentType=professional')).length).toBe(1);
    expect(await idsOf(live, 'paymentType=order')).toEqual([]);
    expect((await idsOf(live, 'state=submitted')).length).toBe(3);
    expect(await idsOf(live, 'state=draft')).toEqual([]);
    expect((await idsOf(live, 'paymentStatus=UNPAID')).length).toBe(3);
    expect(await idsOf(live, 'paymentStatus=PAID')).toEqual([]);
    for (const search of ['NADIA', 'ref-9', id])
      expect([search, await idsOf(live, `search=${search}`)]).toEqual([search, [id]]);
    expect(await idsOf(live, 'search=nadia&paymentType=professional')).toEqual([]);
    const page = await listOf(live, `${INVOICES}?limit=2&page=2`);
    expect([page.body.length, page.pagination]).toEqual([1, { total: 3, limit: 2, page: 2, pages: 2 }]);
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const post = { method: 'POST', path: INVOICES, json: { ...PROFESSIONAL, email: 'a@example.com' } };
    const of = (field: string, ...values: unknown[]) => values.map((value): BadField => [field, value]);
    await refusesFields(sandbox, post, [
      ...of('paymentType', undefined, 'Simple', 'bulk', 7),
      ...of('totalAmount', undefined, 0, -1, '0', 'x', 1.001, null, true),
      ...of('currency', undefined, '', 'XYZ', 'egp', 7),
      ...of('description', 7, 'x'.repeat(2_001)),
      ...of('customerName', 7, 'x'.repeat(201)),
      ...of('email', 'mona', 'mona@', 7),
      ...of('phoneNumber', 7, '0'.repeat(31)),
      ...of('referenceId', 7, 'x'.repeat(201)),
      ...of('isManualCapture', 'yes', 0),
      ...of('dueDate', undefined, null, 'tomorrow', '2026-12-01', 7),
      ...of('items', undefined, [], 'x'),
      ...of('items.0.quantity', 0, '1', 1.5),
      ...of('items.0.description', undefined, ''),
    ]);
    await refusesShapes(sandbox.live, post);
    await refusesStrangers(sandbox, post);
    await refusesStrangers(sandbox, { method: 'GET', path: INVOICES });
    await takesOnly(sandbox.live, INVOICES, 'GET POST');
  }, SMALL);
});

test('an invoice is shared by email or phone; an unknown one is 404, neither of both 400', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const [id] = await idsOf(live, '');
    const share = (json: object) => ask(live, 'POST', SHARE, { json });
    for (const to of [{ email: 'mona@example.com' }, { phoneNumber: '01001234501' }]) {
      const { status, body } = await share({ paymentRequestId: id, ...to });
      expect([status, Object.keys(body as object)]).toEqual([200, ['message']]);
    }
    const missing = await share({ paymentRequestId: 'PR-999999', email: 'mona@example.com' });
    expect([missing.status, englishOf(missing)]).toEqual([404, 'There is no invoice with this id.']);
    expect((await share({ paymentRequestId: id })).status).toBe(400);
  }, SMALL);
});

test('an empty phone number is none', async () => {
  await withGateway(async ({ live }) => {
    const [id] = await idsOf(live, '');
    const json = { paymentRequestId: id, phoneNumber: '' };
    expect((await ask(live, 'POST', SHARE, { json })).status).toBe(400);
  }, SMALL);
});

test('what is shared has the right types', async () => {
  await withGateway(async (sandbox, clock) => {
    const [id] = await idsOf(sandbox.live, '');
    const post = { method: 'POST', path: SHARE, json: { paymentRequestId: id, email: 'mona@example.com' } };
    await refusesFields(sandbox, post, [
      ['paymentRequestId', undefined],
      ['paymentRequestId', ''],
      ['paymentRequestId', 7],
      ['email', 'mona'],
      ['email', ''],
      ['email', 7],
    ]);
    clock.forward(60_000);
    await refusesShapes(sandbox.live, post);
    await refusesStrangers(sandbox, post);
    await takesOnly(sandbox.live, SHARE, 'POST');
  }, SMALL);
});

test('sharing is limited to ten a minute, in live and in test: 429 with Retry-After', async () => {
  await withGateway(async ({ live, test: tried }, clock) => {
    for (const access of [live, tried]) {
      const [id] = await idsOf(access, '');
      const share = () =>
        ask(access, 'POST', SHARE, { json: { paymentRequestId: id, email: 'mona@example.com' } });
      for (let count = 1; count <= 10; count += 1)
        expect([count, (await share()).status]).toEqual([count, 200]);
      clock.forward(15_000);
      const over = await share();
      expect([over.status, over.headers['retry-after']]).toEqual([429, '45']);
      expect(over.body).toMatchObject({ error: { cause: 'Too many requests' }, status: 'FAILURE' });
      clock.forward(44_999);
      expect((await share()).status).toBe(429);
      clock.forward(1);
      expect((await share()).status).toBe(200);
      clock.forward(DAY_MS);
    }
  }, SMALL);
});
