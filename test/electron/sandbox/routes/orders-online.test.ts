import { expect, test } from 'vitest';
import { BUSY, englishOf, outstanding, withGateway } from '../gateway.ts';
import { allAccountedFor, orderOperation, paidOrder, SMALL } from '../merchant.ts';
import {
  needsPermission,
  refusesFields,
  refusesShapes,
  refusesStrangers,
  refusesTricks,
  roleKey,
  takesOnly,
  type BadField,
} from '../refusals.ts';
import { ask, at } from '../wire.ts';

const OPERATIONS = ['capture', 'refund', 'void', 'reversal'] as const;
const pathOf = (operation: string, id = 'WEB-1') => `/v3/payment/${operation}/${id}`;

test('an operation on an online order answers with the documented shape', async () => {
  await withGateway(async (sandbox) => {
    await paidOrder(sandbox, 'WEB-1');
    const { status, body, text } = await ask(sandbox.live, 'PUT', pathOf('refund'), {
      json: {
        apiOperation: 'REFUND',
        reason: 'Too small',
        transaction: { amount: '20.50', targetTransactionId: 'TX-000001', more: 1 },
        somethingNew: { passed: 'through' },
      },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      response: {
        orderId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        merchantOrderId: 'WEB-1',
        amount: 120.5,
        currency: 'EGP',
        status: 'PAID',
        capturedAmount: 120.5,
        refundedAmount: 20.5,
      },
      transactionId: expect.stringMatching(/^TX-\d{6}$/) as string,
      messages: { en: expect.any(String) as string, ar: expect.any(String) as string },
      status: 'SUCCESS',
      provider: { type: 'ONLINE', version: '1.0' },
    });
    expect(text).toContain('"amount":120.50,');
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('both hosts do the same operation, whichever apiOperation names it', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const put = (json: object) => ask(live, 'PUT', '/v3/orders/WEB-1', { host: 'checkout', json });
    await paidOrder(sandbox, 'WEB-1', { manualCapture: true });
    const captured = await put({ apiOperation: 'CAPTURE', transaction: { amount: 100 } });
    expect(at(captured.body, 'response.capturedAmount')).toBe(100);
    const refunded = await put({ apiOperation: 'REFUND', reason: 'x', transaction: { amount: '40.00' } });
    expect(at(refunded.body, 'response.refundedAmount')).toBe(40);
    expect((await put({ apiOperation: 'VOID' })).status).toBe(400);
    expect((await put({ apiOperation: 'REVERSAL' })).status).toBe(400);
    await paidOrder(sandbox, 'WEB-1');
    expect(at((await put({ apiOperation: 'VOID' })).body, 'response.status')).toBe('VOIDED');
    for (const apiOperation of [undefined, null, '', 'refund', 'PAY', 'toString', ['VOID'], 7]) {
      const refused = await put({ apiOperation });
      expect([refused.status, englishOf(refused)]).toEqual([400, 'This apiOperation is not known.']);
    }
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('the checkout host asks for no key itself: 401 and 403 are the dashboard’s, told on', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'WEB-1');
    for (const apiOperation of ['REFUND', 'VOID', 'CAPTURE', 'REVERSAL'])
      await refusesStrangers(sandbox, {
        method: 'PUT',
        path: '/v3/orders/WEB-1',
        host: 'checkout',
        json: { apiOperation },
      });
    const key = await roleKey(sandbox, ['transactions.view_transaction']);
    const refused = await ask(live, 'PUT', '/v3/orders/WEB-1', {
      host: 'checkout',
      key,
      json: { apiOperation: 'REFUND' },
    });
    expect([refused.status, englishOf(refused)]).toEqual([
      403,
      'The permission transactions.refund_transaction is missing.',
    ]);
    await refusesShapes(live, { method: 'PUT', path: '/v3/orders/WEB-1', host: 'checkout' });
  }, SMALL);
});

test('refund and void need the refund permission; capture and reversal do not', async () => {
  await withGateway(async (sandbox) => {
    const json = (operation: string) => ({ apiOperation: operation.toUpperCase() });
    for (const operation of ['refund', 'void']) {
      await paidOrder(sandbox, 'WEB-1');
      const call = { method: 'PUT', path: pathOf(operation), json: json(operation) };
      await needsPermission(sandbox, 'transactions.refund_transaction', call);
    }
    await paidOrder(sandbox, 'WEB-1', { manualCapture: true });
    const key = await roleKey(sandbox, []);
    const capture = { key, json: json('capture') };
    expect((await ask(sandbox.live, 'PUT', pathOf('capture'), capture)).status).toBe(200);
    await paidOrder(sandbox, 'WEB-2', {}, { method: 'bnpl' });
    const reversal = { key, json: json('reversal') };
    expect((await ask(sandbox.live, 'PUT', pathOf('reversal', 'WEB-2'), reversal)).status).toBe(200);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('each field of the wrong type or range is refused with 400 and its name', async () => {
  await withGateway(async (sandbox) => {
    await paidOrder(sandbox, 'WEB-1');
    const amounts = [0, '0', -1, '-0.01', 1.001, '1.001', '1e1', '', ' 1', 'one', null, true, {}, 1e15];
    const refund = {
      method: 'PUT',
      path: pathOf('refund'),
      json: { apiOperation: 'REFUND', reason: 'x', transaction: { amount: 1 } },
    };
    await refusesFields(sandbox, refund, [
      ...amounts.map((value): BadField => ['transaction.amount', value]),
      ['transaction', 'all'],
      ['transaction', null],
      ['transaction', []],
      ['transaction.targetTransactionId', 7],
      ['reason', 7],
      ['reason', 'x'.repeat(2_001)],
    ]);
    for (const operation of OPERATIONS)
      for (const apiOperation of [undefined, null, '', 7, operation, 'PAY']) {
        const refused = await ask(sandbox.live, 'PUT', pathOf(operation), { json: { apiOperation } });
        expect([operation, apiOperation, refused.status]).toEqual([operation, apiOperation, 400]);
      }
    await refusesShapes(sandbox.live, refund);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a card-present order is not refunded, captured or voided here: 400; one that is nowhere is 404', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const [sale] = await outstanding(live, BUSY);
    for (const operation of ['refund', 'capture', 'void'] as const) {
      expect((await orderOperation(live, operation, sale?.merchant_order_id ?? '')).status).toBe(400);
      const nowhere = await orderOperation(live, operation, 'WEB-404');
      expect([nowhere.status, englishOf(nowhere)]).toEqual([404, 'There is no order with this id.']);
    }
    await paidOrder(sandbox, 'WEB-1');
    expect((await orderOperation(sandbox.test, 'refund', 'WEB-1')).status).toBe(404);
  }, SMALL);
});

test('strangers, other methods and tricks with the path are refused on every operation', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    await paidOrder(sandbox, 'WEB-1');
    for (const operation of OPERATIONS) {
      const json = { apiOperation: operation.toUpperCase() };
      await refusesStrangers(sandbox, { method: 'PUT', path: pathOf(operation), json });
      await takesOnly(live, pathOf(operation), 'PUT');
      await refusesTricks(live, 'PUT', (id) => pathOf(operation, id), { json });
      await refusesTricks(live, 'PUT', (id) => `/v3/orders/${id}`, { json, host: 'checkout' });
    }
    await takesOnly(live, '/v3/orders/WEB-1', 'PUT', 'checkout');
    await allAccountedFor(sandbox);
  }, SMALL);
});
