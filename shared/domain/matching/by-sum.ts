/**
 * Matches an amount with a few items near it that add up to it exactly, if only one choice of items does. The search is bounded:
 * what it does not reach is left to people.
 */
import { accept, type Group } from './by-group.ts';
import { isNear } from './by-amount.ts';
import { dayNumberOf } from '../../time/business-days.ts';
import type { Side } from '../reconciliation.ts';
import { isPaidAlone, type MatchItem, type Pool } from './items.ts';
import { effort, onlySum } from './only-sum.ts';

const MOST_NEAR = 60;
const MOST_SEARCHED = 2_000;

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
  const nearOf = (one: MatchItem): MatchItem[] => {
    const near: MatchItem[] = [];
    const day = dayNumberOf(one.date ?? '');
    for (let at = day - CALENDAR_DAYS; at <= day + CALENDAR_DAYS; at += 1)
      for (const part of parts.get(`${one.amount.currency} ${at}`) ?? []) {
        if (!mayBePart(part, one) || !isNear(pool, part, one)) continue;
        near.push(part);
        if (near.length > MOST_NEAR) return [];
      }
    return near;
  };
  const work = effort();
  // The few choices first: those of many may use up what is left of the effort.
  const proposals = wholes
    .map((one) => ({ one, near: nearOf(one) }))
    .filter(({ near }) => near.length > 1)
    .sort((a, b) => a.near.length - b.near.length)
    .flatMap(({ one, near }): Group[] => {
      const several = onlySum(near, one.amount.minor, 2, work);
      return several ? [{ one, several, grouping: 'sum' }] : [];
    });
  accept(pool, proposals);
}

export function matchBySum(pool: Pool): void {
  if (pool.options.comparison === 'sales') return;
  search(pool, 'theirs');
  search(pool, 'ours');
}
