/** The cost of early money, compared with waiting for it. Pure. Shares and days are for showing, never for money. */
import { shareInBasisPoints, type Money } from '../money/money.ts';

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365n;

/** A sale of an offer: what it would pay anyway, and when; null if the gateway does not say. */
type WaitingSale = { readonly net: Money | null; readonly freeAtMs: number | null };

type EarlyCost = {
  /**
   * How much earlier the money comes, a tenth of a day being 1, weighed by the amounts; null if no sale says when it is
   * paid.
   */
  readonly daysSoonerTenths: number | null;
  /** The fees for each of these days. */
  readonly costPerDay: Money | null;
  /** The fees as a yearly rate on what would come anyway: what a loan would have to cost to be as dear. */
  readonly yearlyBasisPoints: number | null;
};

/** Banks count whole days: what would be paid tomorrow morning is one day away. */
const daysUntil = (atMs: number, nowMs: number): bigint =>
  BigInt(Math.max(1, Math.ceil((atMs - nowMs) / DAY_MS)));
const divided = (a: bigint, b: bigint): bigint => (2n * a + b) / (2n * b);

export function earlyCostOf(
  { totalFees, totalNet }: { readonly totalFees: Money; readonly totalNet: Money },
  sales: readonly WaitingSale[],
  nowMs: number,
): EarlyCost {
  let weight = 0n;
  let weighed = 0n;
  for (const { net, freeAtMs } of sales) {
    if (freeAtMs === null || net === null || net.minor <= 0n) continue;
    weight += net.minor;
    weighed += net.minor * daysUntil(freeAtMs, nowMs);
  }
  if (weight === 0n) return { daysSoonerTenths: null, costPerDay: null, yearlyBasisPoints: null };
  const tenths = divided(weighed * 10n, weight);
  const costPerDay = { ...totalFees, minor: divided(totalFees.minor * 10n, tenths) };
  return {
    daysSoonerTenths: Number(tenths),
    costPerDay,
    yearlyBasisPoints: shareInBasisPoints({ ...costPerDay, minor: costPerDay.minor * YEAR_DAYS }, totalNet),
  };
}

type InstantLimits = {
  readonly perRequest: Money | null;
  readonly remainingToday: Money | null;
  readonly minimum: Money | null;
};
export type LimitBreach = { readonly which: 'minimum' | 'request' | 'day'; readonly limit: Money };

/** Which limit an amount breaks, the nearest one first; null if it keeps to all that the gateway told. */
export function limitBroken(amount: Money, limits: InstantLimits | null): LimitBreach | null {
  if (limits === null) return null;
  const of = (limit: Money | null) => (limit?.currency === amount.currency ? limit : null);
  const minimum = of(limits.minimum);
  const day = of(limits.remainingToday);
  const request = of(limits.perRequest);
  if (minimum && amount.minor < minimum.minor) return { which: 'minimum', limit: minimum };
  const dayIsNearer = day !== null && (request === null || day.minor < request.minor);
  if (dayIsNearer && amount.minor > day.minor) return { which: 'day', limit: day };
  if (request && amount.minor > request.minor) return { which: 'request', limit: request };
  return null;
}
