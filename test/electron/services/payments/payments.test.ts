import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { FilesWithResults } from '#electron/database/db.ts';
import { paymentsList } from '#electron/services/reports/lists/payments.ts';
import { NEWEST_FIRST, paymentFilterSchema } from '#shared/contract/payments.ts';
import type { ExportOf } from '#shared/contract/exports.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { must, withBench, paidOrder, type Bench } from '../operations/harness.ts';

const everything = paymentFilterSchema.parse({});
const PATH = '/v2/aggregator/transactions';
/** The gateway's words for what is summed (§6). */
const WORDS = [
  'pay',
  'authorize',
  'authorization',
  'capture',
  'refund',
  'partial_refund',
  'void',
  'reversal',
];
const finished = (bench: Bench) =>
  bench.events.filter(
    ({ event, payload }) =>
      event === 'payments.progress' && (payload as { finished: boolean }).finished === true,
  ).length;

async function download(bench: Bench, anew = false) {
  const before = finished(bench);
  must(await bench.session().payments.download({ anew }));
  await expect.poll(() => finished(bench), { timeout: 20_000 }).toBe(before + 1);
  const { payments } = bench.session();
  return { ...must(await payments.sums({ filter: everything })), ...must(await payments.head()) };
}
const firstPage = { sort: NEWEST_FIRST, cursor: null, limit: 10 };
const keyOf = async (bench: Bench, text: string) =>
  must(await bench.session().payments.page({ filter: { ...everything, text }, ...firstPage })).rows[0]?.key ??
  '';
const total = async (bench: Bench) =>
  must(await bench.session().context.gateway.transactions.list({ page: 1, limit: 1 })).total;

it('everything that the gateway lists is stored once, and a second reading asks for one page', () =>
  withBench(async (bench) => {
    const { sync, read, count } = await download(bench);
    expect(sync).toEqual({
      ended: 'whole',
      rows: await total(bench),
      total: await total(bench),
      unreadable: 0,
    });
    expect(read.readAtMs).not.toBeNull();
    expect(count).toBeGreaterThan(0);
    const asked = await bench.received('GET', PATH);
    const orderId = await paidOrder(bench);
    await download(bench);
    expect((await bench.received('GET', PATH)) - asked).toBe(1);
    const { detail } = must(await bench.session().payments.detail({ key: await keyOf(bench, orderId) }));
    expect(detail?.payment).toMatchObject({ state: 'paid', left: money(12_050n, 'EGP') });
  }));

it('a reading that failed says so and keeps what came; the next one is whole', () =>
  withBench(async (bench) => {
    await bench.fault('GET', PATH, { kind: 'status', status: 400 }, 1);
    const failed = await download(bench);
    expect(failed.sync?.ended).toBe('failed');
    expect(failed.read.lastError).not.toBeNull();
    expect(await download(bench)).toMatchObject({ sync: { ended: 'whole' }, read: { lastError: null } });
  }));

it('a refunded part is found by its amount, and stands on the line of the order with our operation', () =>
  withBench(async (bench) => {
    const order = await paidOrder(bench);
    await download(bench);
    const orderId = await keyOf(bench, order);
    const { operations, payments } = bench.session();
    const amount = money(5_000n, 'EGP');
    const prepared = must(await operations.prepareOrderMovement({ kind: 'refund', orderId, amount }));
    expect(prepared.left).toEqual(money(12_050n, 'EGP'));
    expect(prepared.request.body).toContain('REFUND');
    const form = { reason: 'damaged', note: '', typedAmount: toDecimal(amount) };
    const { operation } = must(await operations.confirmOrderMovement(prepared.preparationId, form));
    expect(operation.state).toBe('SUCCEEDED');
    must(await payments.readOrder({ orderId }));
    const { rows } = must(await payments.page({ filter: { ...everything, text: '50.00' }, ...firstPage }));
    expect(rows.map(({ key, state }) => [key, state])).toContainEqual([orderId, 'part-refunded']);
    const { detail } = must(await payments.detail({ key: orderId }));
    expect(detail?.timeline.map(({ what, by }) => `${what} ${by}`).toSorted()).toEqual([
      'operation id',
      'transaction id',
      'transaction id',
    ]);
  }));

it('the sums are those of the gateway’s transactions, each counted once by its kind', () =>
  withBench(async (bench) => {
    await paidOrder(bench);
    const { sums, notSummed } = await download(bench);
    const { rows } = must(
      await bench.session().context.gateway.transactions.list({ page: 1, limit: (await total(bench)) ?? 0 }),
    );
    const orders = Map.groupBy(rows, ({ orderId, transactionId }) => orderId ?? transactionId);
    let [net, lone] = [0n, 0];
    for (const order of orders.values()) {
      const certain = order.filter(({ status }) => status === null || status === 'SUCCESS');
      const of = (words: string[]) =>
        certain
          .filter(({ operation }) => words.includes(operation ?? ''))
          .reduce((sum, { amount }) => sum + (amount.minor < 0n ? -amount.minor : amount.minor), 0n);
      const taken = of(['pay', 'capture']);
      const undone = certain.some(({ operation }) => operation === 'void' || operation === 'reversal');
      const isOdd = order.some(({ operation }) => !WORDS.includes(operation ?? ''));
      if (isOdd || (undone && taken === 0n && of(['authorize', 'authorization']) === 0n)) lone += 1;
      else net += undone ? 0n : taken - of(['refund', 'partial_refund']);
    }
    expect(sums.map((one) => one.net)).toEqual([money(net, 'EGP')]);
    expect(notSummed).toBe(lone);
  }));

it('a file has the payments of the days of the filter, with the sums that the list says', () =>
  withBench(async (bench) => {
    const order = await paidOrder(bench);
    await download(bench);
    const { detail } = must(await bench.session().payments.detail({ key: await keyOf(bench, order) }));
    const atMs = detail?.payment.atMs ?? 0;
    const ofDay = { ...everything, text: order, fromMs: atMs, toMs: atMs };
    const fileOf = (filter: typeof ofDay) => {
      const cache = new Sqlite(join(bench.folder, 'cache.sqlite'), { readonly: true });
      const journal = new Sqlite(join(bench.folder, 'journal.sqlite'), { readonly: true });
      const opened = paymentsList.open(
        { cache, journal } as unknown as FilesWithResults,
        { filter, sort: NEWEST_FIRST } as ExportOf<'payments'>,
        0,
        true,
      );
      const rows = [...(opened?.rows ?? [])].map((row) =>
        Object.values(paymentsList.columns).map(({ value }) => value(row)),
      );
      cache.close();
      journal.close();
      return { rows, totals: opened?.totals };
    };
    const { rows, totals } = fileOf(ofDay);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.slice(0, 2)).toEqual([atMs, order]);
    expect(rows[0]?.slice(3, 9)).toEqual(['paid', '120.50', '120.50', '0.00', '120.50', 'EGP']);
    expect(totals?.map(({ name, amount }) => [name, amount?.minor])).toEqual([
      ['sales', 12_050n],
      ['returns', 0n],
      ['net', 12_050n],
    ]);
    expect(fileOf({ ...ofDay, fromMs: atMs + 1, toMs: atMs + 2 }).rows).toEqual([]);
  }));
