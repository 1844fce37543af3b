/** Rules of a bank that go by names: lines that name a window, and lines that name several or some of what they pay. */
import { dayNumberOf } from '../../time/business-days.ts';
import { sizeOf } from '../../money/money.ts';
import type { ExceptionType } from '../reconciliation.ts';
import { accept, type Group } from './by-group.ts';
import { isPaidAlone, sumOf, type MatchItem, type Pool } from './items.ts';
import type { Habits } from './learnt.ts';
import type { Names } from './names.ts';
import { effort, onlySum } from './only-sum.ts';

const isUsable = ({ action, date }: MatchItem) => action !== 'unknown' && date !== null;
const isSame = (a: MatchItem, b: MatchItem) => a.amount.currency === b.amount.currency;

/** Lines that name one window and make its amount; a line that names several and is their sum. */
export function matchByName(pool: Pool, names: Names): void {
  const proposals: Group[] = [];
  for (const one of pool.open('ours').filter(isUsable)) {
    const several = names
      .linesOf(one)
      .filter((line) => pool.isOpen(line) && isUsable(line) && isSame(line, one));
    const tolerance = pool.options.toleranceOf(one.amount.currency);
    if (several.length > 0 && sizeOf(sumOf(several) - one.amount.minor) <= tolerance)
      proposals.push({ one, several, grouping: 'window' });
    else if (several.length > 1 && several.every(({ amount }) => amount.minor === one.amount.minor))
      // Paid twice: the first is its own. A payment that was taken back is none.
      proposals.push({ one, several: several.slice(0, 1), grouping: 'window' });
  }
  for (const one of pool.open('theirs').filter(isUsable)) {
    const several = names.of(one).ours.filter((item) => pool.isOpen(item) && isUsable(item));
    if (several.length < 2 || several.some(isPaidAlone) || !several.every((item) => isSame(item, one)))
      continue;
    const tolerance = pool.options.toleranceOf(one.amount.currency);
    if (sizeOf(sumOf(several) - one.amount.minor) <= tolerance)
      proposals.push({ one, several, grouping: 'sum' });
  }
  accept(pool, proposals);
}

/** A deposit of several windows names some of them; the others are not older than this at the bank. */
const MOST_DAYS = 14;

/** By currency and day, to look at the few days before a line. */
function byDay(items: readonly MatchItem[]): Map<string, MatchItem[]> {
  const days = new Map<string, MatchItem[]>();
  for (const item of items) {
    const key = `${item.amount.currency} ${dayNumberOf(item.date ?? '')}`;
    const known = days.get(key);
    if (known) known.push(item);
    else days.set(key, [item]);
  }
  return days;
}

/** One deposit for several windows that names some of them, before it is said that it is too much for these. */
export function matchMerged(pool: Pool, names: Names): void {
  const free = pool
    .open('ours')
    .filter((one) => isUsable(one) && !isPaidAlone(one) && !names.linesOf(one).some(pool.isOpen));
  const days = byDay(free);
  const work = effort();
  const proposals: Group[] = [];
  for (const one of pool.open('theirs').filter(isUsable)) {
    const named = names.of(one).ours.filter((item) => pool.isOpen(item) && isUsable(item));
    if (named.length === 0 || named.some((item) => isPaidAlone(item) || !isSame(item, one))) continue;
    const left = one.amount.minor - sumOf(named);
    if (left <= 0n) continue;
    const day = dayNumberOf(one.date ?? '');
    const others: MatchItem[] = [];
    for (let back = 0; back <= MOST_DAYS; back += 1)
      others.push(...(days.get(`${one.amount.currency} ${day - back}`) ?? []));
    const usable = others.filter(({ amount }) => amount.minor > 0n && amount.minor <= left);
    const rest = onlySum(usable, left, 1, work);
    if (rest) proposals.push({ one, several: [...named, ...rest], grouping: 'sum' });
  }
  accept(pool, proposals);
}

/** Keeps lines that name something, and what they name, from being matched by their amount alone: they say what they are. */
export function holdNamed(pool: Pool, names: Names): void {
  const references = new Map(pool.open('ours').map((one) => [one.reference, one]));
  for (const line of pool.open('theirs')) {
    const { ours, cut } = names.of(line);
    const byReference = line.reference === null ? undefined : references.get(line.reference);
    const named = [...ours, ...(cut ? [cut] : []), ...(byReference ? [byReference] : [])];
    if (named.length === 0) continue;
    pool.hold([line, ...named.filter(pool.isOpen)]);
  }
}

/**
 * A line whose payer nobody knows may have the amount of a window by chance (cash at a machine, another customer): no rule takes it
 * for its amount, and it is proposed to people instead. So it is with a line whose match a person took back: the same amount would
 * make that match again.
 */
export function holdUnproven(pool: Pool, habits: Habits): void {
  const isTakenBack = ({ itemId }: MatchItem) => pool.options.takenBack?.has(itemId) === true;
  pool.hold(pool.open('theirs').filter((line) => habits.depositsOf(line) === 0 || isTakenBack(line)));
}

/** What names one window that is open, and has another amount, is one exception of both; of one that is paid, a second payment. */
export function exceptByName(pool: Pool, names: Names): void {
  for (const one of pool.open('ours').filter(isUsable)) {
    const lines = names
      .linesOf(one)
      .filter((line) => pool.isOpen(line) && isUsable(line) && isSame(line, one) && !names.of(line).cut);
    if (lines.length === 0) continue;
    const type: ExceptionType = sumOf(lines) > one.amount.minor ? 'amount-over' : 'amount-under';
    pool.except({ type, ours: one, theirs: lines });
  }
  for (const line of pool.open('theirs').filter(isUsable)) {
    const [only, ...others] = names.of(line).ours;
    if (!only || others.length > 0 || pool.isOpen(only)) continue;
    if (isSame(line, only) && line.amount.minor === only.amount.minor)
      pool.except({ type: 'duplicate', ours: null, theirs: [line] });
  }
}
