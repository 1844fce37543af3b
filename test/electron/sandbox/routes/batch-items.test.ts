import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { englishOf, listOf, withGateway } from '../gateway.ts';
import { SMALL } from '../merchant.ts';
import {
  refusesFields,
  refusesShapes,
  refusesStrangers,
  refusesTricks,
  takesOnly,
  type BadField,
} from '../refusals.ts';
import { ask, at } from '../wire.ts';

const ITEMS = '/v2/batch-item';

/** Newest first: the first has been shared with its batch, the other three are drafts. */
async function items(access: SandboxAccess) {
  const { body } = await listOf(access, ITEMS);
  const [shared, ...drafts] = body.map((row) => String(row['_id']));
  return { shared: shared ?? '', draft: drafts[0] ?? '', drafts };
}
const put = (access: SandboxAccess, id: string, batchItem: unknown) =>
  ask(access, 'PUT', `${ITEMS}/${id}`, { json: { batchItem } });

test('items are listed with the documented fields, by batch', async () => {
  await withGateway(async ({ live }) => {
    const { body, pagination } = await listOf(live, ITEMS);
    expect(pagination).toEqual({ total: 4, limit: 20, page: 1, pages: 1 });
    expect(body[3]).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
      batchId: 'BATCH-0001',
      name: 'Mona Adel',
      amount: 300,
      currency: 'EGP',
      dueDate: '2026-11-22 10:30:00.000000+00:00',
      status: 'draft',
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
    });
    expect(body.map(({ status }) => status)).toEqual(['shared', 'draft', 'draft', 'draft']);
    expect((await listOf(live, `${ITEMS}?batchId=BATCH-0001&limit=3`)).pagination.pages).toBe(2);
    expect((await listOf(live, `${ITEMS}?batchId=BATCH-0002`)).body).toEqual([]);
  }, SMALL);
});

test('one row is corrected before its batch is shared', async () => {
  await withGateway(async ({ live }, clock) => {
    const { draft } = await items(live);
    clock.forward(1_000);
    const { status, body } = await put(live, draft, {
      description: 'Yearly subscription',
      totalAmount: '400.50',
      paymentType: 'simple',
      referenceId: 'SUB-9',
      isSuspendedPayment: true,
      dueDate: '2026-12-24 10:30:00.000000+00:00',
      extraFees: [{ name: 'Service', flatFee: 10, rate: 1 }],
      items: [{ description: 'Year', unitPrice: 400.5, quantity: 1, subTotal: 400.5 }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      _id: draft,
      amount: 414.51,
      currency: 'EGP',
      dueDate: '2026-12-24 10:30:00.000000+00:00',
      status: 'draft',
      updatedAt: '2026-11-17 10:30:01.000000+00:00',
    });
    const listed = (await listOf(live, ITEMS)).body.find((row) => row['_id'] === draft);
    expect(listed).toEqual(body);
    const later = await put(live, draft, { dueDate: null });
    expect(later.body).toMatchObject({ amount: 414.51, dueDate: null });
  }, SMALL);
});

test('fees that change alone change the amount, as on a payment link', async () => {
  await withGateway(async ({ live }) => {
    const { draft } = await items(live);
    const withFee = await put(live, draft, { extraFees: [{ name: 'Service', flatFee: 10 }] });
    expect(at(withFee.body, 'amount')).toBe(310);
    const without = await put(live, draft, { extraFees: [] });
    expect(at(without.body, 'amount')).toBe(300);
  }, SMALL);
});

test('a change of something else keeps the fees in the amount', async () => {
  await withGateway(async ({ live }) => {
    const { draft } = await items(live);
    await put(live, draft, { totalAmount: 100, extraFees: [{ name: 'Service', flatFee: 10 }] });
    expect(at((await put(live, draft, { description: 'x' })).body, 'amount')).toBe(110);
    expect(at((await put(live, draft, { totalAmount: 200 })).body, 'amount')).toBe(210);
  }, SMALL);
});

test('a shared item is neither changed nor deleted: 400', async () => {
  await withGateway(async ({ live }) => {
    const { shared } = await items(live);
    const before = (await listOf(live, ITEMS)).body;
    for (const reply of [
      await put(live, shared, { totalAmount: 1 }),
      await ask(live, 'DELETE', `${ITEMS}/${shared}`),
    ])
      expect([reply.status, englishOf(reply)]).toEqual([
        400,
        'The batch has been shared and cannot be changed.',
      ]);
    expect((await listOf(live, ITEMS)).body).toEqual(before);
  }, SMALL);
});

test('a deleted item is gone', async () => {
  await withGateway(async ({ live }) => {
    const { draft } = await items(live);
    const { status, body } = await ask(live, 'DELETE', `${ITEMS}/${draft}`);
    expect([status, Object.keys(body as object)]).toEqual([200, ['message']]);
    expect((await listOf(live, ITEMS)).pagination.total).toBe(3);
    expect((await ask(live, 'DELETE', `${ITEMS}/${draft}`)).status).toBe(404);
    expect((await put(live, draft, { totalAmount: 1 })).status).toBe(404);
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const { draft } = await items(live);
    const before = (await listOf(live, ITEMS)).body;
    const of = (field: string, ...values: unknown[]) =>
      values.map((value): BadField => [`batchItem.${field}`, value]);
    const update = { method: 'PUT', path: `${ITEMS}/${draft}`, json: { batchItem: { totalAmount: 5 } } };
    await refusesFields(sandbox, update, [
      ['batchItem', undefined],
      ['batchItem', null],
      ['batchItem', 'x'],
      ['batchItem', []],
      ...of('description', 7, 'x'.repeat(2_001)),
      ...of('totalAmount', 0, -1, '0', 'x', 1.001, null, true),
      ...of('paymentType', '', 7),
      ...of('referenceId', 7, 'x'.repeat(201)),
      ...of('isSuspendedPayment', 'yes'),
      ...of('dueDate', 'tomorrow', 7),
      ...of('extraFees', 'x', {}),
      ...of('items', 'x', {}),
    ]);
    await refusesShapes(live, update);
    expect((await listOf(live, ITEMS)).body).toEqual(before);
  }, SMALL);
});

test('strangers, other methods and unknown ids are refused', async () => {
  await withGateway(async (sandbox) => {
    const { live, test: tried } = sandbox;
    const { draft } = await items(live);
    const json = { batchItem: { totalAmount: 5 } };
    await refusesStrangers(sandbox, { method: 'GET', path: ITEMS });
    await refusesStrangers(sandbox, { method: 'PUT', path: `${ITEMS}/${draft}`, json });
    await refusesStrangers(sandbox, { method: 'DELETE', path: `${ITEMS}/${draft}` });
    await takesOnly(live, ITEMS, 'GET');
    await takesOnly(live, `${ITEMS}/${draft}`, 'PUT DELETE');
    await refusesTricks(live, 'DELETE', (id) => `${ITEMS}/${id}`);
    await refusesTricks(live, 'PUT', (id) => `${ITEMS}/${id}`, { json });
    expect((await ask(tried, 'DELETE', `${ITEMS}/${draft}`)).status).toBe(404);
  }, SMALL);
});
