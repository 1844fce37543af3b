/**
 * Matches an amount with a few items near it that add up to it exactly, if only one choice of items does. The search is bounded:
 * what it does not reach is left to people.
 */
import { accept } from './by-group.ts';
import { isNear } from './by-amount.ts';
import { dayNumberOf } from '../../time/business-days.ts';
import type { Side } from '../reconciliation.ts';
import { isPaidAlone, type MatchItem, type Pool } from './items.ts';

const MOST_NEAR = 60;
const MOST_PARTS = 50;
/** Sums that are kept at once; with more of them one that fits is a coincidence. */
const MOST_SUMS = 20_000;
const MOST_SEARCHED = 2_000;
/** How many choices of as many parts may make the amount by chance: of what nothing else speaks for, and of what is named. */
const CHANCE = { 2: 0.02, 1: 0.2 } as const;

type Step = { readonly ways: number; readonly item: MatchItem | null; readonly before: Step | null };
const START: Step = { ways: 1, item: null, before: null };

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** How many choices of `parts` of `count` there are. */
function choices(count: number, parts: number): number {
  let result = 1;
  for (let at = 0; at < Math.min(parts, count - parts); at += 1) result = (result * (count - at)) / (at + 1);
  return result;
}

/** Every sum of some of them up to `wanted` from which it can still be reached, with how many ways lead there. */
function sumsOf(items: readonly MatchItem[], wanted: number): Map<number, Step> | null {
  const sizes = items.map(({ amount }) => Math.abs(Number(amount.minor)));
  let left = sizes.reduce((sum, size) => sum + size, 0);
  let sums = new Map<number, Step>([[0, START]]);
  for (const [at, item] of items.entries()) {
    const size = sizes[at] ?? 0;
    left -= size;
    const next = new Map<number, Step>();
    const reach = (sum: number, step: Step): void => {
      if (sum > wanted || sum + left < wanted) return;
      const known = next.get(sum);
      next.set(sum, known ? { ...known, ways: Math.min(2, known.ways + step.ways) } : step);
    };
    for (const [sum, step] of sums) {
      reach(sum, step);
      reach(sum + size, { ways: step.ways, item, before: step });
    }
    if (next.size > MOST_SUMS) return null;
    sums = next;
  }
  return sums;
}

/** The only choice of `fewest` to 50 of them that sums to `wanted`; null if there is none, more than one, or too many to say. */
export function onlySum(items: readonly MatchItem[], wanted: bigint, fewest: 1 | 2): MatchItem[] | null {
  const target = Math.abs(Number(wanted));
  if (!Number.isSafeInteger(target)) return null;
  const sorted = items.toSorted(
    (a, b) => Math.abs(Number(b.amount.minor)) - Math.abs(Number(a.amount.minor)),
  );
  const end = sumsOf(sorted, target)?.get(target);
  if (end?.ways !== 1) return null;
  const chosen: MatchItem[] = [];
  for (let step: Step | null = end; step; step = step.before) if (step.item) chosen.push(step.item);
  if (chosen.length < fewest || chosen.length > MOST_PARTS) return null;
  const unit = sorted.reduce((found, { amount }) => gcd(found, Math.abs(Number(amount.minor))), 0);
  const chance = ((choices(items.length, chosen.length) - 1) * unit) / target;
  return chance <= CHANCE[fewest] ? chosen : null;
}

/** Parts have the sign of the whole, and are smaller. */
const mayBePart = (part: MatchItem, whole: MatchItem): boolean => {
  const [a, b] = [part.amount.minor, whole.amount.minor];
  return b > 0n ? a > 0n && a < b : a < 0n && a > b;
};

/** Calendar days that the business days can take at most here. */
const CALENDAR_DAYS = 31;

function search(pool: Pool, side: Side): void {
  const usable = (item: MatchItem) => item.action !== 'unknown' && item.date !== null && !pool.isHeld(item);
  const wholes = pool.open(side).filter(usable);
  // Beyond that it would be a search among thousands, where a sum is a coincidence.
  if (wholes.length > MOST_SEARCHED) return;
  /** By currency and day, so that only the days around a whole are looked at. */
  const parts = new Map<string, MatchItem[]>();
  for (const part of pool.open(side === 'ours' ? 'theirs' : 'ours').filter(usable)) {
    if (isPaidAlone(part)) continue;
    const key = `${part.amount.currency} ${dayNumberOf(part.date ?? '')}`;
    const known = parts.get(key);
    if (known) known.push(part);
    else parts.set(key, [part]);
  }
  const proposals = wholes.flatMap((one) => {
    const near: MatchItem[] = [];
    const day = dayNumberOf(one.date ?? '');
    for (let at = day - CALENDAR_DAYS; at <= day + CALENDAR_DAYS; at += 1)
      for (const part of parts.get(`${one.amount.currency} ${at}`) ?? []) {
        if (!mayBePart(part, one) || !isNear(pool, part, one)) continue;
        near.push(part);
        if (near.length > MOST_NEAR) return [];
      }
    const several = onlySum(near, one.amount.minor, 2);
    return several ? [{ one, several, grouping: 'sum' as const }] : [];
  });
  accept(pool, proposals);
}

export function matchBySum(pool: Pool): void {
  if (pool.options.comparison === 'sales') return;
  search(pool, 'theirs');
  search(pool, 'ours');
}
