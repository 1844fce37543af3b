/** Several of one side that are together one of the other: the sales of a day or a branch, or windows that the bank paid in one. */
import type { Grouping } from '../reconciliation.ts';
import { isNear } from './by-amount.ts';
import { sizeOf } from '../../money/money.ts';
import { isPaidAlone, sumOf, type MatchItem, type Pool } from './items.ts';

type Group = { readonly one: MatchItem; readonly several: MatchItem[]; readonly grouping: Grouping };

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
    if (isPaidAlone(item)) continue;
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
  const isSameTime = (line: MatchItem, first: MatchItem | undefined): boolean =>
    first !== undefined &&
    (pool.options.comparison === 'books' ? first.date === line.date : isNear(pool, first, line));
  const proposals: Group[] = [];
  for (const one of pool.open('theirs').filter(isUsable)) {
    const tolerance = pool.options.toleranceOf(one.amount.currency);
    for (const { sum, several } of byCurrency.get(one.amount.currency) ?? [])
      if (sizeOf(sum - one.amount.minor) <= tolerance && isSameTime(one, several[0]))
        proposals.push({ one, several, grouping });
  }
  accept(pool, proposals);
}

export function matchByDay(pool: Pool): void {
  if (pool.options.comparison === 'sales') return;
  for (const kind of DAYS) byDay(pool, kind);
}

const SHORTEST_NAME = 5;
const plain = (text: string) => text.toUpperCase();

/** Of a bank: lines whose text names a window, by its id or its bank reference, or an early payout; several are parts of what it brings. */
export function matchByName(pool: Pool): void {
  if (pool.options.comparison !== 'bank') return;
  const lines = pool
    .open('theirs')
    .filter(isUsable)
    .map((line) => ({ line, text: ` ${plain(`${line.reference ?? ''} ${line.text}`)} ` }));
  const proposals: Group[] = [];
  for (const one of pool.open('ours').filter(isUsable)) {
    const names = [one.itemId, one.reference ?? '']
      .map(plain)
      .filter(({ length }) => length >= SHORTEST_NAME);
    const several = lines
      .filter(({ line }) => line.amount.currency === one.amount.currency)
      .filter(({ text }) => names.some((name) => isNamed(text, name)))
      .map(({ line }) => line);
    const tolerance = pool.options.toleranceOf(one.amount.currency);
    if (several.length > 0 && sizeOf(sumOf(several) - one.amount.minor) <= tolerance)
      proposals.push({ one, several, grouping: 'window' });
  }
  accept(pool, proposals);
}

/** As a word of its own: SW-1 is not in SW-12. */
function isNamed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ') && !/[\p{L}\p{N}]/u.test(text[at + name.length] ?? ' '))
      return true;
  return false;
}
