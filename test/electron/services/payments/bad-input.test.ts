/** What the gateway's list of transactions can do wrong, and what then stands in the lists and may be done with money. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase, type ProfileDatabase } from '#electron/database/client.ts';
import type { PaymentAfter } from '#electron/database/repositories/payments.ts';
import type { ProfileContext } from '#electron/services/context.ts';
import { decodeTransactions } from '#electron/gateway/endpoints/transactions.ts';
import { downloadPayments } from '#electron/services/payments/download.ts';
import {
  NEWEST_FIRST,
  paymentFilterSchema,
  paymentSortSchema,
  type Payment,
} from '#shared/contract/payments.ts';
import { gatewayError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { money } from '#shared/money/money.ts';
import { preparedWorkerUrl } from '../../../workers.ts';

type Sent = Record<string, unknown>;
let folder = '';
let db: ProfileDatabase;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'closeout-bad-input-'));
  ({ database: db } = await openDatabase(preparedWorkerUrl, folder));
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
  const list = async ({ page }: { page: number }, signal: AbortSignal) => {
    if (signal.aborted) return err(gatewayError('cancelled'));
    const body = { body: rowsOfPage(page), pagination: { totalPages: 2, total: total() } };
    const decoded = decodeTransactions(body, page);
    if (decoded === null) throw new Error('the page was not read');
    return ok({ ...decoded, pages: 2, total: total(), serverAtMs: null });
  };
  return { transactions: { list } } as unknown as ProfileContext['gateway'];
}
const wholly = () => ({ signal: new AbortController().signal, onProgress: () => {} });
async function download(gateway: ProfileContext['gateway'], anew = false, hooks = wholly()) {
  const context = { db, gateway, clock: { nowMs: () => 1_000 } } as unknown as ProfileContext;
  const ended = await downloadPayments(context, { anew }, hooks);
  return ended.ok ? ended.value : ended.error.code;
}
const everything = paymentFilterSchema.parse({});
const NOW = Date.parse('2026-11-17T12:00:00Z');
const listed = async (filter = everything, sort = NEWEST_FIRST) =>
  (await db.call('payments.page', { filter, sort, nowMs: NOW, after: null, limit: 50 })).rows;
const summaryOf = async () => ({
  ...(await db.call('payments.sums', { filter: everything, nowMs: NOW })),
  ...(await db.call('payments.head', null)),
});
/** The gateway's whole list, on one page. */
const whole = (rows: Sent[]) =>
  gatewayOf(
    (page) => (page === 1 ? rows : []),
    () => rows.length,
  );

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
  expect((await summaryOf()).sync).toMatchObject({ rows: 1, unreadable: 2 });
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
  const { sums, sync } = await summaryOf();
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

it('a download that a person stops keeps what came; the next one goes on at its page, and is whole', async () => {
  const asked: number[] = [];
  const stop = new AbortController();
  const gateway = gatewayOf(
    (page) => {
      asked.push(page);
      return page === 1 ? [sale('3'), sale('2')] : [sale('1')];
    },
    () => 3,
  );
  expect(await download(gateway, false, { signal: stop.signal, onProgress: () => stop.abort() })).toBe(
    'cancelled',
  );
  expect((await listed()).map(({ key }) => key).toSorted()).toEqual(['ORD-2', 'ORD-3']);
  expect((await summaryOf()).sync).toEqual({ ended: 'cancelled', rows: 2, total: 3, unreadable: 0 });
  expect(await download(gateway)).toBe('whole');
  expect(asked).toEqual([1, 2]);
  expect((await summaryOf()).sync).toEqual({ ended: 'whole', rows: 3, total: 3, unreadable: 0 });
});

it('what a whole reading lacks is kept and marked, is in no sum, and counts again once it is listed again', async () => {
  const refund = sale('3', { orderId: 'ORD-1', operation: 'refund', amount: '40.00' });
  expect(await download(whole([refund, sale('2', { amount: '70.00' }), sale('1')]))).toBe('whole');
  expect(await download(whole([sale('1')]), true)).toBe('whole');
  const facts = async () =>
    (await listed())
      .map(({ key, state, isGone, captured }) => [key, state, isGone, captured?.minor])
      .toSorted();
  expect(await facts()).toEqual([
    ['ORD-1', 'paid', false, 10_000n],
    ['ORD-2', 'paid', true, 7_000n],
  ]);
  const summary = await summaryOf();
  expect(summary).toMatchObject({ count: 2, gone: 1, notSummed: 0 });
  expect(summary.sums.map(({ net }) => net)).toEqual([money(10_000n, 'EGP')]);
  const detail = await db.call('payments.detail', 'ORD-1');
  expect(detail?.placed.map(({ entry: { id, isGone } }) => [id, isGone]).toSorted()).toEqual([
    ['1', false],
    ['3', true],
  ]);

  expect(await download(whole([sale('2', { amount: '70.00' }), sale('1')]), true)).toBe('whole');
  expect((await summaryOf()).sums.map(({ net }) => net.minor)).toEqual([17_000n]);
});

