import { expect, test } from 'vitest';
import { call, control, EMPTY, listOf, minor, withGateway } from '../gateway.ts';

const WINDOWS = '/v3/payment/settlement/windows';
const SETTLED = '/v2/aggregator/settlement-transactions';
const DAY_MS = 86_400_000;

test('a window is the sum of its batches, and a paid window the sum of its settled rows', async () => {
  await withGateway(async ({ live }) => {
    const windows = (await listOf(live, `${WINDOWS}?limit=50`)).body;
    const rows = [1, 2, 3, 4].map((page) => listOf(live, `${SETTLED}?limit=500&page=${page}`));
    const settled = (await Promise.all(rows)).flatMap(({ body }) => body);
    const paid = windows.filter(({ status }) => status === 'SETTLED');
    expect(paid.length).toBeGreaterThan(9);
    let advanced = 0;
    for (const window of windows) {
      const batches = window['batches'] as Record<string, unknown>[];
      const total = (of: Record<string, unknown>[], key: string) =>
        of.reduce((sum, one) => sum + minor(one[key]), 0);
      expect(total(batches, 'grossAmount')).toBe(minor(window['grossAmount']));
      expect(total(batches, 'netAmount')).toBe(minor(window['netAmount']));
      expect(batches.reduce((sum, one) => sum + Number(one['transactionsCount']), 0)).toBe(
        window['transactionsCount'],
      );
      const [gross, fees, vat, adjustments, net] = [
        'grossAmount',
        'feesAmount',
        'vatAmount',
        'adjustmentsAmount',
        'netAmount',
      ].map((key) => minor(window[key]));
      expect((gross ?? 0) - (fees ?? 0) - (vat ?? 0) + (adjustments ?? 0)).toBe(net);
      if (window['status'] !== 'SETTLED') continue;
      advanced += -(adjustments ?? 0);
      const own = settled.filter(({ windowId }) => windowId === window['windowId']);
      expect(own.length).toBe(window['transactionsCount']);
      expect(total(own, 'amount')).toBe(gross);
      expect(total(own, 'feeAmount')).toBe(fees);
      // What instant settlement paid early is not paid again.
      expect(total(own, 'netAmount')).toBe((net ?? 0) - (adjustments ?? 0));
    }
    expect(advanced).toBeGreaterThan(0);
  });
});

test('fees are between 1.75 and 2.2 percent with 14 percent VAT on them; a refund takes its amount back', async () => {
  await withGateway(async ({ live }) => {
    const { body } = await listOf(live, `${SETTLED}?limit=500`);
    const refunds = body.filter(({ paymentType }) => paymentType === 'REFUND');
    expect(refunds.length).toBeGreaterThan(0);
    for (const row of body) {
      const [amount, fee, vat, net] = ['amount', 'feeAmount', 'vatAmount', 'netAmount'].map((key) =>
        minor(row[key]),
      ) as [number, number, number, number];
      expect(amount - fee - vat).toBe(net);
      if (row['paymentType'] === 'REFUND') expect([fee, amount < 0]).toEqual([0, true]);
      else expect(fee).toBeGreaterThanOrEqual(Math.floor(amount * 0.0175));
      expect(fee).toBeLessThanOrEqual(Math.max(0, Math.ceil(amount * 0.022)));
      expect(Math.abs(vat - fee * 0.14)).toBeLessThanOrEqual(0.5);
    }
  });
});

test('windows pass from OPEN to CLOSED to SETTLED as days pass, and Friday’s is paid on Sunday', async () => {
  await withGateway(async ({ live }, clock) => {
    const at = async (windowId: string) =>
      (await listOf(live, `${WINDOWS}?limit=50`)).body.find((window) => window['windowId'] === windowId);
    expect(await at('SW-2026-11-17')).toMatchObject({
      status: 'OPEN',
      expectedPayoutDate: '2026-11-18',
      bankReference: 'NA',
    });
    clock.forward(DAY_MS - 2 * 3_600_000);
    expect(await at('SW-2026-11-17')).toMatchObject({ status: 'CLOSED', bankReference: 'NA' });
    clock.forward(2 * 3_600_000);
    const settled = await at('SW-2026-11-17');
    expect(settled).toMatchObject({ status: 'SETTLED' });
    expect(settled?.['bankReference']).toMatch(/^CIB20261117\d{4}$/);
    expect(await at('SW-2026-11-12')).toMatchObject({ status: 'SETTLED', expectedPayoutDate: '2026-11-15' });
    expect(await at('SW-2026-11-13')).toMatchObject({ expectedPayoutDate: '2026-11-15' });
  });
});

test('the test environment has no windows, yet settled transactions', async () => {
  await withGateway(async ({ test: tried }) => {
    const windows = await listOf(tried, WINDOWS);
    expect(windows.body).toEqual([]);
    expect(windows.pagination).toEqual({ total: 0, limit: 20, page: 1, pages: 1 });
    const [row] = (await listOf(tried, SETTLED)).body;
    expect(row).toMatchObject({ windowId: 'NA', batchId: 'NA' });
  });
});

