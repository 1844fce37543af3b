import { expect, it } from 'vitest';
import { runningOf, settledBefore } from '#renderer/features/reconciliation/running.ts';

const egp = (minor: bigint) => ({ amount: { minor, currency: 'EGP' } });
const tolerance = [{ minor: 50n, currency: 'EGP' }];

it('nothing picked has no difference', () => {
  expect(runningOf([], [], tolerance)).toEqual({
    ours: { count: 0, sums: [] },
    theirs: { count: 0, sums: [] },
    difference: null,
    mixed: false,
    needsRemark: false,
    withinTolerance: false,
  });
});

it('the difference is theirs less ours, after each pick', () => {
  expect(runningOf([egp(12_050n)], [], tolerance).difference).toEqual({ minor: -12_050n, currency: 'EGP' });
  expect(runningOf([egp(12_050n)], [egp(10_000n)], tolerance).difference?.minor).toBe(-2_050n);
  expect(runningOf([egp(12_050n)], [egp(10_000n), egp(2_050n)], tolerance).difference?.minor).toBe(0n);
});

it('one to many and many to one count the members of both sides', () => {
  const { ours, theirs } = runningOf([egp(100n), egp(200n), egp(300n)], [egp(600n)], []);
  expect([ours.count, theirs.count]).toEqual([3, 1]);
  expect(ours.sums).toEqual([{ minor: 600n, currency: 'EGP' }]);
});

it('what gives money back lowers the sum of its side', () => {
  expect(runningOf([egp(5_000n), egp(-1_000n)], [egp(4_000n)], []).difference?.minor).toBe(0n);
});

it('one side alone is whole when its picks cancel out', () => {
  const running = runningOf([egp(5_000n), egp(-5_000n)], [], []);
  expect(running.difference?.minor).toBe(0n);
  expect(running.needsRemark).toBe(false);
});

it('a remark is needed for every difference, also for one within tolerance', () => {
  const near = runningOf([egp(1_000n)], [egp(1_050n)], tolerance);
  expect([near.needsRemark, near.withinTolerance]).toEqual([true, true]);
  const far = runningOf([egp(1_000n)], [egp(949n)], tolerance);
  expect([far.needsRemark, far.withinTolerance]).toEqual([true, false]);
  expect(runningOf([egp(1_000n)], [egp(1_001n)], []).withinTolerance).toBe(false);
});

it('two currencies have no difference', () => {
  const running = runningOf([egp(1_000n)], [{ amount: { minor: 1_000n, currency: 'USD' } }], tolerance);
  expect(running.difference).toBeNull();
  expect(running.mixed).toBe(true);
});

it('amounts beyond what a float holds are added exactly', () => {
  const { difference } = runningOf([egp(9_007_199_254_740_993n)], [egp(9_007_199_254_740_994n)], []);
  expect(difference?.minor).toBe(1n);
});

it('a settlement before the sale was closed is told with both days', () => {
  const sale = { date: '2026-11-28' };
  expect(settledBefore([sale], [{ date: '2026-11-15' }])).toEqual({
    settled: '2026-11-15',
    closed: '2026-11-28',
  });
  expect(settledBefore([sale], [{ date: '2026-11-28' }, { date: '2026-11-29' }])).toBeNull();
  expect(settledBefore([sale], [{ date: null }])).toBeNull();
  expect(settledBefore([], [{ date: '2026-11-15' }])).toBeNull();
});
