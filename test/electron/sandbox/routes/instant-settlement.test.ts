import { expect, test } from 'vitest';
import type { SandboxAccess } from '#electron/sandbox/start-sandbox.ts';
import { call, control, englishOf, listOf, minor, withGateway, type Answer } from '../gateway.ts';

const BASE = '/v3/payment/instant-settlement';

const eligible = (live: SandboxAccess) => listOf(live, `${BASE}/eligible?limit=500`);
const create = (live: SandboxAccess, transactionIds: unknown[]) =>
  call(live, 'POST', `${BASE}/`, { body: { transactionIds } });
type Request = Record<string, unknown> & {
  requestId: string;
  status: string;
  statusHistory: { status: string; at: string }[];
};
const requestOf = (answer: Answer) => (answer.body as { body: Request }).body;
const read = async (live: SandboxAccess, requestId: string) =>
  requestOf(await call(live, 'GET', `${BASE}/${requestId}`));

/** Ids of the oldest eligible sales of about this many minor units. */
async function idsOf(live: SandboxAccess, totalMinor: number): Promise<string[]> {
  const ids: string[] = [];
  let total = 0;
  for (const row of (await eligible(live)).body) {
    if (total >= totalMinor) break;
    total += minor(row['amount']);
    ids.push(String(row['transactionId']));
  }
  return ids;
}

test('eligible sales are unsettled, and their summary is their sum', async () => {
  await withGateway(async ({ live }) => {
    const { body, summary, pagination } = await eligible(live);
    expect(body.length).toBeGreaterThan(50);
    expect(pagination.total).toBe(body.length);
    expect(summary?.['count']).toBe(body.length);
    const sum = (key: string) => body.reduce((total, row) => total + minor(row[key]), 0);
    expect(minor(summary?.['totalAmount'])).toBe(sum('amount'));
    expect(minor(summary?.['totalNetAmount'])).toBe(sum('netAmount'));
    const one = await listOf(live, `${BASE}/eligible?limit=500&branchIds=BR-02`);
    expect(one.body).toEqual(body.filter((row) => row['branchId'] === 'BR-02'));
    expect((await listOf(live, `${BASE}/eligible?limit=10&page=2`)).body).toEqual(body.slice(10, 20));
  });
});

test('suggestions stay below the target or go over it by one sale', async () => {
  await withGateway(async ({ live }) => {
    const answer = await call(live, 'POST', `${BASE}/suggestions`, { body: { targetAmount: 5_000 } });
    const { below, above } = (answer.body as { body: Record<string, Record<string, unknown>> }).body;
    expect(Number(below?.['totalAmount'])).toBeLessThanOrEqual(5_000);
    expect(Number(below?.['totalAmount'])).toBeGreaterThan(4_000);
    expect(Number(above?.['totalAmount'])).toBeGreaterThan(5_000);
    const rows = (await eligible(live)).body;
    for (const suggestion of [below, above]) {
      const ids = suggestion?.['transactionIds'] as string[];
      const chosen = rows.filter((row) => ids.includes(String(row['transactionId'])));
      expect(chosen.length).toBe(suggestion?.['transactionsCount']);
      expect(chosen.reduce((sum, row) => sum + minor(row['amount']), 0)).toBe(
        minor(suggestion?.['totalAmount']),
      );
    }
    for (const targetAmount of [0, -5, 'x', 1.234, null])
      expect((await call(live, 'POST', `${BASE}/suggestions`, { body: { targetAmount } })).status).toBe(400);
  });
});

test('the fee inquiry is 1.5 percent and 10 pounds, with 14 percent VAT on both, and creates nothing', async () => {
  await withGateway(async ({ live }) => {
    const ids = await idsOf(live, 300_000);
    const answer = await call(live, 'POST', `${BASE}/fee-inquiry`, { body: { transactionIds: ids } });
    const quote = requestOf(answer);
    const total = minor(quote['totalAmount']);
    const rateFee = Math.floor((total * 150 + 5_000) / 10_000);
    const vat = Math.floor(((rateFee + 1_000) * 14 + 50) / 100);
    expect(quote['rate']).toBe(1.5);
    expect(minor(quote['rateFee'])).toBe(rateFee);
    expect(quote['flatFee']).toBe(10);
    expect(minor(quote['vatAmount'])).toBe(vat);
    expect(minor(quote['totalFees'])).toBe(rateFee + 1_000 + vat);
    expect(minor(quote['netTransferAmount'])).toBe(
      minor(quote['totalNetAmount']) - minor(quote['totalFees']),
    );
    expect(quote['transactionsCount']).toBe(ids.length);
    expect((await listOf(live, `${BASE}/`)).pagination.total).toBe(4);
  });
});

test('a request passes PENDING and PROCESSING and is TRANSFERRED; its sales settle then and once', async () => {
  await withGateway(async ({ live }, clock) => {
    const before = (await eligible(live)).pagination.total;
    const ids = await idsOf(live, 100_000);
    const answer = await create(live, ids);
    expect(answer.status).toBe(201);
    const created = requestOf(answer);
    expect(created).toMatchObject({ status: 'PENDING', transactionIds: ids, declineReason: 'NA' });
    expect((await eligible(live)).pagination.total).toBe(before - ids.length);

    clock.forward(6_000);
    expect((await read(live, created.requestId)).status).toBe('PROCESSING');
    clock.forward(19_000);
    const done = await read(live, created.requestId);
    expect(done.status).toBe('TRANSFERRED');
    expect(done.statusHistory).toEqual([
      { status: 'PENDING', at: '2026-11-17 10:30:00.000000+00:00' },
      { status: 'PROCESSING', at: '2026-11-17 10:30:06.000000+00:00' },
      { status: 'TRANSFERRED', at: '2026-11-17 10:30:25.000000+00:00' },
    ]);
    expect(done['totalAmount']).toBe(created['totalAmount']);
    const settled = async () =>
      (await listOf(live, `/v2/aggregator/settlement-transactions?search=${ids[0]}`)).body;
    expect(await settled()).toMatchObject([{ settlementDate: '2026-11-17 10:30:25.000000+00:00' }]);
    clock.forward(3 * 86_400_000);
    expect(await settled()).toMatchObject([{ settlementDate: '2026-11-17 10:30:25.000000+00:00' }]);
  });
});