test('pages of settled transactions hold every row once, and the summary covers all of them', async () => {
  await withGateway(async ({ live }) => {
    const first = await listOf(live, `${SETTLED}?limit=200`);
    const rows = [...first.body];
    for (let page = 2; page <= first.pagination.pages; page += 1)
      rows.push(...(await listOf(live, `${SETTLED}?limit=200&page=${page}`)).body);
    expect(rows.length).toBe(first.pagination.total);
    expect(new Set(rows.map((row) => row['transactionId'])).size).toBe(rows.length);
    expect(first.summary?.['transactionsCount']).toBe(rows.length);
    expect(minor(first.summary?.['totalSettledAmount'])).toBe(
      rows.reduce((sum, row) => sum + minor(row['amount']), 0),
    );
    expect((await listOf(live, `${SETTLED}?page=999`)).body).toEqual([]);
    expect((await listOf(live, `${SETTLED}?page=x&limit=-1`)).pagination).toMatchObject({
      page: 1,
      limit: 20,
    });
  });
});

test('settled transactions are sorted as asked, by direction before type', async () => {
  await withGateway(async ({ live }) => {
    const amounts = async (query: string) =>
      (await listOf(live, `${SETTLED}?limit=500&sortBy=amount&${query}`)).body.map((row) =>
        minor(row['amount']),
      );
    const up = await amounts('sortDirection=asc');
    expect(up).toEqual([...up].sort((a, b) => a - b));
    expect(await amounts('sortType=1')).toEqual(up);
    const down = await amounts('sortDirection=desc&sortType=1');
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(await amounts('sortType=-1')).toEqual(down);
  });
});

test('search and branches narrow the rows and the summary', async () => {
  await withGateway(async ({ live }) => {
    const [row] = (await listOf(live, `${SETTLED}?limit=1`)).body;
    const reference = String(row?.['refNumber']);
    const found = await listOf(live, `${SETTLED}?search=${reference}`);
    expect(found.body).toEqual([row]);
    expect(found.summary).toEqual({ totalSettledAmount: row?.['amount'], transactionsCount: 1 });
    expect((await listOf(live, `${SETTLED}?search=%25`)).body).toEqual([]);
    const order = String(row?.['merchantOrderId']).toLowerCase();
    expect((await listOf(live, `${SETTLED}?search=${order}`)).body).toEqual([row]);

    const all = (await listOf(live, SETTLED)).pagination.total;
    const totals = await Promise.all(
      ['BR-01', 'BR-02', 'BR-03', 'BR-01,BR-03'].map(
        async (ids) => (await listOf(live, `${SETTLED}?branchIds=${ids}`)).pagination.total,
      ),
    );
    const [zamalek = 0, maadi = 0, alexandria = 0, two = 0] = totals;
    expect(zamalek + maadi + alexandria).toBe(all);
    expect(two).toBe(zamalek + alexandria);
    expect((await listOf(live, `${SETTLED}?branchIds=BR-99`)).pagination.total).toBe(0);
  });
});

test('amounts are written with all their decimals', async () => {
  await withGateway(async ({ live }) => {
    const { text } = await call(live, 'GET', `${SETTLED}?limit=100`);
    expect(text.match(/"(amount|feeAmount|vatAmount|netAmount)":-?\d+\.\d\d[,}]/g)).toHaveLength(400);
    expect(text).toMatch(/"totalSettledAmount":\d+\.\d\d,/);
  });
});

test('currencies are never added: each has its own window, and a summary over two has no total', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    await control(sandbox, 'POST', '/sales', { terminalId: EMPTY, amount: '100.00', currency: 'USD' });
    const before = (await listOf(live, `${WINDOWS}?limit=1`)).body;
    await call(live, 'POST', `/v3/payment/pos/ack/${EMPTY}`, { body: {} });
    const [egp, usd] = (await listOf(live, `${WINDOWS}?limit=2`)).body;
    expect([egp]).toEqual(before);
    expect(usd).toMatchObject({ windowId: 'SW-2026-11-17-USD', currency: 'USD', grossAmount: 100 });
    const eligible = await listOf(live, '/v3/payment/instant-settlement/eligible?limit=500');
    expect(eligible.body.every((row) => row['currency'] === 'EGP')).toBe(true);
    clock.forward(DAY_MS);
    expect((await listOf(live, SETTLED)).summary?.['totalSettledAmount']).toBe('NA');
    const [settled] = (await listOf(live, `${SETTLED}?search=${EMPTY}&sortBy=createdAt`)).body;
    expect(settled).toMatchObject({ amount: 100, currency: 'USD', windowId: 'SW-2026-11-17-USD' });
  });
});

test('in the test environment acknowledged sales settle on the next banking day, too', async () => {
  await withGateway(async (sandbox, clock) => {
    const total = async () => (await listOf(sandbox.test, SETTLED)).pagination.total;
    const before = await total();
    await control(sandbox, 'POST', '/sales', { environment: 'test', terminalId: '90410012', count: 5 });
    await call(sandbox.test, 'POST', '/v3/payment/pos/ack/90410012', { body: {} });
    expect(await total()).toBe(before);
    clock.forward(DAY_MS);
    const { body } = await listOf(sandbox.test, `${SETTLED}?search=90410012&sortBy=createdAt&limit=5`);
    expect(new Set(body.map((row) => row['settlementDate']))).toEqual(
      new Set(['2026-11-18 09:00:00.000000+00:00']),
    );
  });
});
