/** Rules that go by an id: the same order or reference. Exact amounts first, then within tolerance, then several against one. */
import { sizeOf } from '../../money/money.ts';
import type { ExceptionType } from '../reconciliation.ts';
import { byMinor, isOnlyByOrder, isPaidAlone, mayBeOne, sumOf, type MatchItem, type Pool } from './items.ts';

type IdKey = 'orderId' | 'reference';
const ruleOf = { orderId: 'order-id', reference: 'reference' } as const;
type Both = { ours: MatchItem[]; theirs: MatchItem[] };

/** By the value of the key; only where both sides have it. */
function groupsOf(pool: Pool, key: IdKey, nameOf: (item: MatchItem) => string): Both[] {
  const groups = new Map<string, Both>();
  for (const side of ['ours', 'theirs'] as const)
    for (const item of pool.open(side)) {
      const value = item[key];
      if (value === null || value === '' || item.action === 'unknown') continue;
      if (key === 'reference' && isOnlyByOrder(pool.options, item)) continue;
      const name = `${nameOf(item)} ${value}`;
      const group = groups.get(name) ?? { ours: [], theirs: [] };
      group[side].push(item);
      groups.set(name, group);
    }
  return [...groups.values()].filter(({ ours, theirs }) => ours.length > 0 && theirs.length > 0);
}

/** The fault of a pair whose amounts agree; null if there is none. */
function flawOf({ options }: Pool, ours: MatchItem, theirs: MatchItem): ExceptionType | null {
  const { comparison, days, settlementDays, isFeeUsual } = options;
  if (comparison !== 'sales') return null;
  if (!isFeeUsual(theirs)) return 'fee-unexpected';
  if (ours.date === null || theirs.date === null) return null;
  return days.between(ours.date, theirs.date) > settlementDays ? 'late' : null;
}

function pair(pool: Pool, key: IdKey, ours: MatchItem, theirs: MatchItem): void {
  const type = flawOf(pool, ours, theirs);
  if (type) pool.except({ type, ours, theirs: [theirs] });
  else pool.match({ rule: ruleOf[key], grouping: null, ours: [ours], theirs: [theirs] });
}

/** How many of equal amounts are looked at for one that may be the same sale. */
const MOST_LOOKED_AT = 50;

function exactPairs(pool: Pool, key: IdKey, { ours, theirs }: Both): void {
  const byAmount = new Map<bigint, MatchItem[]>();
  for (const item of theirs) {
    const equal = byAmount.get(item.amount.minor);
    if (equal) equal.push(item);
    else byAmount.set(item.amount.minor, [item]);
  }
  for (const one of ours) {
    const equal = byAmount.get(one.amount.minor) ?? [];
    const at = equal
      .slice(0, MOST_LOOKED_AT)
      .findIndex((other) => mayBeOne(pool.options.comparison, one, other));
    const other = equal[at];
    if (!other) continue;
    equal.splice(at, 1);
    pair(pool, key, one, other);
  }
}

/** Both from the smallest amount up: what is too far apart is left. */
function nearPairs(pool: Pool, key: IdKey, group: Both): void {
  const ours = group.ours.filter(pool.isOpen).sort(byMinor);
  const theirs = group.theirs.filter(pool.isOpen).sort(byMinor);
  for (let i = 0, j = 0; i < ours.length && j < theirs.length;) {
    const [one, other] = [ours[i], theirs[j]];
    if (!one || !other) return;
    const difference = other.amount.minor - one.amount.minor;
    if (
      sizeOf(difference) <= pool.options.toleranceOf(one.amount.currency) &&
      mayBeOne(pool.options.comparison, one, other)
    ) {
      pair(pool, key, one, other);
      i += 1;
      j += 1;
    } else if (difference < 0n) j += 1;
    else i += 1;
  }
}

function severalAgainstOne(pool: Pool, key: IdKey, group: Both): void {
  const ours = group.ours.filter(pool.isOpen);
  const theirs = group.theirs.filter(pool.isOpen);
  const [one, other] = [ours[0], theirs[0]];
  if (!one || !other || ours.length + theirs.length < 3 || (ours.length > 1 && theirs.length > 1)) return;
  if (ours.length > 1 && ours.some(isPaidAlone)) return;
  const { comparison, toleranceOf } = pool.options;
  if (sizeOf(sumOf(theirs) - sumOf(ours)) > toleranceOf(one.amount.currency)) return;
  const pairs = ours.flatMap((a) => theirs.map((b) => [a, b] as const));
  if (pairs.every(([a, b]) => mayBeOne(comparison, a, b)))
    pool.match({ rule: 'one-to-many', grouping: ruleOf[key], ours, theirs });
}

export function matchByKey(pool: Pool, key: IdKey): void {
  const groups = groupsOf(pool, key, ({ amount }) => amount.currency);
  for (const step of [exactPairs, nearPairs, severalAgainstOne])
    for (const group of groups) step(pool, key, group);
}

const signOf = ({ amount }: MatchItem) => (amount.minor < 0n ? '-' : '+');

function differing(pool: Pool, key: IdKey, { ours, theirs }: Both): void {
  const [first] = ours;
  const rest = theirs.filter((item) => ours.every((one) => mayBeOne(pool.options.comparison, one, item)));
  if (!first || rest.length === 0) return;
  const typeOf = (one: MatchItem, others: readonly MatchItem[]): ExceptionType =>
    sumOf(others) > one.amount.minor ? 'amount-over' : 'amount-under';
  if (ours.length === 1) return pool.except({ type: typeOf(first, rest), ours: first, theirs: rest });
  const sorted = { ours: [...ours].sort(byMinor), theirs: rest.sort(byMinor) };
  for (const [at, one] of sorted.ours.entries()) {
    const other = sorted.theirs[at];
    if (!other) return;
    if (one.amount.minor === other.amount.minor) pair(pool, key, one, other);
    else pool.except({ type: typeOf(one, [other]), ours: one, theirs: [other] });
  }
}

/** Pairs of the same id that are no match: another amount, or another currency. */
export function exceptByKey(pool: Pool, key: IdKey): void {
  for (const group of groupsOf(pool, key, (item) => `${item.amount.currency} ${signOf(item)}`))
    differing(pool, key, group);
  for (const { ours, theirs } of groupsOf(pool, key, signOf))
    for (const [at, one] of ours.entries()) {
      const other = theirs[at];
      if (
        other &&
        one.amount.currency !== other.amount.currency &&
        mayBeOne(pool.options.comparison, one, other)
      )
        pool.except({ type: 'currency', ours: one, theirs: [other] });
    }
}

/** What is there once more: one of the same id and amount is matched, or has an exception of its own. */
export function exceptTwice(pool: Pool, key: IdKey): void {
  for (const side of ['ours', 'theirs'] as const) {
    const known = new Map<string, MatchItem>();
    const nameOf = ({ amount, ...item }: MatchItem) => `${amount.currency} ${amount.minor} ${item[key]}`;
    for (const item of pool.all[side])
      if (item[key] !== null && item[key] !== '' && !pool.isOpen(item)) known.set(nameOf(item), item);
    for (const item of pool.open(side)) {
      if (key === 'reference' && isOnlyByOrder(pool.options, item)) continue;
      const first = item[key] === null || item[key] === '' ? undefined : known.get(nameOf(item));
      if (!first || item.action === 'unknown' || !mayBeOne(pool.options.comparison, first, item)) continue;
      pool.except({
        type: 'duplicate',
        ours: side === 'ours' ? item : null,
        theirs: side === 'theirs' ? [item] : [],
      });
    }
  }
}
