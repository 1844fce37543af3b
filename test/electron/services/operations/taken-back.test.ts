/** Reads and claims take their time between an agreement and its movement: what does not hold any more by then sends nothing. */
import { expect, it } from 'vitest';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { aSale, codeOf, detail, must, readUntilAbsent, reverse, withBench } from './harness.ts';

const PATH = '/v3/payment/reversal';

/** Another PC decided it, and takes it back before the movement is committed. */
const takenBack = () => {
  let asked = 0;
  const faultNow = async (): Promise<AppError> => {
    asked += 1;
    return peopleError('decision-taken-back', { by: 'Farid' });
  };
  const by = 'Farid (Office)';
  return { approval: { by, approvedBy: by, requestedBy: 'mona', faultNow }, asked: () => asked };
};

it('a movement whose approval was taken back meanwhile is neither recorded nor sent', () =>
  withBench(async (bench) => {
    const { rowId, typed } = await aSale(bench);
    const { operations } = bench.session();
    const { preparationId } = must(await operations.prepareReversal({ rowId }));
    const form = { preparationId, reason: 'duplicate' as const, note: '', typedAmount: typed };
    const { approval, asked } = takenBack();
    expect(codeOf(await operations.confirmReversal(form, approval))).toBe('decision-taken-back');
    expect(asked()).toBe(1);
    expect(await bench.received('PUT', PATH)).toBe(0);
    expect(await operations.counts()).toEqual({ open: 0, unknown: 0 });
  }));

it('a sending-again whose approval was taken back while the terminal was read sends nothing', () =>
  withBench(async (bench) => {
    const sale = await aSale(bench);
    await bench.fault('PUT', PATH, { kind: 'drop-before' });
    const { opId } = await reverse(bench, sale);
    await readUntilAbsent(bench, opId);
    const { operations } = bench.session();
    const again = { opId, retyped: sale.typed };
    expect(codeOf(await operations.sendAgain(again, takenBack().approval))).toBe('decision-taken-back');
    expect((await detail(bench, opId)).operation).toMatchObject({ state: 'ABSENT', attemptNo: 1 });
    expect(await bench.received('PUT', PATH)).toBe(1);
    expect(must(await operations.sendAgain(again)).operation.state).toBe('SUCCEEDED');
  }));
