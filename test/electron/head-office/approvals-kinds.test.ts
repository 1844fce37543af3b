/** Every kind of request: told to the office, decided there, carried out once on its own PC, and by nothing but what was asked for. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import type { InputOf } from '#shared/contract/index.ts';
import type { ApprovalKind } from '#shared/domain/approvals.ts';
import { money, toDecimal } from '#shared/money/money.ts';
import { countedShort } from '../rights/shop-people.ts';
import { begin, closeDay } from '../services/closing/shop.ts';
import {
  aSale,
  must,
  paidOrder,
  readUntilAbsent,
  reverse,
  type Bench,
} from '../services/operations/harness.ts';
import { savedCard } from '../services/operations/saved-card.ts';
import {
  DAY,
  egp,
  exceptions,
  reconcile,
  settle,
  settled,
  aClosedDay,
} from '../services/reconciliation/settled.ts';
import { TUESDAY_MS } from '../sandbox/gateway.ts';
import { MINUTE, personAt, PIN, sign, type Forged } from './approvals.ts';
import { type Cluster } from './cluster.ts';
import { withCluster } from './test-cluster.ts';
import { withShops } from './shops.ts';
import { withChain, type Chain, type ChainPc } from './two-cores.ts';

type Pc = Pick<ChainPc, 'session'>;
type Waiting = {
  readonly shop: Pc;
  readonly office: Pc;
  readonly requestId: string;
  readonly nowMs: () => number;
  /** How often it was done. */
  readonly done: () => Promise<number>;
  /** What the office must see of it. */
  readonly seen: Record<string, unknown>;
  readonly typed: string;
};
type Case = (cluster: Cluster, use: (waiting: Waiting) => Promise<void>) => Promise<void>;
type Ask = (calls: ReturnType<typeof personAt>['calls']) => Promise<string>;
type Input = InputOf<'approvals.request'>;

const asked =
  (input: Input): Ask =>
  async (calls) =>
    must(await calls['approvals.request'](input)).request.requestId;

const atShop = (of: Chain): Bench => ({ ...of.bench, session: () => of.shop.session() });

/** A movement that is asked for at the shop of a chain on a gateway. */
const moved =
  (
    setUp: (
      bench: Bench,
    ) => Promise<{ ask: Ask; path: [string, string]; seen: Waiting['seen']; typed: string }>,
    startMs?: number,
  ): Case =>
  (cluster, use) =>
    withChain(
      cluster,
      async (of) => {
        const { shop, office, bench } = of;
        const { ask, path, seen, typed } = await setUp(atShop(of));
        const mona = personAt(shop, 'Mona', 'administrator');
        const requestId = await ask(mona.calls);
        // A quote is no movement.
        const count = async () =>
          (await bench.received(...path)) - (await bench.received(path[0], '/fee-inquiry'));
        const before = await count();
        const done = async () => (await count()) - before;
        await use({ shop, office, requestId, done, seen, typed, nowMs: () => bench.clock.nowMs() });
      },
      startMs === undefined ? {} : { startMs },
    );

const ORDER = '/v3/orders/';
const REVERSAL = '/v3/payment/reversal';
const total = (minor: bigint) => [{ count: 1, amount: money(minor, 'EGP') }];

const orderMoved = (kind: 'refund' | 'void' | 'capture' | 'order-reversal', minor: bigint): Case =>
  moved(async (bench) => {
    const orderId = await paidOrder(bench, kind === 'capture', kind === 'order-reversal' ? 'bnpl' : 'card');
    const amount = kind === 'refund' ? money(minor, 'EGP') : null;
    const { preparationId } = must(
      await bench.session().operations.prepareOrderMovement({ kind, orderId, amount }),
    );
    const form = { preparationId, reason: 'customer-cancelled', note: 'at the counter', pin: PIN };
    return {
      ask: asked({ kind: 'order-movement', ...form }),
      path: ['PUT', kind === 'order-reversal' ? REVERSAL : ORDER],
      seen: { kind, totals: total(minor), merchantOrderId: orderId, note: 'at the counter' },
      typed: toDecimal(money(minor, 'EGP')),
    };
  });

