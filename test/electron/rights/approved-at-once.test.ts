/** A request is decided in the transaction of what it asked for: a process that ends right after it leaves nothing waiting. */
import { describe, expect, it, vi } from 'vitest';
import type { InputOf } from '#shared/contract/index.ts';
import type { Role } from '#shared/domain/rights.ts';
import { begin, must, withShop, type Shop } from '../services/closing/shop.ts';
import {
  aSale,
  codeOf,
  detail,
  readUntilAbsent,
  reverse,
  withBench,
  type Bench,
} from '../services/operations/harness.ts';
import {
  aClosedDay,
  DAY,
  egp,
  exceptions,
  reconcile,
  settle,
  settled,
} from '../services/reconciliation/settled.ts';
import { countedShort, peopleOf, pin } from './shop-people.ts';

/** The session ends with the answer to the first write that decides a request: nothing is stored after it. Answers whether it has ended. */
function endAtDecision({ session }: Pick<Shop, 'session'>): () => boolean {
  const { db } = session().context;
  const untouched = { ...db };
  let ended = false;
  db.call = async (name, args) => {
    if (ended) throw new Error('the process has ended');
    const answer = await untouched.call(name, args);
    const { decides, act } = (args ?? {}) as { decides?: unknown; act?: { decides?: unknown } };
    ended = Boolean(decides ?? act?.decides) || name === 'approvals.decide';
    return answer;
  };
  return () => ended;
}

/** Samir asks, Sara approves, and the process ends; answers what is stored of the request then. */
async function approvedAndEnded(
  shop: Shop,
  asked: InputOf<'approvals.request'>,
  role: Role = 'manager',
): Promise<unknown> {
  const as = peopleOf(shop);
  const made = await as('Samir', role)((calls) => calls['approvals.request'](asked as never));
  const { requestId } = must(made).request;
  const hasEnded = endAtDecision(shop);
  // What it would have answered nobody hears.
  await Promise.allSettled([
    as('Sara', 'finance')((calls) => calls['approvals.confirm']({ requestId, pin })),
  ]);
  expect(hasEnded()).toBe(true);
  await shop.restart();
  const found = await shop.session().context.db.call('approvals.get', requestId);
  return [found?.state, found?.decidedBy];
}

it('a close, and its day opened again', () =>
  withShop(async (shop) => {
    const closingId = await countedShort(shop);
    expect(await approvedAndEnded(shop, { kind: 'close-day', closingId, pin })).toEqual(['approved', 'Sara']);
    const stateNow = async () => must(await shop.session().closing.detail({ closingId })).state;
    expect(await stateNow()).toBe('closed');
    const reopen = { kind: 'reopen-day' as const, closingId, reason: 'a slip turned up', pin };
    expect(await approvedAndEnded(shop, reopen)).toEqual(['approved', 'Sara']);
    expect(await stateNow()).toBe('reopened');
  }));

it('a provisional close', () =>
  withShop(async (shop) => {
    const closingId = await countedShort(shop);
    const asked = { kind: 'close-provisional' as const, closingId, note: 'no internet', pin };
    expect(await approvedAndEnded(shop, asked)).toEqual(['approved', 'Sara']);
    const { state } = must(await shop.session().closing.detail({ closingId }));
    expect(state).toBe('provisional');
  }));

it('a write-off', () =>
  withShop(async (shop) => {
    await aClosedDay(shop, 3);
    shop.clock.forward(10 * DAY);
    await settle(shop, [settled(1), settled(2, { amount: egp(30_000n) })]);
    await reconcile(shop);
    const [over] = await exceptions(shop, 'sales', { types: ['amount-over'] });
    const { key = '', version = '' } = over ?? {};
    const exception = { key, version };
    const asked = { kind: 'write-off' as const, exception, remark: 'not worth it', pin };
    expect(await approvedAndEnded(shop, asked, 'finance')).toEqual(['approved', 'Sara']);
    expect(must(await shop.session().reconciliation.exception({ key })).decisions).toMatchObject([
      { kind: 'written-off', by: 'Samir', approvedBy: 'Sara' },
    ]);
  }));

it('an operation carried into a close, and one that a person resolves', () =>
  withShop(async (shop) => {
    await shop.unknown('T1', 'op-1');
    const { closingId } = (await begin(shop)).closing;
    const carry = { kind: 'carry-operation' as const, closingId, opId: 'op-1', note: 'asked the bank', pin };
    expect(await approvedAndEnded(shop, carry)).toEqual(['approved', 'Sara']);
    const { operations } = must(await shop.session().closing.detail({ closingId }));
    expect(operations[0]?.carried).toMatchObject({ approvedBy: 'Sara' });

    await shop.session().context.db.call('journal.change', {
      opId: 'op-1',
      code: 'needs-person',
      to: 'NEEDS_PERSON',
      params: {},
      patch: {},
      atMs: shop.clock.nowMs(),
    });
    const resolve = {
      kind: 'resolve' as const,
      opId: 'op-1',
      resolution: 'not-done' as const,
      evidence: 'provider-portal' as const,
      evidenceReference: 'T-1',
      reason: 'not in the portal',
      pin,
    };
    expect(await approvedAndEnded(shop, resolve)).toEqual(['approved', 'Sara']);
    const after = must(await shop.session().operations.detail({ opId: 'op-1' }));
    expect(after.operation.state).toBe('RESOLVED_NOT_DONE');
  }));

