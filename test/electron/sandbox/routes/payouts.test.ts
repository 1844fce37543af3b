import { expect, test } from 'vitest';
import { withGateway } from '../gateway.ts';
import { accountOf, allAccountedFor, newTransfer, SECOND_MS, SMALL, transferRequest } from '../merchant.ts';
import { ask, at, textAt } from '../wire.ts';

const SINGLE = '/v3/transfers/single';
const create = { method: 'POST', path: SINGLE, json: transferRequest(), host: 'checkout' as const };
const wallet = { method: 'wallet', recipientNumber: '01001234567', recipientBank: undefined };
/** Numbers that end so fail at the bank. */
const FAILS = { recipientNumber: 'EG3800190005000000002631800000' };

test('a transfer is created through the checkout host with the documented record', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const { status, body, text } = await ask(live, 'POST', SINGLE, {
      host: 'checkout',
      json: { ...transferRequest({ amount: '1000.00' }), memo: 'passed through' },
    });
    expect(status).toBe(201);
    // Bank: 5.00 and 0.1 %, and 14 % VAT on it.
    const record = {
      transferId: 'TR-000001',
      merchantTransferId: 'PAY-1',
      batchId: 'NA',
      recipientName: 'Mona Adel',
      recipientNumber: 'EG380019000500000000263180002',
      recipientBank: 'CIB',
      method: 'bank',
      amount: 1000,
      feeAmount: 6,
      vatAmount: 0.84,
      totalAmount: 1006.84,
      currency: 'EGP',
      status: 'PENDING',
      failureReason: 'NA',
      createdAt: '2026-11-17 10:30:00.000000+00:00',
      updatedAt: '2026-11-17 10:30:00.000000+00:00',
      statusHistory: [{ status: 'PENDING', at: '2026-11-17 10:30:00.000000+00:00' }],
    };
    const messages = { en: expect.any(String) as string, ar: expect.any(String) as string };
    expect(body).toEqual({ body: record, messages });
    expect(text).toContain('"amount":1000.00,"feeAmount":6.00,"vatAmount":0.84,"totalAmount":1006.84');
    const read = await ask(live, 'GET', '/v2/transfers/TR-000001');
    expect([read.status, at(read.body, 'body')]).toEqual([200, record]);
    const list = await ask(live, 'GET', '/v2/transfers');
    expect(list.body).toEqual({
      body: [record],
      pagination: { total: 1, limit: 20, page: 1, pages: 1 },
    });
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('one record answers with its body and a message', async () => {
  await withGateway(async ({ live }) => {
    const id = await newTransfer(live);
    const transfer = await ask(live, 'GET', `/v2/transfers/${id}`);
    expect([transfer.status, Object.keys(transfer.body as object)]).toEqual([200, ['body', 'message']]);
  }, SMALL);
});

test('it passes from PENDING to INITIATED, IN_TRANSIT and TRANSFERRED as time goes by', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const id = await newTransfer(live);
    const status = async () => textAt((await ask(live, 'GET', `/v2/transfers/${id}`)).body, 'body.status');
    expect(await status()).toBe('PENDING');
    const seen: string[] = [];
    for (let second = 0; second < 60; second += 1) {
      clock.forward(SECOND_MS);
      const now = await status();
      if (seen.at(-1) !== now) {
        seen.push(now);
        await allAccountedFor(sandbox);
      }
    }
    expect(seen).toEqual(['PENDING', 'INITIATED', 'IN_TRANSIT', 'TRANSFERRED']);
    const { body } = await ask(live, 'GET', `/v2/transfers/${id}`);
    const history = at(body, 'body.statusHistory') as { status: string; at: string }[];
    expect(history.map((one) => one.status)).toEqual(['PENDING', 'INITIATED', 'IN_TRANSIT', 'TRANSFERRED']);
    expect(history.map((one) => one.at)).toEqual(history.map((one) => one.at).toSorted());
    expect(at(body, 'body.updatedAt')).toBe(history[3]?.at);
    expect(at(body, 'body.failureReason')).toBe('NA');
  }, SMALL);
});

test('amount, fee and VAT leave the available balance at once; a FAILED transfer gives all three back', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const before = await accountOf(live);
    expect(before).toEqual({
      accountId: expect.any(String) as string,
      isPrimary: true,
      totalBalance: expect.any(Number) as number,
      availableBalance: 250_000,
      onHoldBalance: expect.any(Number) as number,
      currency: 'EGP',
    });
    const id = await newTransfer(live, { amount: 1_000, ...FAILS });
    await newTransfer(live, { merchantTransferId: 'PAY-2', amount: '200.00', ...wallet });
    // 1,006.84 and 200 + 2.00 + 0.28.
    expect((await accountOf(live))['availableBalance']).toBe(248_790.88);
    await allAccountedFor(sandbox);
    clock.forward(60 * SECOND_MS);
    const { body } = await ask(live, 'GET', `/v2/transfers/${id}`);
    expect(body).toMatchObject({ body: { status: 'FAILED', totalAmount: 1006.84 } });
    expect(at(body, 'body.failureReason')).not.toBe('NA');
    const history = at(body, 'body.statusHistory') as { status: string }[];
    expect(history.map(({ status }) => status)).toEqual(['PENDING', 'INITIATED', 'IN_TRANSIT', 'FAILED']);
    const after = await accountOf(live);
    expect(after['availableBalance']).toBe(249_797.72);
    expect(after['onHoldBalance']).toBe(before['onHoldBalance']);
    expect((after['totalBalance'] ?? 0) * 100).toBeCloseTo(
      (249_797.72 + (after['onHoldBalance'] ?? 0)) * 100,
      4,
    );
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('a payout above the available balance is 422 with limit, requested and remaining, and takes nothing', async () => {
  await withGateway(async (sandbox) => {
    const { live } = sandbox;
    const post = (amount: string, id = 'PAY-1') =>
      ask(live, 'POST', SINGLE, {
        ...create,
        json: transferRequest({ ...wallet, amount, merchantTransferId: id }),
      });
    // Wallet: 1 % and 14 % VAT on it; 247,182.13 is the most that 250,000.00 pays for.
    const over = await post('247182.14');
    expect(over.status).toBe(422);
    expect(over.body).toMatchObject({
      error: { cause: 'Limit exceeded' },
      status: 'FAILURE',
      data: { limit: 250_000, requested: 250_000.01, remaining: 250_000, currency: 'EGP' },
    });
    expect((await accountOf(live))['availableBalance']).toBe(250_000);
    expect((await post('247182.13')).status).toBe(201);
    const left = (await accountOf(live))['availableBalance'] ?? 0;
    expect(left).toBeLessThan(0.02);
    expect((await post('5', 'PAY-2')).status).toBe(422);
    await allAccountedFor(sandbox);
  }, SMALL);
});

test('the same merchantTransferId twice is 409', async () => {
  await withGateway(async (sandbox) => {
    await newTransfer(sandbox.live);
    const again = await ask(sandbox.live, 'POST', SINGLE, create);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ error: { cause: 'Conflict' }, status: 'FAILURE' });
    expect((await ask(sandbox.test, 'POST', SINGLE, create)).status).toBe(201);
    await allAccountedFor(sandbox);
  }, SMALL);
});
