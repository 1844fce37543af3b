import { expect, it } from 'vitest';
import { earlyCostOf, limitBroken } from '#shared/domain/early-cost.ts';

const egp = (minor: bigint) => ({ minor, currency: 'EGP' });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.UTC(2026, 10, 17, 10);

it('the fees are spread over the days that the money comes sooner, and told as a yearly rate', () => {
  const cost = earlyCostOf(
    { totalFees: egp(9_850n), totalNet: egp(490_000n) },
    [{ net: egp(490_000n), freeAtMs: now + 4 * DAY }],
    now,
  );
  expect(cost).toEqual({ daysSoonerTenths: 40, costPerDay: egp(2_463n), yearlyBasisPoints: 18_347 });
});

it('what would be paid tomorrow morning is one day away', () => {
  const cost = earlyCostOf(
    { totalFees: egp(100n), totalNet: egp(10_000n) },
    [{ net: egp(10_000n), freeAtMs: now + 13 * HOUR }],
    now,
  );
  expect(cost).toMatchObject({ daysSoonerTenths: 10, costPerDay: egp(100n) });
});

it('days are weighed by the amounts', () => {
  const cost = earlyCostOf(
    { totalFees: egp(300n), totalNet: egp(40_000n) },
    [
      { net: egp(30_000n), freeAtMs: now + DAY },
      { net: egp(10_000n), freeAtMs: now + 3 * DAY },
    ],
    now,
  );
  expect(cost).toMatchObject({ daysSoonerTenths: 15, costPerDay: egp(200n) });
});

it('where no sale says when it would be paid, no day has a price', () => {
  const nothing = { daysSoonerTenths: null, costPerDay: null, yearlyBasisPoints: null };
  const fees = { totalFees: egp(300n), totalNet: egp(40_000n) };
  expect(earlyCostOf(fees, [{ net: egp(5n), freeAtMs: null }], now)).toEqual(nothing);
  expect(earlyCostOf(fees, [{ net: egp(-5n), freeAtMs: now + DAY }], now)).toEqual(nothing);
  expect(earlyCostOf(fees, [], now)).toEqual(nothing);
});

it('the nearest limit is the one that is named', () => {
  const limits = { perRequest: egp(10_000n), remainingToday: egp(25_000n), minimum: egp(500n) };
  expect(limitBroken(egp(10_000n), limits)).toBeNull();
  expect(limitBroken(egp(10_001n), limits)).toEqual({ which: 'request', limit: egp(10_000n) });
  expect(limitBroken(egp(499n), limits)).toEqual({ which: 'minimum', limit: egp(500n) });
  const little = { ...limits, remainingToday: egp(9_000n) };
  expect(limitBroken(egp(9_001n), little)).toEqual({ which: 'day', limit: egp(9_000n) });
  expect(limitBroken({ minor: 99_999n, currency: 'USD' }, limits)).toBeNull();
  expect(limitBroken(egp(99_999n), null)).toBeNull();
  expect(limitBroken(egp(99_999n), { perRequest: null, remainingToday: null, minimum: null })).toBeNull();
});
