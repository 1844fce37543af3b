/** What the rows of the board come to, and their order. Pure. */
import type { BoardBranch, BoardDay, BoardSum } from '#shared/contract/head-office.ts';
import { BOARD_WHOLE, isLateDay, MOST_LATE_NAMED } from '#shared/domain/head-office.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';

type Row = Pick<BoardBranch, 'branchKey' | 'branchName' | 'today' | 'days' | 'openBefore' | 'now' | 'isGone'>;
/** How a branch stands over its days: counted once, when its row is made. */
type Judged = { readonly isLate: boolean; readonly isUnheard: boolean; readonly isClosedToday: boolean };

const lateDays = ({ days, today }: Row): BoardDay[] => days.filter((day) => isLateDay(day, today));

/** A day that is open from before the first day of the board is late, too. */
export const judgedOf = ({ days, today, openBefore, isGone }: Row): Judged => ({
  isLate: openBefore.length > 0 || days.some((day) => isLateDay(day, today)),
  // A day that is over of which no PC told how it ended, though one could.
  isUnheard: !isGone && days.some(({ state, businessDate }) => state === 'unheard' && businessDate < today),
  isClosedToday: days.some(({ state, businessDate }) => state === 'closed' && businessDate === today),
});

function lateNamed(late: readonly Row[]): BoardSum['lateNamed'] {
  if (late.length > MOST_LATE_NAMED) return [];
  return late.map((row) => {
    const { branchKey, branchName, openBefore } = row;
    const days = lateDays(row);
    const first = days[0]?.businessDate ?? null;
    const isOlder = openBefore.length > 0;
    return {
      branchKey,
      branchName,
      days: openBefore.length + days.length,
      // Late on the first day of the board, or before it: nobody knows here since when.
      since: isOlder || first === row.days[0]?.businessDate ? null : first,
      // Days before the board are only asked for a final Z, not for a provisional one.
      provisional: !isOlder && days.every(({ state }) => state === 'provisional'),
    };
  });
}

/** `rows`: in their order. */
export function sumOf(rows: readonly (Row & Judged)[]): BoardSum {
  const nows = rows.flatMap(({ now }) => now ?? []);
  const count = (of: (now: (typeof nows)[number]) => number) => nows.reduce((sum, now) => sum + of(now), 0);
  const late = rows.filter(({ isLate }) => isLate);
  return {
    branches: rows.length,
    closedToday: rows.filter(({ isClosedToday }) => isClosedToday).length,
    late: late.length,
    unheard: rows.filter(({ isUnheard }) => isUnheard).length,
    outstandingCount: count((now) => now.outstandingCount),
    outstanding: addTotals(nows.map((now) => now.outstanding)),
    notSummed: addTotals(nows.map((now) => now.notSummed)),
    notRead: count((now) => now.notRead),
    terminals: count((now) => now.terminalCount),
    unknown: count((now) => now.unknownCount),
    lateNamed: lateNamed(late),
  };
}

const urgencyOf = ({ isLate, isUnheard, now }: Row & Judged): number => {
  if (isLate) return 3;
  if (isUnheard) return 2;
  return (now?.unknownCount ?? 0) > 0 ? 1 : 0;
};

export const branchNameOf = ({ branchKey, branchName }: Pick<Row, 'branchKey' | 'branchName'>): string =>
  branchName ?? branchKey;
/** Where a row stands among the others depends on nothing else. */
export const placeOf = (row: Row & Judged): string => `${urgencyOf(row)} ${branchNameOf(row)}`;

const byName = new Intl.Collator();
/** By name. A large chain: late ones first, then those not heard of, then those with results that are not known. */
export function inOrder<R extends Row & Judged>(rows: readonly R[]): R[] {
  const isSmall = rows.length <= BOARD_WHOLE;
  const placed = rows.map((row) => ({ row, name: branchNameOf(row), urgency: isSmall ? 0 : urgencyOf(row) }));
  type Placed = (typeof placed)[number];
  const later = (a: Placed, b: Placed): number =>
    b.urgency - a.urgency || byName.compare(a.name, b.name) || (a.row.branchKey < b.row.branchKey ? -1 : 1);
  return placed.sort(later).map(({ row }) => row);
}