it('a reading with a row that was not understood marks nothing: that row may be the one that seems gone', async () => {
  expect(await download(whole([sale('2'), sale('1')]))).toBe('whole');
  expect(await download(whole([sale('2', { amount: 'many' }), sale('1')]), true)).toBe('whole');
  expect((await listed()).map(({ isGone }) => isGone)).toEqual([false, false]);
});

it('by each column and either way the list is in order, page by page, and what is equal comes by time', async () => {
  const rows = Array.from({ length: 23 }, (_, at) =>
    sale(String(at), {
      amount: `${(at % 4) * 10 + 1}.00`,
      method: ['card', 'wallet', 'NA'][at % 3],
      refNumber: at % 5 ? `R-${at % 5}` : 'NA',
      operation: at % 6 ? 'pay' : 'authorize',
      createdAt: `2026-11-17 10:00:${String(at % 7).padStart(2, '0')}+00:00`,
    }),
  );
  expect(await download(whole(rows))).toBe('whole');
  for (const by of paymentSortSchema.shape.by.options) {
    const inOrder = (direction: 'asc' | 'desc') => listed(everything, { by, direction });
    const all = await inOrder('desc');
    expect((await inOrder('asc')).toReversed()).toEqual(all);
    expect(all).toHaveLength(23);
    if (by === 'amount')
      expect(all.map(({ amount, atMs }) => [amount?.minor, atMs])).toEqual(
        all
          .map(({ amount, atMs }) => [amount?.minor, atMs] as const)
          .toSorted(([a = 0n, at], [b = 0n, bt]) => Number(b - a) || (bt ?? 0) - (at ?? 0)),
      );
    const paged: string[] = [];
    let after: PaymentAfter | null = null;
    do {
      const page: { rows: Payment[]; next: PaymentAfter | null } = await db.call('payments.page', {
        ...{ filter: everything, sort: { by, direction: 'desc' }, nowMs: NOW, after, limit: 4 },
      });
      paged.push(...page.rows.map(({ key }) => key));
      ({ next: after } = page);
    } while (after);
    expect(paged).toEqual(all.map(({ key }) => key));
  }
});

it('holds that end within two days are found by the length of a hold, and one that has ended is none of them', async () => {
  const hold = (id: string, daysAgo: number) =>
    sale(id, {
      operation: 'authorize',
      createdAt: new Date(NOW - daysAgo * 86_400_000).toISOString(),
    });
  const rows = [hold('4', 1), hold('3', 5.5), hold('2', 8), hold('1', 28.5), sale('5')];
  expect(await download(whole(rows))).toBe('whole');
  const keys = async (change: object) =>
    (await listed(paymentFilterSchema.parse(change))).map(({ key }) => key).toSorted();
  expect(await keys({ holdEnding: 7 })).toEqual(['ORD-3']);
  expect(await keys({ holdEnding: 30 })).toEqual(['ORD-1']);
  expect(await keys({ held: true })).toEqual(['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4']);
});

it('orders are narrowed by amount in the currency of each, by method, by hold, and by any part of a text', async () => {
  const rows = [
    sale('4', { amount: '1500', currency: 'JPY' }),
    sale('3', { amount: '150.000', currency: 'KWD', method: 'wallet' }),
    sale('2', { amount: '150.00', operation: 'authorize' }),
    sale('1', { amount: '149.99' }),
  ];
  expect(await download(whole(rows))).toBe('whole');
  const keys = async (change: object) =>
    (await listed(paymentFilterSchema.parse(change))).map(({ key }) => key).toSorted();
  expect(await keys({ minAmount: '150' })).toEqual(['ORD-2', 'ORD-3', 'ORD-4']);
  expect(await keys({ minAmount: '149.985', maxAmount: '150' })).toEqual(['ORD-1', 'ORD-2', 'ORD-3']);
  expect(await keys({ method: 'wallet' })).toEqual(['ORD-3']);
  expect(await keys({ held: true })).toEqual(['ORD-2']);
  expect(await keys({ text: 'shop-' })).toEqual(['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4']);
  expect(await keys({ text: '49.9' })).toEqual(['ORD-1']);
  expect(await keys({ text: '99' })).toEqual(['ORD-1']);
  expect(await keys({ text: 'nowhere' })).toEqual([]);
  const { methods, channels } = await summaryOf();
  expect([methods, channels]).toEqual([['card', 'wallet'], ['online']]);
});
