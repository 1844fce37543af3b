/** The rule of amount and date: if there is exactly one choice on both sides, and no id says otherwise. */
import { dayNumberOf } from '../../time/business-days.ts';
import { sizeOf } from '../../money/money.ts';
import { isOnlyByOrder, mayBeOne, type MatchItem, type Pool } from './items.ts';

/** With more in reach than this it is not clear which one it is. */
const MOST_IN_REACH = 200;

/** A bank may book a day before the window's, where days end at other hours; it does not pay before there is anything to pay. */
export const EARLIEST_AT_BANK = -1;

/** Two business days apart or less, whichever is first; at a bank the line comes after the window. */
export function isNear({ options }: Pool, a: MatchItem, b: MatchItem): boolean {
  if (a.date === null || b.date === null) return false;
  const [from, to] = a.side === 'ours' ? [a.date, b.date] : [b.date, a.date];
  const days = options.days.between(from, to);
  const earliest = options.comparison === 'bank' ? EARLIEST_AT_BANK : -options.settlementDays;
  return days >= earliest && days <= options.settlementDays;
}

const byAmountAndDay = (a: MatchItem, b: MatchItem): number => {
  if (a.amount.minor !== b.amount.minor) return a.amount.minor < b.amount.minor ? -1 : 1;
  return a.date === b.date ? 0 : (a.date ?? '') < (b.date ?? '') ? -1 : 1;
};

/** The first place in a sorted list that is not before it. */
function firstFrom(items: readonly MatchItem[], isBefore: (item: MatchItem) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item && isBefore(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Calendar days that `settlementDays` business days can take at most here; a longer holiday makes no match, and no mistake. */
const CALENDAR_DAYS = 31;

/** The one of the others that it can be; null if there is none, or more than one. */
function onlyChoice(
  pool: Pool,
  item: MatchItem,
  others: readonly MatchItem[],
  within: bigint,
): MatchItem | null {
  const { minor } = item.amount;
  const day = item.date === null ? Number.NaN : dayNumberOf(item.date);
  const start = firstFrom(others, (one) =>
    within === 0n && one.amount.minor === minor
      ? one.date === null || dayNumberOf(one.date) < day - CALENDAR_DAYS
      : one.amount.minor < minor - within,
  );
  let found: MatchItem | null = null;
  for (let at = start; at < others.length; at += 1) {
    const other = others[at];
    if (!other || sizeOf(other.amount.minor - minor) > within) break;
    if (at - start > MOST_IN_REACH) return null;
    if (!isNear(pool, item, other) || !mayBeOne(pool.options.comparison, item, other)) continue;
    if (found) return null;
    found = other;
  }
  return found;
}

function byCurrency({ options, isHeld }: Pool, items: readonly MatchItem[]): Map<string, MatchItem[]> {
  const groups = new Map<string, MatchItem[]>();
  for (const item of items) {
    if (item.date === null || item.action === 'unknown' || isHeld(item) || isOnlyByOrder(options, item))
      continue;
    const group = groups.get(item.amount.currency);
    if (group) group.push(item);
    else groups.set(item.amount.currency, [item]);
  }
  return groups;
}

function pass(pool: Pool, withinOf: (currency: string) => bigint): void {
  const allTheirs = byCurrency(pool, pool.open('theirs'));
  for (const [currency, ours] of byCurrency(pool, pool.open('ours'))) {
    const within = withinOf(currency);
    ours.sort(byAmountAndDay);
    // A bank's lines are many, and few have the amount of a window: only these are sorted.
    const theirs = (allTheirs.get(currency) ?? [])
      .filter(({ amount }) => {
        const near = ours[firstFrom(ours, (one) => one.amount.minor < amount.minor - within)];
        return near !== undefined && near.amount.minor <= amount.minor + within;
      })
      .sort(byAmountAndDay);
    for (const one of ours) {
      const other = onlyChoice(pool, one, theirs, within);
      if (other && onlyChoice(pool, other, ours, within) === one)
        pool.match({ rule: 'amount-date', grouping: null, ours: [one], theirs: [other] });
    }
  }
}

/** Both sides of sales have ids: only one that has none can be found by its amount. */
const canBeFound = (pool: Pool): boolean =>
  pool.options.comparison !== 'sales' ||
  (['ours', 'theirs'] as const).some((side) => pool.open(side).some(({ orderId }) => orderId === null));

export function matchByAmount(pool: Pool): void {
  if (!canBeFound(pool)) return;
  pass(pool, () => 0n);
  pass(pool, pool.options.toleranceOf);
}
