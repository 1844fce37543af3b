import { expect, test } from 'vitest';
import {
  BUSY,
  call,
  control,
  EMPTY,
  englishOf,
  listOf,
  minor,
  outstanding,
  withGateway,
} from '../gateway.ts';

const ELIGIBLE = '/v3/payment/instant-settlement/eligible?limit=500';
const WINDOW = '/v3/payment/settlement/windows?limit=1';

test('acknowledging takes everything outstanding, and it moves into the open window of its branch', async () => {
  await withGateway(async ({ live }) => {
    const rows = await outstanding(live, BUSY);
    const [before] = (await listOf(live, WINDOW)).body;
    const eligibleBefore = await listOf(live, ELIGIBLE);

    const answer = await call(live, 'POST', `/v3/payment/pos/ack/${BUSY}`, { body: {} });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'SUCCESS', response: { acknowledged: rows.length } });
    expect(await outstanding(live, BUSY)).toEqual([]);

    const sales = rows.filter((row) => row.payment_type === 'SALE');
    const refunds = rows.filter((row) => row.payment_type === 'REFUND');
    const sum = (of: typeof rows) => of.reduce((total, row) => total + minor(row.amount), 0);
    const [after] = (await listOf(live, WINDOW)).body;
    expect(after).toMatchObject({ windowId: 'SW-2026-11-17', status: 'OPEN' });
    expect(minor(after?.['grossAmount']) - minor(before?.['grossAmount'])).toBe(sum(sales) - sum(refunds));
    const eligible = await listOf(live, ELIGIBLE);
    expect(eligible.pagination.total - eligibleBefore.pagination.total).toBe(sales.length);
    const orders = new Map(eligible.body.map((row) => [row['merchantOrderId'], row]));
    for (const sale of sales)
      expect(orders.get(sale.merchant_order_id)).toMatchObject({
        branchId: 'BR-01',
        batchId: 'SB-2026-11-17-BR-01',
        refNumber: sale.ref_number,
        amount: sale.amount,
      });
  });
});

test('acknowledging a terminal with nothing outstanding answers 200 and changes nothing', async () => {
  await withGateway(async (sandbox) => {
    const [before] = (await listOf(sandbox.live, WINDOW)).body;
    const answer = await call(sandbox.live, 'POST', `/v3/payment/pos/ack/${EMPTY}`, { body: {} });
    expect(answer.status).toBe(200);
    expect(englishOf(answer)).toBe('There was nothing to acknowledge.');
    expect((await listOf(sandbox.live, WINDOW)).body).toEqual([before]);
    const log = (await control(sandbox, 'GET', '/log')).body as { path: string; acted: boolean }[];
    expect(log.filter(({ path }) => path.includes('/ack/'))).toMatchObject([{ acted: false }]);
  });
});

test('a sale after an acknowledgement is outstanding again, alone', async () => {
  await withGateway(async (sandbox) => {
    await call(sandbox.live, 'POST', `/v3/payment/pos/ack/${BUSY}`, { body: {} });
    await control(sandbox, 'POST', '/sales', { terminalId: BUSY, count: 1, amount: '120.50' });
    const rows = await outstanding(sandbox.live, BUSY);
    expect(rows).toMatchObject([{ amount: 120.5, currency: 'EGP', payment_type: 'SALE' }]);
  });
});
