import { expect, it } from 'vitest';
import { codeOf, must, paidOrder, withBench, type Bench } from './harness.ts';

const REVERSAL = '/v3/payment/reversal/';
const kind = 'order-reversal' as const;
const form = { reason: 'customer-cancelled', note: '', typedAmount: '120.50' };
const sends = (bench: Bench) => bench.received('PUT', REVERSAL);

async function reverseOrder(bench: Bench, orderId: string) {
  const { operations } = bench.session();
  const { preparationId } = must(await operations.prepareOrderMovement({ kind, orderId, amount: null }));
  return must(await operations.confirmOrderMovement(preparationId, form)).operation;
}

it('what was bought to pay later is reversed whole, once', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench, false, 'bnpl');
    const asked = { kind, orderId, amount: { minor: 5_000n, currency: 'EGP' } };
    expect(codeOf(await operations.prepareOrderMovement(asked))).toBe('nothing-left');
    expect(await reverseOrder(bench, orderId)).toMatchObject({ kind, state: 'SUCCEEDED', orderId });
    expect(await sends(bench)).toBe(1);
    for (const next of [kind, 'void', 'refund'] as const)
      expect(codeOf(await operations.prepareOrderMovement({ kind: next, orderId, amount: null }))).toBe(
        'nothing-left',
      );
  }));

it('what was paid by card is not reversed', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench);
    expect(codeOf(await operations.prepareOrderMovement({ kind, orderId, amount: null }))).toBe(
      'not-pay-later',
    );
    expect(await sends(bench)).toBe(0);
  }));

it('a reversal whose answer is lost is found in the order; until then nothing else moves the order', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    const orderId = await paidOrder(bench, false, 'bnpl');
    await bench.fault('PUT', REVERSAL, { kind: 'drop-after' });
    const { opId, state } = await reverseOrder(bench, orderId);
    expect(state).toBe('UNKNOWN');
    for (const next of [kind, 'void', 'refund'] as const)
      expect(codeOf(await operations.prepareOrderMovement({ kind: next, orderId, amount: null }))).toBe(
        'already-open',
      );
    expect(must(await operations.checkNow({ opId })).operation.state).toBe('SUCCEEDED_BY_READ');
    expect(await sends(bench)).toBe(1);
  }));
