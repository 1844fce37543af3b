import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSandbox } from '#electron/sandbox/start-sandbox.ts';
import { BUSY, call, control, EMPTY, listOf, outstanding, testClock, withGateway } from './gateway.ts';

test('the same seed at the same time gives the same keys, terminals and transactions', async () => {
  const seen: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    await withGateway(
      async ({ live }) => {
        const terminals = await call(live, 'GET', '/v3/payment/pos/terminals');
        const rows = await call(live, 'GET', `/v3/payment/pos/${BUSY}/transactions`);
        const settled = await call(live, 'GET', '/v2/aggregator/settlement-transactions?limit=500');
        seen.push(live.secretKey + terminals.text + rows.text + settled.text);
      },
      { seed: 99 },
    );
  }
  expect(seen[0]).toBe(seen[1]);
});

test('another seed gives other keys and other transactions', async () => {
  const seen: string[][] = [];
  for (const seed of [1, 2]) {
    await withGateway(
      async ({ live, test: tried }) => {
        const rows = await call(live, 'GET', `/v3/payment/pos/${BUSY}/transactions`);
        seen.push([rows.text, live.secretKey, tried.secretKey, live.apiKey, live.transferKey]);
      },
      { seed },
    );
  }
  expect(new Set(seen.flat()).size).toBe(10);
});

test('the default merchant has 12 terminals in 3 branches and 420 outstanding transactions', async () => {
  await withGateway(async (sandbox) => {
    const { body } = await control(sandbox, 'GET', '/state');
    expect(body).toMatchObject({ live: { outstanding: 420 }, test: { outstanding: 420 } });
    const { text } = await call(sandbox.live, 'GET', '/v3/payment/pos/terminals');
    expect(text.match(/"terminalId"/g)).toHaveLength(12);
    expect(new Set(text.match(/"branchName":"[^"]+"/g))).toEqual(
      new Set(['"branchName":"Zamalek"', '"branchName":"Maadi"', '"branchName":"Alexandria"']),
    );
    expect(await outstanding(sandbox.live, EMPTY)).toEqual([]);
  });
});

test('in Arabic its branches and terminals have Arabic names, and the same sales', async () => {
  const seen: string[] = [];
  for (const language of ['en', 'ar'] as const)
    await withGateway(
      async ({ live }) => {
        const { text } = await call(live, 'GET', '/v3/payment/pos/terminals');
        const names = text.match(/"(?:branchName|label)":"[^"]+"/g) ?? [];
        expect(names.filter((name) => /[\u0600-\u06ff]/.test(name))).toHaveLength(
          language === 'ar' ? names.length : 0,
        );
        expect(names.length).toBeGreaterThanOrEqual(24);
        seen.push((await call(live, 'GET', `/v3/payment/pos/${BUSY}/transactions`)).text);
      },
      { language },
    );
  expect(seen[0]).toBe(seen[1]);
});

test('every outstanding row has the six documented fields and an exact amount', async () => {
  await withGateway(async ({ live }) => {
    const { text } = await call(live, 'GET', `/v3/payment/pos/${BUSY}/transactions`);
    const rows = await outstanding(live, BUSY);
    expect(rows.length).toBeGreaterThan(10);
    expect(text.match(/"amount":\d+\.\d\d,/g)).toHaveLength(rows.length);
    for (const row of rows) {
      expect(row.ref_number).toMatch(/^\d{12}$/);
      expect(row.merchant_order_id).toMatch(/^NM-2611-\d{6}$/);
      expect(row.amount).toBeGreaterThanOrEqual(15);
      expect(row.amount).toBeLessThan(6_501);
    }
    expect(new Set(rows.map((row) => row.ref_number)).size).toBe(rows.length);
  });
});

test('test and live share neither terminals nor transactions', async () => {
  await withGateway(async ({ live, test: tried }) => {
    expect((await call(tried, 'GET', `/v3/payment/pos/${BUSY}/transactions`)).status).toBe(404);
    expect((await call(live, 'GET', '/v3/payment/pos/90410001/transactions')).status).toBe(404);
    expect((await outstanding(tried, '90410001')).length).toBeGreaterThan(0);
  });
});

test('in practice only the live environment has data', async () => {
  await withGateway(
    async (sandbox) => {
      const { body } = await control(sandbox, 'GET', '/state');
      expect(body).toMatchObject({ live: { outstanding: 420 }, test: { outstanding: 0, settled: 0 } });
      expect((await call(sandbox.test, 'GET', '/v3/payment/pos/terminals')).status).toBe(200);
    },
    { practice: true },
  );
});

test('with a data folder the state is kept over a restart, and new sales differ from the old ones', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
  try {
    const clock = testClock();
    const first = await startSandbox({ clock, dataDir });
    const before = await outstanding(first.live, BUSY);
    const [sale] = before;
    await call(first.live, 'PUT', `/v3/payment/reversal/${sale?.merchant_order_id}`, {
      body: { apiOperation: 'REVERSAL' },
    });
    await call(first.live, 'POST', '/v3/payment/pos/ack/30410002', { body: {} });
    await first.stop();

    const second = await startSandbox({ clock, dataDir, transactions: 3 });
    expect(second.live.secretKey).toBe(first.live.secretKey);
    const after = await outstanding(second.live, BUSY);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)?.payment_type).toBe('REVERSAL');
    expect(await outstanding(second.live, '30410002')).toEqual([]);
    await control(second, 'POST', '/sales', { terminalId: BUSY, count: 20 });
    const references = (await outstanding(second.live, BUSY)).map((row) => row.ref_number);
    // The reversal has the reference of its sale.
    expect(new Set(references).size).toBe(references.length - 1);
    await second.stop();
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('with growth new sales come as time passes, without it none do', async () => {
  for (const growth of [true, false]) {
    await withGateway(
      async (sandbox, clock) => {
        clock.forward(20 * 60_000);
        const { body } = await control(sandbox, 'GET', '/state');
        const { live } = body as { live: { outstanding: number } };
        // Every 20 to 60 seconds: 20 to 60 in 20 minutes.
        if (growth) expect(live.outstanding).toBeGreaterThanOrEqual(440);
        if (growth) expect(live.outstanding).toBeLessThanOrEqual(480);
        if (!growth) expect(live.outstanding).toBe(420);
      },
      { growth },
    );
  }
});

test('a fixed port gives five addresses in a row, and a second one there fails', async () => {
  // Below the range that systems give to port 0.
  const port = 20_000 + (process.pid % 2_000) * 5;
  const small = { port, terminals: 1, transactions: 1 };
  const sandbox = await startSandbox(small);
  expect([
    sandbox.test.dashboardUrl,
    sandbox.test.checkoutUrl,
    sandbox.live.dashboardUrl,
    sandbox.live.checkoutUrl,
    sandbox.controlUrl,
  ]).toEqual([0, 1, 2, 3, 4].map((offset) => `http://127.0.0.1:${port + offset}`));
  await expect(startSandbox(small)).rejects.toThrow(/EADDRINUSE/);
  await sandbox.stop();
  const again = await startSandbox(small);
  await again.stop();
});

test('two weeks of windows and more than a thousand settled transactions are there at the start', async () => {
  await withGateway(async ({ live }) => {
    const windows = await listOf(live, '/v3/payment/settlement/windows?limit=50');
    const settled = await listOf(live, '/v2/aggregator/settlement-transactions?limit=1');
    expect(windows.pagination.total).toBe(15);
    expect(settled.pagination.total).toBeGreaterThan(1_000);
    expect(settled.pagination.total).toBeLessThan(2_000);
  });
});
