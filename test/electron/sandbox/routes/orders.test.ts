import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { BUSY, call, control, englishOf, listOf, outstanding, withGateway } from '../gateway.ts';

const BODY = { apiOperation: 'REVERSAL' };

async function firstSale(live: SandboxAccess) {
  const sale = (await outstanding(live, BUSY)).find((row) => row.payment_type === 'SALE');
  if (!sale) throw new Error('the busy terminal has no sale');
  return sale;
}
const reverse = (live: SandboxAccess, orderId: string) =>
  call(live, 'PUT', `/v3/payment/reversal/${orderId}`, { body: BODY });

test('a reversal adds a REVERSAL row with the same order, reference and amount', async () => {
  await withGateway(async ({ live }) => {
    const sale = await firstSale(live);
    const answer = await reverse(live, sale.merchant_order_id);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'SUCCESS',
      transactionId: 'RV-000001',
      provider: { type: 'POS' },
    });
    const same = (await outstanding(live, BUSY)).filter(
      (row) => row.merchant_order_id === sale.merchant_order_id,
    );
    expect(same).toEqual([sale, { ...sale, payment_type: 'REVERSAL' }]);
  });
});

test('a second reversal of one order is refused with 400 and adds nothing', async () => {
  await withGateway(async (sandbox) => {
    const sale = await firstSale(sandbox.live);
    await reverse(sandbox.live, sale.merchant_order_id);
    const rows = await outstanding(sandbox.live, BUSY);
    const second = await reverse(sandbox.live, sale.merchant_order_id);
    expect(second.status).toBe(400);
    expect(englishOf(second)).toBe('This order is already reversed.');
    expect(await outstanding(sandbox.live, BUSY)).toEqual(rows);
    const log = (await control(sandbox, 'GET', '/log')).body as { path: string; acted: boolean }[];
    const acts = log.filter(({ path }) => path.includes('/reversal/')).map(({ acted }) => acted);
    expect(acts).toEqual([true, false]);
  });
});

test('an unknown order is 404, an acknowledged one and another operation 400', async () => {
  await withGateway(async ({ live }) => {
    const sale = await firstSale(live);
    expect((await reverse(live, 'NM-0000-000000')).status).toBe(404);
    expect((await reverse(live, sale.ref_number)).status).toBe(404);
    const path = `/v3/payment/reversal/${sale.merchant_order_id}`;
    expect((await call(live, 'PUT', path, { body: { apiOperation: 'REFUND' } })).status).toBe(400);
    expect((await call(live, 'PUT', path, { body: {} })).status).toBe(400);
    await call(live, 'POST', `/v3/payment/pos/ack/${BUSY}`, { body: {} });
    const late = await reverse(live, sale.merchant_order_id);
    expect(late.status).toBe(400);
    expect(englishOf(late)).toBe('This order has moved toward settlement and cannot be reversed.');
  });
});

test('a reversed sale does not move toward settlement when it is acknowledged', async () => {
  await withGateway(async ({ live }) => {
    const sale = await firstSale(live);
    await reverse(live, sale.merchant_order_id);
    await call(live, 'POST', `/v3/payment/pos/ack/${BUSY}`, { body: {} });
    const eligible = await listOf(live, '/v3/payment/instant-settlement/eligible?limit=500');
    expect(eligible.body.map((row) => row['merchantOrderId'])).not.toContain(sale.merchant_order_id);
  });
});

test('the checkout host forwards a reversal with its credential, and leaves authentication to the dashboard', async () => {
  await withGateway(async (sandbox) => {
    const sale = await firstSale(sandbox.live);
    const path = `/v3/orders/${sale.merchant_order_id}`;
    const send = (key: string | null, body: unknown) =>
      call(sandbox.live, 'PUT', path, { host: 'checkout', key, body });
    expect((await send(null, BODY)).status).toBe(401);
    expect((await send('wrong', BODY)).status).toBe(401);
    expect((await send(sandbox.live.secretKey, { apiOperation: 'NONSENSE' })).status).toBe(400);
    const done = await send(sandbox.live.secretKey, BODY);
    expect(done.status).toBe(200);
    expect(done.body).toMatchObject({ status: 'SUCCESS' });
    const log = (await control(sandbox, 'GET', '/log')).body as { host: string; acted: boolean }[];
    expect(log.filter(({ acted }) => acted)).toMatchObject([{ host: 'dashboard', status: 200 }]);
  });
});

const TERMINALS = Array.from({ length: 12 }, (_, at) => String(30410001 + at));

test('what is listed has every kind, and beside what undoes a sale stands the sale', async () => {
  await withGateway(async ({ live }) => {
    const rows = (await Promise.all(TERMINALS.map((id) => outstanding(live, id)))).flat();
    const kinds = new Set(rows.map((row) => row.payment_type));
    expect([...kinds].sort()).toEqual(['AUTHORIZATION', 'REFUND', 'REVERSAL', 'SALE', 'VOID']);
    const undoing = rows.filter(({ payment_type: type }) => type === 'VOID' || type === 'REVERSAL');
    for (const { merchant_order_id, ref_number, amount } of undoing)
      expect(rows).toContainEqual(
        expect.objectContaining({ merchant_order_id, ref_number, amount, payment_type: 'SALE' }),
      );
  });
});

test('what is no sale cannot be reversed, nor a sale that was undone', async () => {
  await withGateway(async ({ live }) => {
    const rows = (await Promise.all(TERMINALS.map((id) => outstanding(live, id)))).flat();
    const undone = rows.find((one) => one.payment_type === 'VOID');
    expect(englishOf(await reverse(live, undone?.merchant_order_id ?? ''))).toBe(
      'This order is already reversed.',
    );
    for (const type of ['REFUND', 'AUTHORIZATION']) {
      const row = rows.find((one) => one.payment_type === type);
      const answer = await reverse(live, row?.merchant_order_id ?? '');
      expect([type, answer.status]).toEqual([type, 400]);
      expect(englishOf(answer)).toBe('Only a sale can be reversed.');
    }
  });
});