test('a window that is paid while a request for its sales is processed says so, and pays the rest', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const windowOf = async (windowId: string) =>
      (await listOf(live, '/v3/payment/settlement/windows?limit=50')).body.find(
        (one) => one['windowId'] === windowId,
      ) ?? {};
    const [sale] = (await eligible(live)).body;
    const windowId = String(sale?.['batchId']).replace(/^SB-(.*)-BR-\d+$/, 'SW-$1');
    const before = await windowOf(windowId);
    await control(sandbox, 'POST', '/slow-next', { environment: 'live', minutes: 10_080 });
    const created = requestOf(await create(live, [String(sale?.['transactionId'])]));
    clock.forward(6_000);
    expect((await read(live, created.requestId)).status).toBe('PROCESSING');
    // It was taken out of the balance (§3.2), so no window pays it any more.
    const during = await windowOf(windowId);
    expect(minor(before['netAmount']) - minor(during['netAmount'])).toBe(minor(created['totalNetAmount']));
    expect(minor(during['adjustmentsAmount'])).toBe(-minor(created['totalNetAmount']));
    clock.forward(4 * 86_400_000);
    expect((await windowOf(windowId))['status']).toBe('SETTLED');
    const days = 'environment=live&from=2026-11-01&to=2026-11-30';
    const text = await (await fetch(`${sandbox.controlUrl}/statement?${days}`)).text();
    expect(text).toContain(`<Amt Ccy="EGP">${(minor(during['netAmount']) / 100).toFixed(2)}</Amt>`);
  });
});

test('a declined request has a reason, and its sales are eligible again', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const before = await eligible(live);
    await control(sandbox, 'POST', '/decline-next', {});
    const { requestId } = requestOf(await create(live, await idsOf(live, 100_000)));
    clock.forward(10_000);
    const declined = await read(live, requestId);
    expect(declined.status).toBe('DECLINED');
    expect(declined['declineReason']).toMatch(/^The .+\.$/);
    expect(declined.statusHistory.map(({ status }) => status)).toEqual(['PENDING', 'DECLINED']);
    expect((await eligible(live)).body).toEqual(before.body);
    const next = requestOf(await create(live, await idsOf(live, 100_000)));
    clock.forward(60_000);
    expect((await read(live, next.requestId)).status).toBe('TRANSFERRED');
  });
});

test('earlier requests are listed newest first, one of them declined', async () => {
  await withGateway(async ({ live }) => {
    const { body } = await listOf(live, BASE);
    const statuses = body.map((request) => request['status']);
    expect(statuses).toEqual(['TRANSFERRED', 'DECLINED', 'TRANSFERRED', 'TRANSFERRED']);
    const missing = await call(live, 'GET', `${BASE}/IS-999999`);
    expect(missing.status).toBe(404);
    expect(englishOf(missing)).toBe('There is no instant settlement request with this id.');
  });
});

test('a request above the limit of one, or of the day, is refused with 422 and creates nothing', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    await control(sandbox, 'POST', '/sales', { terminalId: '30410001', count: 40, amount: '9000.00' });
    await call(live, 'POST', '/v3/payment/pos/ack/30410001', { body: {} });
    const large = (await eligible(live)).body.filter((row) => row['amount'] === 9_000);
    const ids = large.map((row) => String(row['transactionId']));
    const twelve = await create(live, ids.slice(0, 12));
    expect(twelve.status).toBe(422);
    expect(englishOf(twelve)).toBe('The amount is above the limit for one instant settlement request.');
    expect(twelve.body).toMatchObject({ data: { limit: 100_000, requested: 108_000, remaining: 250_000 } });

    for (const from of [0, 11]) expect((await create(live, ids.slice(from, from + 11))).status).toBe(201);
    const third = await create(live, ids.slice(22, 33));
    expect(third.status).toBe(422);
    expect(third.body).toMatchObject({ data: { limit: 250_000, requested: 99_000, remaining: 52_000 } });
    clock.forward(86_400_000);
    expect(await listOf(live, BASE)).toMatchObject({ pagination: { total: 6 } });
  });
});

test('sales that are unknown, repeated, or already requested are refused with 400', async () => {
  await withGateway(async ({ live }) => {
    const ids = await idsOf(live, 100_000);
    const [first] = ids;
    for (const bad of [['TX-999999'], [first, first], [], [7]])
      expect((await create(live, bad)).status).toBe(400);
    expect((await create(live, ids)).status).toBe(201);
    const again = await create(live, ids);
    expect(again.status).toBe(400);
    expect(englishOf(again)).toBe('Some of these transactions are not eligible for instant settlement.');
    const inquiry = await call(live, 'POST', `${BASE}/fee-inquiry`, { body: { transactionIds: ids } });
    expect(inquiry.status).toBe(400);
  });
});