const notKnown = async (bench: Bench) => {
  const sale = await aSale(bench);
  await bench.fault('PUT', REVERSAL, { kind: 'drop-before' });
  const { opId, totals, terminalId } = await reverse(bench, sale);
  return { opId, totals, terminalId, typed: sale.typed };
};

/** An act of a close or of reconciliation, which leaves no trace at the gateway. */
type OfShop = Parameters<Parameters<typeof withShops>[1]>[0];
const settledHere =
  (setUp: (of: OfShop) => Promise<{ ask: Ask; done: Waiting['done']; seen: Waiting['seen'] }>): Case =>
  (cluster, use) =>
    withShops(cluster, async (of) => {
      const { ask, done, seen } = await setUp(of);
      const mona = personAt(of.shop, 'Mona', 'administrator');
      const requestId = await ask(mona.calls);
      of.office.clock.forward(of.shop.clock.nowMs() - of.office.clock.nowMs());
      await use({
        shop: of.shop,
        office: of.office,
        requestId,
        done,
        seen,
        typed: '',
        nowMs: () => of.shop.clock.nowMs(),
      });
    });

async function overSettled({ shop }: OfShop) {
  await aClosedDay(shop, 3);
  shop.clock.forward(10 * DAY);
  await settle(shop, [settled(1), settled(2, { amount: egp(30_000n) })]);
  await reconcile(shop);
  const [over] = await exceptions(shop, 'sales', { types: ['amount-over'] });
  if (!over) throw new Error('no exception');
  const done = async () => (await exceptions(shop, 'sales', { states: ['written-off'] })).length;
  const { key, version } = over;
  const seen = {
    totals: [{ count: 1, amount: egp(20_000n) }],
    exceptions: [
      { remark: 'the bank will not say', exception: { type: 'amount-over', difference: egp(20_000n) } },
    ],
  };
  return { exception: { key, version }, done, seen };
}

