import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { aSale, must, paidOrder, reverse, withBench, type Bench } from '../operations/harness.ts';

const finished = (bench: Bench) =>
  bench.events.filter(
    ({ event, payload }) =>
      event === 'payments.progress' && (payload as { finished: boolean }).finished === true,
  ).length;
async function download(bench: Bench) {
  const before = finished(bench);
  must(await bench.session().payments.download({ anew: false }));
  await expect.poll(() => finished(bench), { timeout: 20_000 }).toBe(before + 1);
}
const partOf = async (bench: Bench, what: 'terminal-row' | 'settled' | 'operation', id: string) =>
  must(await bench.session().payments.ofPart({ what, id })).detail;

it('the row of a terminal and the reversal of it lead to the one payment, and both stand on its line', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    expect(await partOf(bench, 'terminal-row', sale.rowId)).toBeNull();
    const { opId } = await reverse(bench, sale);
    await download(bench);
    const payment = await partOf(bench, 'terminal-row', sale.rowId);
    expect(payment?.payment.terminalId).not.toBeNull();
    const ids = payment?.timeline.map(({ what, id }) => `${what} ${id}`);
    expect(ids).toContain(`terminal-row ${sale.rowId}`);
    expect(ids?.filter((id) => id === `operation ${opId}`)).toHaveLength(1);
    expect((await partOf(bench, 'operation', opId))?.payment).toEqual(payment?.payment);
  }));

it('a refund leads to its order by either of the order’s names, and a settled row by its transaction', () =>
  withBench(async (bench) => {
    const { operations, payments } = bench.session();
    const name = await paidOrder(bench);
    const amount = money(2_000n, 'EGP');
    const { preparationId } = must(
      await operations.prepareOrderMovement({ kind: 'refund', orderId: name, amount }),
    );
    const form = { reason: 'damaged', note: '', typedAmount: '20.00' };
    const { operation } = must(await operations.confirmOrderMovement(preparationId, form));
    await download(bench);
    const detail = await partOf(bench, 'operation', operation.opId);
    expect(detail?.payment).toMatchObject({ merchantOrderId: name, state: 'part-refunded' });
    const [transaction] = detail?.timeline.filter(({ what }) => what === 'transaction') ?? [];
    expect((await partOf(bench, 'settled', transaction?.id ?? ''))?.payment.key).toBe(detail?.payment.key);
    expect(must(await payments.ofPart({ what: 'settled', id: 'TX-none' })).detail).toBeNull();
    expect(must(await payments.ofPart({ what: 'operation', id: 'none' })).detail).toBeNull();
  }));