it('a movement that is sent again: with what is stored before anything leaves', () =>
  withBench(async (bench) => {
    await bench.fault('PUT', 'reversal', { kind: 'drop-before' });
    const sale = await aSale(bench);
    const { opId } = await reverse(bench, sale);
    await readUntilAbsent(bench, opId);
    const { operations, approvals, context } = bench.session();
    const asked = { kind: 'send-again' as const, subject: opId, totals: [] };
    const { requestId } = must(await approvals.request(asked, { personId: 'p', name: 'Samir' })).request;
    let stored: unknown = null;
    const { send } = context.gateway;
    vi.spyOn(context.gateway, 'send').mockImplementation(async (request, onMoment) => {
      stored = await context.db.call('approvals.get', requestId);
      return send(request, onMoment);
    });
    const approval = { by: 'Sara', approvedBy: 'Sara', requestedBy: 'Samir', requestId };
    must(await operations.sendAgain({ opId, retyped: sale.typed }, approval));
    expect(stored).toMatchObject({ state: 'approved', decidedBy: 'Sara', opId });
    expect((await detail(bench, opId)).operation.state).toBe('SUCCEEDED');
  }));

describe('a movement that is approved', () => {
  /** Samir asked for the reversal of a sale, and Sara has its dialog open. */
  async function asked(bench: Bench) {
    const { approvals, operations, context } = bench.session();
    const sale = await aSale(bench);
    const { preparationId } = must(await operations.prepareReversal({ rowId: sale.rowId }));
    const form = { preparationId, reason: 'duplicate' as const, note: '', typedAmount: sale.typed };
    const about = must(operations.reversalToApprove(preparationId, form));
    const { requestId } = must(await approvals.request(about, { personId: 'p', name: 'Samir' })).request;
    const approval = { by: 'Sara', approvedBy: 'Sara', requestedBy: 'Samir', requestId };
    const confirm = () => operations.confirmReversal(form, approval);
    return { approvals, context, requestId, confirm };
  }
  const sara = { personId: 's', name: 'Sara' };

  it('is not sent where the request is refused before its intent is stored', () =>
    withBench(async (bench) => {
      const { approvals, requestId, confirm, context } = await asked(bench);
      must(await approvals.refuse(requestId, 'no slip', sara));
      expect(codeOf(await confirm())).toBe('request-not-open');
      expect(await context.db.call('journal.counts', null)).toEqual({ open: 0, unknown: 0 });
      expect(await bench.received('PUT', 'reversal')).toBe(0);
    }));

  it('can be refused or withdrawn by nobody once it is being sent', () =>
    withBench(async (bench) => {
      const { approvals, requestId, confirm, context } = await asked(bench);
      const meanwhile: string[] = [];
      const { send } = context.gateway;
      vi.spyOn(context.gateway, 'send').mockImplementation(async (request, onMoment) => {
        meanwhile.push(codeOf(await approvals.refuse(requestId, 'no slip', sara)));
        meanwhile.push(codeOf(await approvals.withdraw(requestId, { personId: 'p', name: 'Samir' })));
        return send(request, onMoment);
      });
      const { opId, state } = must(await confirm()).operation;
      expect(meanwhile).toEqual(['request-not-open', 'request-not-open']);
      expect(state).toBe('SUCCEEDED');
      expect(await context.db.call('approvals.get', requestId)).toMatchObject({ state: 'approved', opId });
    }));

  it('and whose process ends before anything leaves is expired; its request is used up', () =>
    withBench(async (bench) => {
      const { requestId, confirm } = await asked(bench);
      endAtDecision(bench);
      await expect(confirm()).rejects.toThrow('the process has ended');
      await bench.restart();
      const { approvals, operations } = bench.session();
      const { rows } = must(await operations.page({ scope: 'all', kind: null, cursor: null, limit: 9 }));
      expect(rows.map(({ state }) => state)).toEqual(['EXPIRED']);
      expect(must(await approvals.list(null)).requests).toEqual([]);
      expect(codeOf(await approvals.open(requestId))).toBe('request-not-open');
      expect(await bench.received('PUT', 'reversal')).toBe(0);
    }));
});