const cases: Readonly<Record<ApprovalKind, Case>> = {
  reversal: moved(async (bench) => {
    const { rowId, typed } = await aSale(bench);
    const { preparationId } = must(await bench.session().operations.prepareReversal({ rowId }));
    return {
      ask: asked({ kind: 'reversal', preparationId, reason: 'duplicate', note: 'twice', pin: PIN }),
      path: ['PUT', REVERSAL],
      seen: { kind: 'reversal', reason: 'duplicate', note: 'twice' },
      typed,
    };
  }),
  refund: orderMoved('refund', 2_050n),
  void: orderMoved('void', 12_050n),
  capture: orderMoved('capture', 12_050n),
  'order-reversal': orderMoved('order-reversal', 12_050n),
  charge: moved(async (bench) => {
    const cardKey = await savedCard(bench);
    const amount = money(7_550n, 'EGP');
    const { preparationId } = must(await bench.session().operations.prepareCharge({ cardKey, amount }));
    return {
      ask: asked({ kind: 'charge', preparationId, reason: 'monthly fee', note: '', pin: PIN }),
      path: ['POST', ORDER],
      seen: {
        kind: 'charge',
        totals: total(7_550n),
        party: expect.stringMatching(/•••• 4242 · C-/) as string,
      },
      typed: '75.50',
    };
  }),
  'instant-settlement': moved(async (bench) => {
    const { instantSettlement } = bench.session();
    must(await instantSettlement.refresh());
    const page = { text: '', branchIds: [], cursor: null, limit: 20 };
    const { rows } = must(await instantSettlement.eligiblePage(page));
    const transactionIds = rows.map((row) => row.transactionId);
    const { quoteId, totalFees, netTransfer, count } = must(
      await instantSettlement.quote({ transactionIds }),
    );
    return {
      ask: asked({ kind: 'instant-settlement', quoteId, pin: PIN }),
      path: ['POST', '/instant-settlement/'],
      seen: { kind: 'instant-settlement', totals: [{ count }], offer: { totalFees, netTransfer } },
      typed: toDecimal(netTransfer),
    };
  }, TUESDAY_MS),
  'send-again': moved(async (bench) => {
    const { opId, totals, terminalId, typed } = await notKnown(bench);
    await readUntilAbsent(bench, opId);
    return {
      ask: asked({ kind: 'send-again', opId, retyped: typed, pin: PIN }),
      path: ['PUT', REVERSAL],
      seen: { kind: 'send-again', totals, terminalId, operation: { kind: 'reversal', state: 'ABSENT' } },
      typed,
    };
  }),
  resolve: settledHere(async ({ shop }) => {
    await shop.unknown('T1', 'op-1');
    const { operations, context } = shop.session();
    const atMs = shop.clock.nowMs();
    const change = { opId: 'op-1', code: 'needs-person', to: 'NEEDS_PERSON', params: {}, patch: {} } as const;
    await context.db.call('journal.change', { ...change, atMs });
    const resolution = {
      resolution: 'not-done',
      evidence: 'provider-portal',
      evidenceReference: 'T-1',
    } as const;
    return {
      ask: asked({ kind: 'resolve', opId: 'op-1', ...resolution, reason: 'not in the portal', pin: PIN }),
      done: async () =>
        must(await operations.detail({ opId: 'op-1' })).events.filter(
          ({ code }) => code === 'resolved-not-done',
        ).length,
      seen: { kind: 'resolve', resolution, note: 'not in the portal', operation: { kind: 'reversal' } },
    };
  }),
  'carry-operation': settledHere(async ({ shop }) => {
    await shop.unknown('T1', 'op-1');
    const { closingId } = (await begin(shop)).closing;
    const { closing } = shop.session();
    return {
      ask: asked({ kind: 'carry-operation', closingId, opId: 'op-1', note: 'asked the bank', pin: PIN }),
      done: async () =>
        must(await closing.detail({ closingId })).operations.filter(({ carried }) => carried !== null).length,
      seen: { kind: 'carry-operation', note: 'asked the bank', closing: { businessDate: '2026-11-17' } },
    };
  }),
  'close-day': settledHere(async ({ shop }) => {
    const closingId = await countedShort(shop);
    const { closing } = shop.session();
    return {
      ask: asked({ kind: 'close-day', closingId, pin: PIN }),
      done: async () => must(await closing.zs({ closingId })).zs.length,
      seen: {
        kind: 'close-day',
        closing: { businessDate: '2026-11-17' },
        differences: [{ difference: egp(-90_000n), why: { reason: 'slip-missing', note: 'lost' } }],
      },
    };
  }),
  'close-provisional': settledHere(async ({ shop }) => {
    const closingId = await countedShort(shop);
    const { closing } = shop.session();
    return {
      ask: asked({ kind: 'close-provisional', closingId, note: 'the line is down', pin: PIN }),
      done: async () => must(await closing.zs({ closingId })).zs.length,
      seen: { kind: 'close-provisional', note: 'the line is down', differences: [{}] },
    };
  }),
  'reopen-day': settledHere(async ({ shop }) => {
    shop.sell('T1', 10_000n);
    const { closingId } = (await closeDay(shop)).closing;
    const { closing } = shop.session();
    return {
      ask: asked({ kind: 'reopen-day', closingId, reason: 'a slip turned up', pin: PIN }),
      done: async () => (must(await closing.detail({ closingId })).state === 'closed' ? 0 : 1),
      seen: { kind: 'reopen-day', note: 'a slip turned up', closing: { number: 1 } },
    };
  }),
  'write-off': settledHere(async (of) => {
    const { exception, done, seen } = await overSettled(of);
    const remark = 'the bank will not say';
    return { ask: asked({ kind: 'write-off', exception, remark, pin: PIN }), done, seen };
  }),
  'write-off-sheet': settledHere(async (of) => {
    const { exception, done, seen } = await overSettled(of);
    const { reconciliation, approvals } = of.shop.session();
    const made = await reconciliation.writeOffToApprove({ exception, remark: 'the bank will not say' });
    const content = { kind: 'write-off-sheet', subject: 'sheet-1', ...must(made) } as const;
    const who = { personId: 'Mona', name: 'Mona' };
    return { ask: async () => must(await approvals.request(content, who)).request.requestId, done, seen };
  }),
};

