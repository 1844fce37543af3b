import { expect, it } from 'vitest';
import { money } from '#shared/money/money.ts';
import { codeOf, detail, must, withBench, type Bench } from './harness.ts';

const payout = {
  recipientName: 'A Supplier',
  recipientNumber: '01001234567',
  method: 'wallet' as const,
  amount: money(50_000n, 'EGP'),
  reason: 'invoice 77',
  note: '',
  typedAmount: '500',
};
const sends = (bench: Bench) => bench.received('POST', '/v3/transfers/single');

it('a payout is sent once under a name of its own', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    expect(codeOf(await operations.confirmPayout('form-0', { ...payout, typedAmount: '50' }))).toBe(
      'amount-mismatch',
    );
    expect(await sends(bench)).toBe(0);
    const { operation } = must(await operations.confirmPayout('form-1', payout));
    expect(operation).toMatchObject({ kind: 'payout', state: 'SUCCEEDED' });
    expect(operation.orderId).toBe(operation.opId);
    // Two of the checkout host's and the dashboard's log entries are one request of ours.
    expect(await sends(bench)).toBe(2);
  }));

it('a payout that the gateway refuses moved nothing', () =>
  withBench(async (bench) => {
    const { operation } = must(
      await bench.session().operations.confirmPayout('form-1', {
        ...payout,
        amount: money(99_000_000n, 'EGP'),
        typedAmount: '990000',
      }),
    );
    expect(operation).toMatchObject({ state: 'REFUSED', error: { outcome: 'not-applied' } });
  }));

it('a payout whose answer is lost is not known; the same one is not sent beside it; a read finds it by its name', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    await bench.fault('POST', '/v3/transfers/single', { kind: 'drop-after' });
    const { opId, state } = must(await operations.confirmPayout('form-1', payout)).operation;
    expect(state).toBe('UNKNOWN');
    expect(codeOf(await operations.confirmPayout('form-1', payout))).toBe('preparation-expired');
    expect(codeOf(await operations.confirmPayout('form-2', payout))).toBe('already-open');
    const after = must(await operations.checkNow({ opId })).operation;
    expect(after.state).toBe('SUCCEEDED_BY_READ');
    expect(after.requestId).toMatch(/^TR-/);
  }));

it('a payout that never arrived is asked of a person after a day', () =>
  withBench(async (bench) => {
    const { operations } = bench.session();
    await bench.fault('POST', '/v3/transfers/single', { kind: 'drop-before' });
    const { opId } = must(await operations.confirmPayout('form-1', payout)).operation;
    expect(must(await operations.checkNow({ opId })).operation.state).toBe('CHECKING');
    bench.clock.forward(25 * 3_600_000);
    must(await operations.checkNow({ opId }));
    expect((await detail(bench, opId)).operation.state).toBe('NEEDS_PERSON');
  }));
