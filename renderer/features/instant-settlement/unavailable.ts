/** Why nothing can be paid early now, the exact cause; null if it can. Pure. */
import type { OutputOf } from '#shared/contract/index.ts';
import { limitBroken, type LimitBreach } from '#shared/domain/early-cost.ts';
import type { Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { freshnessOf } from '#shared/time/freshness.ts';

type Overview = OutputOf<'instantSettlement.overview'>;

export type Unavailable =
  | { readonly why: 'offline' | 'stale' | 'nothing-eligible' }
  | { readonly why: 'permission-missing'; readonly permission: string }
  | { readonly why: 'feature-off'; readonly feature: string }
  | { readonly why: 'limit-reached'; readonly limit: Money | null }
  | { readonly why: 'below-minimum'; readonly limit: Money }
  /** Another refusal of the gateway: it has its own words. */
  | { readonly why: 'refused'; readonly error: NonNullable<Overview['unavailable']> };

function refused(error: NonNullable<Overview['unavailable']>): Unavailable {
  const { permission = '', feature = '' } = error.params;
  if (error.code === 'permission-missing') return { why: error.code, permission: String(permission) };
  if (error.code === 'feature-off') return { why: error.code, feature: String(feature) };
  return { why: 'refused', error };
}

export function unavailableNow(
  overview: Overview,
  { offline, nowMs }: { offline: boolean; nowMs: number },
): Unavailable | null {
  const { unavailable, eligibleCount, eligibleTotals, limits, read } = overview;
  if (offline) return { why: 'offline' };
  if (unavailable) return refused(unavailable);
  // Before the first reading nothing is known: the page reads at once, and its head says so where that fails.
  if (read.readAtMs === null) return null;
  if (freshnessOf(read.readAtMs, nowMs) === 'saved-copy') return { why: 'stale' };
  if (eligibleCount === 0) return { why: 'nothing-eligible' };
  if (limits?.remainingToday && limits.remainingToday.minor <= 0n)
    return { why: 'limit-reached', limit: limits.daily };
  const [total] = eligibleTotals;
  const minimum = limits?.minimum;
  if (eligibleTotals.length === 1 && total && minimum && limitBroken(total, limits)?.which === 'minimum')
    return { why: 'below-minimum', limit: minimum };
  return null;
}

export type TargetProblem =
  | { readonly what: 'not-understood' }
  | { readonly what: 'over-limit'; readonly broken: LimitBreach }
  | { readonly what: 'more-than-eligible'; readonly eligible: Money };

/** What is wrong with the amount as it is typed; null while it is empty or good. */
export function targetProblem(typed: string, { eligibleTotals, limits }: Overview): TargetProblem | null {
  const [eligible] = eligibleTotals;
  if (typed.trim() === '' || !eligible) return null;
  const amount = typedAmount(typed, eligible.currency);
  if (amount === null || amount.minor <= 0n) return { what: 'not-understood' };
  const broken = limitBroken(amount, limits);
  if (broken) return { what: 'over-limit', broken };
  return amount.minor > eligible.minor ? { what: 'more-than-eligible', eligible } : null;
}
