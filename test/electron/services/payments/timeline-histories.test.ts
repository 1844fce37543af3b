import { expect, it } from 'vitest';
import { z } from 'zod';
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import { money, toDecimal, type Money } from '#shared/money/money.ts';
import { seededRng } from '../../../faults/simulation/rng.ts';
import { call, control } from '../../sandbox/gateway.ts';
import { must, paidOrder, withBench, type Bench } from '../operations/harness.ts';
import { savedCard } from '../operations/saved-card.ts';

const ACTIONS = 14;
const orderKinds = ['refund', 'void', 'capture', 'order-reversal'] as const;
/** An operation of ours, and the merchant's name of the order that it is about. */
type Made = { opId: string; order: string };
type Listed = { transactionId: string; merchantOrderId: string | null };
type Judged = {
  orderId: string;
  listed: readonly Listed[];
  made: readonly Made[];
  approved: readonly string[];
};

/** What somebody does elsewhere: the gateway has it, and this computer has no operation for it. */
async function elsewhere(bench: Bench, order: string): Promise<void> {
  const { live } = bench.sandbox;
  await fetch(`${live.dashboardUrl}/v3/payment/refund/${order}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: live.secretKey },
    body: JSON.stringify({ apiOperation: 'REFUND', transaction: { amount: 1.5 } }),
  });
}

/** Lives a history of the gateway and of our operations; answers our operations, oldest first, and which of them two agreed on. */
async function live(bench: Bench, seed: number): Promise<{ made: Made[]; approved: string[] }> {
  const rng = seededRng(seed);
  const { operations } = bench.session();
  const orders: string[] = [];
  const made: Made[] = [];
  const approved: string[] = [];
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
    const approval = rng.chance(0.4) ? { by: 'mona', approvedBy: 'omar', requestedBy: null } : null;
    const sent = await operations.confirmOrderMovement(plan.value.preparationId, form, approval);
    note(must(sent).operation, order);
    if (approval) approved.push(must(sent).operation.opId);
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
  return { made, approved };
}

/** The merchant's own server is told of what happens to orders. */
async function addWebhook({ sandbox }: Bench): Promise<void> {
  const events = ['pay', 'authorize', 'capture', 'refund', 'void', 'reversal'];
  const webhook = { name: 'shop', url: 'https://shop.example/hook', events, mode: 'live' };
  const made = await call(sandbox.live, 'POST', '/v2/webhooks', { body: webhook });
  expect(made.status).toBe(200);
  // Nobody listens there: a delivery fails, and is one all the same.
  await control(sandbox, 'PUT', '/listeners', { 'shop.example': 'http://127.0.0.1:9' });
}

/** Ends a reading that tells its progress. */
async function whole(bench: Bench, event: string, begin: () => Promise<unknown>): Promise<void> {
  const ended = () =>
    bench.events.filter(
      (one) => one.event === event && (one.payload as { finished?: boolean }).finished === true,
    ).length;
  const before = ended();
  await begin();
  await expect.poll(ended, { timeout: 20_000 }).toBe(before + 1);
}

/** Some days later everything is settled, and all that the gateway knows is read. */
async function readAll(bench: Bench): Promise<void> {
  bench.clock.forward(6 * 86_400_000);
  const { payments, checkouts, settlement } = bench.session();
  await whole(bench, 'payments.progress', () => payments.download({ anew: true }));
  must(await checkouts.refresh({ whole: true }));
  must(await settlement.refreshWindows());
  await whole(bench, 'settlement.downloadProgress', () =>
    settlement.downloadSettled({ branchIds: [], anew: false }),
  );
}

const recordsSchema = z.object({ body: z.array(z.object({ _id: z.string() })) });
const settledSchema = z.object({
  body: z.array(z.object({ transactionId: z.string() })),
});
const sessionsSchema = z.object({
  data: z.array(
    z.object({
      paymentParams: z.object({ order: z.string() }),
      history: z.array(z.object({ status: z.string() })),
    }),
  ),
});
/** What the gateway says when it is asked without the app. */
async function truthOf({ sandbox: { live: access } }: Bench) {
  const get = async (path: string) => (await call(access, 'GET', path)).body;
  const sessions = sessionsSchema.parse(await get('/v3/payment/sessions?limit=500')).data;
  return {
    statesOf: (order: string) =>
      sessions
        .filter(({ paymentParams }) => paymentParams.order === order)
        .flatMap(({ history }) => history.map(({ status }) => status)),
    recordsOf: async (transactionId: string) =>
      recordsSchema
        .parse(await get(`/v2/webhooks/records/transaction/${transactionId}`))
        .body.map(({ _id }) => _id),
    isSettled: async (transactionId: string) =>
      settledSchema
        .parse(await get(`/v2/aggregator/settlement-transactions?limit=500&search=${transactionId}`))
        .body.some((row) => row.transactionId === transactionId),
  };
}

const idsOf = (line: readonly TimelineEntry[], what: TimelineEntry['what']) =>
  line.filter((entry) => entry.what === what).map(({ id }) => id);

/** What must be true of the line of one order. */
async function judge(bench: Bench, { orderId, listed, made, approved }: Judged): Promise<TimelineEntry[]> {
  const { payments, operations } = bench.session();
  must(await payments.readOrder({ orderId }));
  const { detail } = must(await payments.detail({ key: orderId }));
  const line = detail?.timeline ?? [];
  const places = new Map(line.map((entry, place) => [`${entry.what} ${entry.id}`, place]));
  const placeIn = (what: TimelineEntry['what'], id: string) => places.get(`${what} ${id}`) ?? -1;
  const ids = listed.map(({ transactionId }) => transactionId);
  const order = listed[0]?.merchantOrderId ?? '';
  const truth = await truthOf(bench);

  expect(idsOf(line, 'transaction').toSorted()).toEqual(ids.toSorted());
  expect(line.filter(({ what }) => what === 'checkout').map(({ word }) => word)).toEqual(
    truth.statesOf(order),
  );
  const records = await Promise.all(ids.map(async (id) => ({ id, records: await truth.recordsOf(id) })));
  expect(idsOf(line, 'delivery').toSorted()).toEqual(records.flatMap((one) => one.records).toSorted());
  for (const one of records)
    for (const record of one.records)
      expect(placeIn('transaction', one.id)).toBeLessThan(placeIn('delivery', record));
  const settled = await Promise.all(ids.map(async (id) => ((await truth.isSettled(id)) ? [id] : [])));
  // What takes a voided sale back is settled under a name of its own, and is joined by the order's name alone.
  const exact = line.filter(({ by }) => by === 'id');
  expect(idsOf(exact, 'settled').toSorted()).toEqual(settled.flat().toSorted());
  for (const id of idsOf(exact, 'settled'))
    expect(placeIn('transaction', id)).toBeLessThan(placeIn('settled', id));

  // In the order of the journal, which is the order in which they were made.
  const ours = made.filter((one) => one.order === order).map(({ opId }) => opId);
  expect(idsOf(line, 'operation')).toEqual(ours);
  const agreed = line.filter(({ what }) => what === 'approval');
  expect(agreed.map(({ opId, word, actor }) => [opId, word, actor])).toEqual(
    ours.filter((opId) => approved.includes(opId)).map((opId) => [opId, 'approved', 'omar']),
  );
  for (const { opId, id } of agreed)
    expect(placeIn('operation', opId ?? '')).toBeLessThan(placeIn('approval', id));
  const dates = line.flatMap(({ what, at }) =>
    what === 'transaction' && at?.kind === 'instant' ? [at.atMs] : [],
  );
  expect(dates).toEqual(dates.toSorted((a, b) => a - b));
  for (const opId of ours) {
    const { requestId } = must(await operations.detail({ opId })).operation;
    if (requestId !== null)
      expect(placeIn('operation', opId)).toBeLessThan(placeIn('transaction', requestId));
  }
  return line;
}

it.each([1, 2, 3])(
  'history %i: everything that the gateway and we know of an order stands once on its line, and no source contradicts the order',
  (seed) =>
    withBench(async (bench) => {
      await addWebhook(bench);
      const { made, approved } = await live(bench, seed);
      await readAll(bench);
      const { operations, context } = bench.session();
      const { rows } = must(await context.gateway.transactions.list({ page: 1, limit: 500 }));
      const told = new Set<string>();
      const orders = Map.groupBy(
        rows.filter((row) => row.channel !== 'pos'),
        (row) => row.orderId ?? row.transactionId,
      );
      for (const [orderId, listed] of orders)
        for (const id of idsOf(await judge(bench, { orderId, listed, made, approved }), 'operation'))
          told.add(id);
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

it('what the bank got for its window stands after the settled row, once, and withdrawn it is gone', () =>
  withBench(async (bench) => {
    await paidOrder(bench);
    await readAll(bench);
    const { payments, bridge, context } = bench.session();
    const { rows } = must(await context.gateway.transactions.list({ page: 1, limit: 500, search: 'W-' }));
    const [row] = rows;
    const key = row?.orderId ?? '';
    const detailOf = async () => must(await payments.detail({ key })).detail;
    const before = await detailOf();
    expect(before?.missing).toContainEqual({ what: 'deposit', why: 'none' });
    expect(before?.missing).toContainEqual({ what: 'delivery', why: 'not-read' });
    const settled = before?.timeline.find(({ what }) => what === 'settled');
    expect(settled).toMatchObject({ by: 'id', id: row?.transactionId });
    const subject = settled?.windowId ?? '';
    const receivedOn = new Date(bench.clock.nowMs()).toISOString().slice(0, 10);
    const { deposits } = must(
      await bridge.enterDeposit({ subject, typed: '10.00', receivedOn, reference: 'CIB', note: '' }),
    );
    const depositId = deposits[0]?.depositId ?? '';
    const after = await detailOf();
    expect(after?.missing.map(({ what }) => what)).not.toContain('deposit');
    expect(after?.timeline.map(({ what }) => what).slice(-2)).toEqual(['settled', 'deposit']);
    expect(after?.timeline.at(-1)).toMatchObject({ id: depositId, word: 'entered', actor: 'mona' });
    must(await bridge.withdrawDeposit({ subject, depositId, reason: 'typed twice' }));
    expect(await detailOf()).toEqual(before);
  }));

it('deliveries that the key may not see are missing for that reason, and the order is read all the same', () =>
  withBench(async (bench) => {
    await paidOrder(bench);
    await readAll(bench);
    const { payments, context } = bench.session();
    const { rows } = must(await context.gateway.transactions.list({ page: 1, limit: 500, search: 'W-' }));
    const orderId = rows[0]?.orderId ?? '';
    const whyAfter = async (fault: Record<string, unknown>) => {
      await bench.fault('GET', '/v2/webhooks/records/', fault);
      must(await payments.readOrder({ orderId }));
      const { detail } = must(await payments.detail({ key: orderId }));
      return detail?.missing.find(({ what }) => what === 'delivery')?.why;
    };
    expect(await whyAfter({ kind: 'status', status: 403 })).toBe('key');
    expect(await whyAfter({ kind: 'status', status: 400 })).toBe('failed');
    must(await payments.readOrder({ orderId }));
    const { detail } = must(await payments.detail({ key: orderId }));
    expect(detail?.missing).toContainEqual({ what: 'delivery', why: 'none' });
  }));
