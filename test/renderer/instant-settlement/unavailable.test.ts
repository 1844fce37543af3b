import { expect, it } from 'vitest';
import { targetProblem, unavailableNow } from '#renderer/features/instant-settlement/unavailable.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { gatewayError } from '#shared/errors/app-error.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const NOW = Date.UTC(2026, 10, 17, 10);
const overview: OutputOf<'instantSettlement.overview'> = {
  read: { readAtMs: NOW - 1_000, lastError: null },
  unavailable: null,
  eligibleCount: 3,
  eligibleTotals: [egp(50_000n)],
  eligibleNets: [egp(48_800n)],
  limits: {
    minimum: egp(1_000n),
    perRequest: egp(20_000n),
    daily: egp(90_000n),
    usedToday: egp(60_000n),
    remainingToday: egp(30_000n),
  },
  balances: null,
  branches: [],
};
const here = { offline: false, nowMs: NOW };
const why = (changes: Partial<typeof overview>, where = here) =>
  unavailableNow({ ...overview, ...changes }, where)?.why ?? null;

it('every cause is its own', () => {
  expect(why({})).toBeNull();
  expect(why({}, { ...here, offline: true })).toBe('offline');
  expect(why({}, { ...here, nowMs: NOW + 31 * 60_000 })).toBe('stale');
  expect(why({ eligibleCount: 0, eligibleTotals: [] })).toBe('nothing-eligible');
  const { limits } = overview;
  expect(why({ limits: limits && { ...limits, remainingToday: egp(0n) } })).toBe('limit-reached');
  expect(why({ eligibleTotals: [egp(999n)] })).toBe('below-minimum');
  expect(why({ unavailable: gatewayError('key-refused') })).toBe('refused');
  expect(
    unavailableNow(
      { ...overview, unavailable: gatewayError('permission-missing', { permission: 'a.view_b' }) },
      here,
    ),
  ).toEqual({ why: 'permission-missing', permission: 'a.view_b' });
  expect(
    unavailableNow({ ...overview, unavailable: gatewayError('feature-off', { feature: 'f_x' }) }, here),
  ).toEqual({ why: 'feature-off', feature: 'f_x' });
  expect(why({ read: { readAtMs: null, lastError: null }, eligibleCount: 0 })).toBeNull();
});

it('what is wrong with an amount is said while it is typed', () => {
  expect(targetProblem('', overview)).toBeNull();
  expect(targetProblem('١٠٠٫٥٠', overview)).toBeNull();
  expect(targetProblem('much', overview)).toEqual({ what: 'not-understood' });
  expect(targetProblem('-5', overview)).toEqual({ what: 'not-understood' });
  expect(targetProblem('200.01', overview)).toMatchObject({ broken: { which: 'request' } });
  expect(targetProblem('9.99', overview)).toMatchObject({ broken: { which: 'minimum' } });
  const free = { ...overview, limits: null };
  expect(targetProblem('500.01', free)).toEqual({ what: 'more-than-eligible', eligible: egp(50_000n) });
  const little = {
    ...overview,
    limits: overview.limits && { ...overview.limits, remainingToday: egp(10_000n) },
  };
  expect(targetProblem('100.01', little)).toMatchObject({ broken: { which: 'day' } });
});
