/** What the gateway's list of transactions can do wrong, and what then stands in the lists and may be done with money. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type ProfileDatabase } from '#electron/database/client.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import { decodeTransactions } from '#electron/gateway/endpoints/transactions.ts';
import { downloadPayments } from '#electron/services/payments/download.ts';
import { ok } from '#shared/errors/result.ts';
import { money } from '#shared/money/money.ts';
import { databaseWorkerUrl } from '../../../workers.ts';

type Sent = Record<string, unknown>;
let folder = '';
let db: ProfileDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'closeout-bad-input-'));
  ({ database: db } = await openDatabase(databaseWorkerUrl, folder));
});
afterEach(async () => {
  await db.close();
  rmSync(folder, { recursive: true, force: true });
});

const sale = (id: string, more: Sent = {}): Sent => ({
  transactionId: id,
  orderId: `ORD-${id}`,
  merchantOrderId: `SHOP-${id}`,
  refNumber: 'NA',
  terminalId: 'NA',
  channel: 'online',
  method: 'card',
  operation: 'pay',
  status: 'SUCCESS',
  amount: '100.00',
  currency: 'EGP',
  createdAt: '2026-11-17 10:00:00+00:00',
  ...more,
});

/** The gateway: each page is made when it is asked for, decoded as the client does. */
function gatewayOf(rowsOfPage: (page: number) => Sent[], total: () => number) {
  const list = async ({ page }: { page: number }) => {
    const body = { body: rowsOfPage(page), pagination: { totalPages: 2, total: total() } };
    const decoded = decodeTransactions(body, page);
    if (decoded === null) throw new Error('the page was not read');
    return ok({ ...decoded, pages: 2, total: total(), serverAtMs: null });
  };
  return { transactions: { list } } as unknown as ProfileContext['gateway'];
}
async function download(gateway: ProfileContext['gateway']) {
  const context = { db, gateway, clock: { nowMs: () => 1_000 } } as unknown as ProfileContext;
  const hooks = { signal: new AbortController().signal, onProgress: () => {} };
  const ended = await downloadPayments(context, { anew: false }, hooks);
  return ended.ok ? ended.value : ended.error.code;
}
const everything = { text: '', state: null, channel: null, fromMs: null, toMs: null };
const listed = async () =>
  (await db.call('payments.page', { filter: everything, after: null, limit: 50 })).rows;

it('an order in a currency that is not known is counted as unreadable, and no amount of it is shown', async () => {
  const rows = [sale('1'), sale('2', { currency: 'ZZZ' }), sale('3', { currency: 'NA' })];
  expect(
    await download(
      gatewayOf(
        (page) => (page === 1 ? rows : []),
        () => 3,
      ),
    ),
  ).toBe('whole');
  expect((await listed()).map(({ key }) => key)).toEqual(['ORD-1']);
  expect((await db.call('payments.summary', everything)).sync).toMatchObject({ rows: 1, unreadable: 2 });
});

it('transactions with NA in every field but their amount are payments of their own, without a state that is guessed', async () => {
  const na = {
    orderId: 'NA',
    merchantOrderId: 'NA',
    channel: 'NA',
    method: 'NA',
    operation: 'NA',
    status: 'NA',
    createdAt: 'NA',
  };
  const rows = [sale('1', na), sale('2', na)];
  expect(
    await download(
      gatewayOf(
        (page) => (page === 1 ? rows : []),
        () => 2,
      ),
    ),
  ).toBe('whole');
  for (const row of await listed())
    expect(row).toMatchObject({
      orderId: null,
      merchantOrderId: null,
      state: 'unknown',
      atMs: null,
      left: null,
    });
  expect((await listed()).map(({ key }) => key).toSorted()).toEqual(['1', '2']);
});

it('an order id that the merchant used twice is two orders, and neither has the other’s money', async () => {
  const twice = { merchantOrderId: 'SHOP-1' };
  const rows = [sale('1', twice), sale('2', { ...twice, amount: '70.00' })];
  expect(
    await download(
      gatewayOf(
        (page) => (page === 1 ? rows : []),
        () => 2,
      ),
    ),
  ).toBe('whole');
  expect((await listed()).map(({ left }) => left?.minor).toSorted()).toEqual([10_000n, 7_000n]);
});

it('a transaction that changes its state while the list is read has the newer one, once', async () => {
  let isRefunded = false;
  const rowsOfPage = (page: number) => {
    if (page === 1 && !isRefunded) return [sale('2', { status: 'PENDING' })];
    isRefunded = true;
    // The refund of the first sale came in meanwhile, so all rows are one further down.
    return page === 1
      ? [sale('3', { orderId: 'ORD-1', operation: 'refund' }), sale('2')]
      : [sale('2'), sale('1')];
  };
  expect(await download(gatewayOf(rowsOfPage, () => (isRefunded ? 3 : 2)))).toBe('whole');
  expect((await listed()).map(({ key, state }) => [key, state]).toSorted()).toEqual([
    ['ORD-1', 'refunded'],
    ['ORD-2', 'paid'],
  ]);
  const { sums, sync } = await db.call('payments.summary', everything);
  expect(sums).toEqual([
    {
      currency: 'EGP',
      sales: money(20_000n, 'EGP'),
      returns: money(-10_000n, 'EGP'),
      net: money(10_000n, 'EGP'),
    },
  ]);
  expect(sync).toMatchObject({ ended: 'whole', rows: 3 });
});
