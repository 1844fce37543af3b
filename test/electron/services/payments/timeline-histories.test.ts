import { expect, it } from 'vitest';
import type { TimelineEntry } from '#shared/contract/payments.ts';
import { money, toDecimal, type Money } from '#shared/money/money.ts';
import { seededRng } from '../../../faults/simulation/rng.ts';
import { must, paidOrder, withBench, type Bench } from '../operations/harness.ts';
import { savedCard } from '../operations/saved-card.ts';

const ACTIONS = 14;
const orderKinds = ['refund', 'void', 'capture', 'order-reversal'] as const;
/** An operation of ours, and the merchant's name of the order that it is about. */
type Made = { opId: string; order: string };

/** What somebody does elsewhere: the gateway has it, and this computer has no operation for it. */
async function elsewhere(bench: Bench, order: string): Promise<void> {
  const { live } = bench.sandbox;
  await fetch(`${live.dashboardUrl}/v3/payment/refund/${order}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: live.secretKey },
    body: JSON.stringify({ apiOperation: 'REFUND', transaction: { amount: 1.5 } }),
  });
}

/** Lives a history of the gateway and of our operations; answers our operations, oldest first. */
async function live(bench: Bench, seed: number): Promise<Made[]> {
  const rng = seededRng(seed);
  const { operations } = bench.session();
  const orders: string[] = [];
  const made: Made[] = [];
  const cardKey = await savedCard(bench);
  const buy = async () => {
    orders.push(await paidOrder(bench, rng.chance(0.3), rng.chance(0.3) ? 'bnpl' : 'card'));
  };
  const trouble = async (method: string, path: string) => {
    await bench.clearFaults();
    const kind = rng.pick(['none', 'none', 'drop-after', 'drop-before', 'nonsense'] as const);
    if (kind !== 'none') await bench.fault(method, path, { kind });
  };
  const note = (answer: { opId: string; orderId: string | null }, order: string) =>
    made.push({ opId: answer.opId, order });
  const move = async () => {
    const order = rng.pick(orders);
    const kind = rng.pick(orderKinds);
    const part = kind === 'refund' || kind === 'capture';
    const amount: Money | null = part && rng.chance(0.6) ? money(2_025n, 'EGP') : null;
    const plan = await operations.prepareOrderMovement({ kind, orderId: order, amount });
    if (!plan.ok) return;
    await trouble('PUT', kind === 'order-reversal' ? '/v3/payment/reversal/' : '/v3/orders/');
    const form = { reason: 'r', note: '', typedAmount: toDecimal(plan.value.plan.amount) };
    note(must(await operations.confirmOrderMovement(plan.value.preparationId, form)).operation, order);
  };
  const charge = async () => {
    const plan = await operations.prepareCharge({ cardKey, amount: money(3_000n, 'EGP') });
    if (!plan.ok) return;
    await trouble('POST', '/v3/orders/');
    const form = { reason: 'r', note: '', typedAmount: '30' };
    const { operation } = must(await operations.confirmCharge(plan.value.preparationId, form));
    note(operation, operation.opId);
  };
  const look = async () => {
    const last = made.at(-1);
    if (last) await operations.checkNow({ opId: last.opId });
  };
  const others = async () => elsewhere(bench, rng.pick(orders));
  await buy();
  for (let actions = ACTIONS; actions > 0; actions -= 1) {
    await rng.pick([buy, move, move, move, charge, look, others])();
    await bench.clearFaults();
    bench.clock.forward(rng.pick([1, 1_000, 60_000, 3_600_000]));
  }
  return made;
}

async function download(bench: Bench): Promise<void> {
  const finished = () =>
    bench.events.filter(
      ({ event, payload }) => event === 'payments.progress' && (payload as { finished: boolean }).finished,
    ).length;
  const before = finished();
  must(await bench.session().payments.download({ anew: true }));
  await expect.poll(finished, { timeout: 20_000 }).toBe(before + 1);
}

const idsOf = (line: readonly TimelineEntry[], what: TimelineEntry['what']) =>
  line.filter((entry) => entry.what === what).map(({ id }) => id);

it.each([1, 2, 3, 4, 5, 6])(
  'history %i: each transaction and each operation of ours stands once on its order’s line, and no source contradicts the order',
  (seed) =>
    withBench(async (bench) => {
      const made = await live(bench, seed);
      await download(bench);
      const { payments, operations, context } = bench.session();
      const { rows } = must(await context.gateway.transactions.list({ page: 1, limit: 500 }));
      const told = new Set<string>();
      for (const [orderId, listed] of Map.groupBy(rows, (row) => row.orderId ?? row.transactionId)) {
        const { detail } = must(await payments.detail({ key: orderId }));
        const line = detail?.timeline ?? [];
        const order = listed[0]?.merchantOrderId;
        expect(idsOf(line, 'transaction').toSorted()).toEqual(
          listed.map(({ transactionId }) => transactionId).toSorted(),
        );
        // In the order of the journal, which is the order in which they were made.
        const ours = made.filter((one) => one.order === order).map(({ opId }) => opId);
        expect(idsOf(line, 'operation')).toEqual(ours);
        for (const opId of ours) told.add(opId);
        const dates = line.flatMap(({ what, at }) =>
          what === 'transaction' && at?.kind === 'instant' ? [at.atMs] : [],
        );
        expect(dates).toEqual(dates.toSorted((a, b) => a - b));
        for (const opId of ours) {
          const { requestId } = must(await operations.detail({ opId })).operation;
          const ids = line.map(({ id }) => id);
          if (requestId !== null) expect(ids.indexOf(opId)).toBeLessThan(ids.indexOf(requestId));
        }
      }
      // Only a charge that made no order is on no order's line.
      const untold = made.filter(({ opId }) => !told.has(opId));
      for (const { opId } of untold) {
        const { kind, state } = must(await operations.detail({ opId })).operation;
        expect(kind).toBe('charge');
        expect(['SUCCEEDED', 'SUCCEEDED_BY_READ']).not.toContain(state);
      }
      expect(made.length).toBeGreaterThan(0);
    }),
  60_000,
);