/** No time left; another amount, content or kind; a person without the right, or who asked. */
const hostile = (at: number): [Partial<Forged>, string][] => [
  [{ atMs: at - 40 * MINUTE, untilMs: at + 999 * MINUTE }, 'decision-expired'],
  [{ amounts: [money(1n, 'EGP')] }, 'decision-changed'],
  [{ sha256: 'ab'.repeat(32) }, 'decision-changed'],
  [{ kind: 'acknowledgement' }, 'decision-changed'],
  [{ role: 'cashier' }, 'decision-not-allowed'],
  [{ name: 'MONA' }, 'own-request'],
];

async function declinedOf({ shop }: Waiting, requestId: string): Promise<string[]> {
  const range = { after: 0, upTo: 1_000_000, limit: 2_000 };
  const entries = await shop.session().context.db.call('audit.entries', range);
  return entries
    .filter(({ action, target }) => action === 'approval.declined' && target === requestId)
    .map(({ params }) => (JSON.parse(params) as { error: { code: string } }).error.code);
}

async function decidedByOffice(waiting: Waiting): Promise<void> {
  const { shop, office, requestId, done, seen, typed, nowMs } = waiting;
  const { db } = shop.session().context;
  const mona = personAt(shop, 'Mona', 'administrator');
  const farid = personAt(office, 'Farid', 'finance');
  must(await shop.session().headOffice.look());
  const [request] = await farid.others();
  expect(request).toMatchObject({ ...seen, requestId, requestedBy: 'Mona', state: 'waiting', stays: null });
  const here = await db.call('approvals.get', requestId);
  if (!request || !here) throw new Error('not told');
  const sha256 = (await db.call('approvals.sha256', requestId)) ?? '';
  const amounts = here.totals.map(({ amount }) => amount);
  const forged: Forged = { of: request.pc.id, requestId, kind: here.kind, sha256, amounts };
  const codes: string[] = [];
  for (const [part, code] of hostile(nowMs())) {
    await sign(office, { ...forged, ...part });
    codes.push(code);
    await mona.take();
  }
  expect(await declinedOf(waiting, requestId)).toEqual(codes);
  expect(await done()).toBe(0);
  expect((await db.call('approvals.get', requestId))?.state).toBe('waiting');

  await farid.others();
  const decision = { pc: request.pc.id, requestId, word: 'approved' as const, typed, note: '', pin: PIN };
  must(await farid.calls['approvals.decideElsewhere'](decision));
  await mona.take();
  await mona.take();
  expect(await declinedOf(waiting, requestId)).toHaveLength(codes.length);
  expect(await done()).toBe(1);
  const ended = await db.call('approvals.get', requestId);
  expect(ended).toMatchObject({ state: 'approved', decidedBy: expect.stringMatching(/^Farid \(/) as string });
  expect((await farid.others())[0]).toMatchObject({ requestId, state: 'approved' });
  // Once more, by an entry of its own.
  await sign(office, forged);
  await mona.take();
  expect((await declinedOf(waiting, requestId)).at(-1)).toBe('request-not-open');
  expect(await done()).toBe(1);
}

describe.skipIf(findPostgres() === null)('a request of another PC', { timeout: 300_000 }, () => {
  const cluster = withCluster();

  it.each(Object.entries(cases))(
    'to approve (%s) is decided at the office and carried out once, and by no decision of anything else',
    (_, make) => make(cluster(), decidedByOffice),
  );
});
