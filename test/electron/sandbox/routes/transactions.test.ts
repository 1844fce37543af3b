import { expect, test } from 'vitest';
import { BUSY, control, listOf, outstanding, withGateway } from '../gateway.ts';
import { DAY_MS, newSession, orderOperation, paidOrder, SMALL } from '../merchant.ts';
import { refusesStrangers, takesOnly } from '../refusals.ts';
import { ask } from '../wire.ts';

const LIST = '/v2/aggregator/transactions';
const EXPORT = '/v2/aggregator/transactions/export';
const HEADER =
  'transactionId,orderId,merchantOrderId,refNumber,terminalId,channel,method,operation,status,amount,currency,createdAt';

test('transactions of both channels are listed, newest first, with the documented fields', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    const before = (await listOf(live, LIST)).pagination.total;
    clock.forward(1_000);
    await paidOrder(sandbox, 'WEB-1');
    clock.forward(1_000);
    await orderOperation(live, 'refund', 'WEB-1', '20.50');
    clock.forward(1_000);
    await control(sandbox, 'POST', '/sales', { terminalId: BUSY, amount: '35.05' });
    const { body, pagination } = await listOf(live, `${LIST}?limit=3`);
    expect(pagination.total).toBe(before + 3);
    expect(body).toMatchObject([
      {
        transactionId: expect.stringMatching(/^POS-\d+$/) as string,
        merchantOrderId: expect.stringMatching(/^NM-2611-\d{6}$/) as string,
        refNumber: expect.stringMatching(/^\d{12}$/) as string,
        terminalId: BUSY,
        channel: 'pos',
        method: 'card',
        operation: 'pay',
        status: 'SUCCESS',
        amount: 35.05,
        currency: 'EGP',
        createdAt: '2026-11-17 10:30:03.000000+00:00',
      },
      { channel: 'online', operation: 'partial_refund', amount: 20.5, merchantOrderId: 'WEB-1' },
      {
        transactionId: expect.stringMatching(/^TX-\d{6}$/) as string,
        orderId: expect.stringMatching(/^[0-9a-f]{24}$/) as string,
        refNumber: 'NA',
        terminalId: 'NA',
        operation: 'pay',
        amount: 120.5,
        createdAt: '2026-11-17 10:30:01.000000+00:00',
      },
    ]);
    const { text } = await ask(live, 'GET', `${LIST}?limit=2`);
    expect(text).toContain('"amount":20.50,');
  }, SMALL);
});

test('pages hold every row once', async () => {
  await withGateway(async ({ live }) => {
    const first = await listOf(live, `${LIST}?limit=4`);
    const ids: unknown[] = [];
    for (let page = 1; page <= first.pagination.pages; page += 1)
      ids.push(
        ...(await listOf(live, `${LIST}?limit=4&page=${page}`)).body.map((row) => row['transactionId']),
      );
    expect(ids.length).toBe(first.pagination.total);
    expect(new Set(ids).size).toBe(ids.length);
    expect((await listOf(live, `${LIST}?page=0&limit=-5`)).pagination).toMatchObject({ page: 1, limit: 20 });
  }, SMALL);
});

test('they are narrowed by channel, search and dates, the end included', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    clock.forward(DAY_MS);
    await paidOrder(sandbox, 'Web-%_1');
    const [sale] = await outstanding(live, BUSY);
    const count = async (query: string) => (await listOf(live, `${LIST}?${query}`)).pagination.total;
    const all = await count('');
    expect((await count('channel=pos')) + (await count('channel=online'))).toBe(all);
    expect(await count('channel=web')).toBe(0);
    expect(await count('search=web-%25_1')).toBe(1);
    expect(await count('search=%25')).toBe(1);
    expect(await count(`search=${sale?.ref_number}`)).toBe(1);
    expect(await count(`search=${sale?.merchant_order_id.toLowerCase()}`)).toBe(1);
    expect(await count(`search=${sale?.ref_number}&channel=online`)).toBe(0);
    expect(await count('startDate=2026-11-18')).toBe(1);
    expect(await count('endDate=2026-11-18')).toBe(all);
    expect(await count('endDate=2026-11-17')).toBe(all - 1);
    const moment = encodeURIComponent('2026-11-18 10:30:00.000000+00:00');
    expect(await count(`startDate=${moment}&endDate=${moment}`)).toBe(1);
    expect(await count('startDate=2026-11-19')).toBe(0);
    expect(await count('startDate=nonsense')).toBe(all);
  }, SMALL);
});

test('the export is CSV of the same rows, all of them, with all decimals', async () => {
  await withGateway(async (sandbox, clock) => {
    const { live } = sandbox;
    clock.forward(1_000);
    await paidOrder(sandbox, 'SHOP-1');
    const { total } = (await listOf(live, LIST)).pagination;
    const reply = await ask(live, 'GET', EXPORT);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toMatch(/^text\/csv/);
    const lines = reply.text.split('\r\n');
    expect(lines[0]).toBe(HEADER);
    expect(lines.length).toBe(total + 2);
    expect(lines[1]).toMatch(
      /^TX-\d{6},[0-9a-f]{24},SHOP-1,NA,NA,online,card,pay,SUCCESS,120\.50,EGP,2026-11-17 10:30:01\.000000\+00:00$/,
    );
    const some = await ask(live, 'GET', `${EXPORT}?channel=online&search=SHOP-1&startDate=2026-11-17`);
    expect(some.text.split('\r\n').length).toBe(3);
    expect((await ask(live, 'GET', `${EXPORT}?search=nothing`)).text).toBe(`${HEADER}\r\n`);
  }, SMALL);
});

test('a cell that a spreadsheet would take for a formula is made text, and quotes are doubled', async () => {
  await withGateway(async (sandbox) => {
    for (const order of ['=1+1', '+1', '-1', '@SUM(A1)', 'a,"b"', 'plain']) await paidOrder(sandbox, order);
    const { text } = await ask(sandbox.live, 'GET', `${EXPORT}?channel=online`);
    for (const cell of [`,'=1+1,`, `,'+1,`, `,'-1,`, `,'@SUM(A1),`, `,"a,""b""",`, ',plain,'])
      expect(text).toContain(cell);
    expect(text).not.toMatch(/,[=@]/);
  }, SMALL);
});

test('strangers and other methods are refused', async () => {
  await withGateway(async (sandbox) => {
    await newSession(sandbox.live);
    for (const path of [LIST, EXPORT]) {
      await refusesStrangers(sandbox, { method: 'GET', path });
      await takesOnly(sandbox.live, path, 'GET');
    }
  }, SMALL);
});
