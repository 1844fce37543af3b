/** Several of one side that are together one of the other: the sales of a day or a branch, or windows that the bank paid in one. */
import type { Grouping } from '../reconciliation.ts';
import { isNear } from './by-amount.ts';
import { isPaidAlone, sumOf, type MatchItem, type Pool } from './items.ts';

export type Group = { readonly one: MatchItem; readonly several: MatchItem[]; readonly grouping: Grouping };

/** Proposals that have no member in common with another one: of two that contradict each other neither is taken. */
export function accept(pool: Pool, proposals: readonly Group[]): void {
  const claims = new Map<MatchItem, number>();
  for (const { one, several } of proposals)
    for (const item of [one, ...several]) claims.set(item, (claims.get(item) ?? 0) + 1);
  for (const { one, several, grouping } of proposals) {
    if ([one, ...several].some((item) => claims.get(item) !== 1)) continue;
    const [ours, theirs] = one.side === 'ours' ? [[one], several] : [several, [one]];
    if (several.length === 1) pool.match({ rule: 'reference', grouping: null, ours, theirs });
    else pool.match({ rule: 'one-to-many', grouping, ours, theirs });
  }
}

const isUsable = ({ action, date }: MatchItem) => action !== 'unknown' && date !== null;

/** Everything of ours that is open and has the same name, by currency and name. */
function oursBy(pool: Pool, nameOf: (item: MatchItem) => string | null): Map<string, MatchItem[]> {
  const groups = new Map<string, MatchItem[]>();
  for (const item of pool.open('ours').filter(isUsable)) {
    if (isPaidAlone(item) || pool.isHeld(item)) continue;
    const name = nameOf(item);
    if (name === null) continue;
    const key = `${item.amount.currency} ${name}`;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

const DAYS: readonly { grouping: Grouping; nameOf: (item: MatchItem) => string | null }[] = [
  { grouping: 'terminal-day', nameOf: ({ date, terminalId }) => terminalId && `${date} ${terminalId}` },
  { grouping: 'branch-day', nameOf: ({ date, branchName }) => branchName && `${date} ${branchName}` },
  { grouping: 'day', nameOf: ({ date }) => date },
];

/** The first place in sorted sums that is not below. */
function firstFrom(sums: readonly { readonly sum: bigint }[], least: bigint): number {
  let low = 0;
  let high = sums.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle]?.sum ?? 0n) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A line that is the sum of a terminal, a branch or everything of a day. In the books it has the same date, at the bank a near one. */
function byDay(pool: Pool, { grouping, nameOf }: (typeof DAYS)[number]): void {
  const groups = [...oursBy(pool, nameOf).values()].filter((group) => group.length > 1);
  const byCurrency = new Map<string, { sum: bigint; several: MatchItem[] }[]>();
  for (const several of groups) {
    const { currency } = several[0]?.amount ?? { currency: '' };
    const sums = byCurrency.get(currency);
    if (sums) sums.push({ sum: sumOf(several), several });
    else byCurrency.set(currency, [{ sum: sumOf(several), several }]);
  }
  for (const sums of byCurrency.values()) sums.sort((a, b) => (a.sum < b.sum ? -1 : a.sum > b.sum ? 1 : 0));
  const isSameTime = (line: MatchItem, first: MatchItem | undefined): boolean =>
    first !== undefined &&
    (pool.options.comparison === 'books' ? first.date === line.date : isNear(pool, first, line));
  const proposals: Group[] = [];
  for (const one of pool.open('theirs').filter(isUsable)) {
    if (pool.isHeld(one)) continue;
    const tolerance = pool.options.toleranceOf(one.amount.currency);
    const sums = byCurrency.get(one.amount.currency) ?? [];
    for (let at = firstFrom(sums, one.amount.minor - tolerance); at < sums.length; at += 1) {
      const group = sums[at];
      if (!group || group.sum > one.amount.minor + tolerance) break;
      if (isSameTime(one, group.several[0])) proposals.push({ one, several: group.several, grouping });
    }
  }
  accept(pool, proposals);
}

export function matchByDay(pool: Pool): void {
  if (pool.options.comparison === 'sales') return;
  for (const kind of DAYS) byDay(pool, kind);
}
