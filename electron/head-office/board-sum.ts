/** What the rows of the board come to, and their order. Pure. */
import type { BoardBranch, BoardDay, BoardFigures, BoardSum } from '#shared/contract/head-office.ts';
import { BOARD_WHOLE, isLateDay, MOST_LATE_NAMED, type BoardFilter } from '#shared/domain/head-office.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import { waitsTooLong } from '#shared/domain/waiting.ts';
import { businessDateOf, type BusinessDay } from '#shared/time/business-date.ts';

type Row = Omit<BoardBranch, 'pcs'>;
/** How a branch stands: judged once, when its row is made. */
export type Judged = {
  /** A higher number comes first. 0: nobody has to look at the branch. */
  readonly urgency: number;
  readonly isLate: boolean;
  readonly isUnheard: boolean;
  readonly isNewer: boolean;
  readonly isClosedToday: boolean;
  /** It has nothing to close today. */
  readonly isIdleToday: boolean;
  /** The business day from which its money waits too long; null: none does. */
  readonly waitsSince: string | null;
};
type Judging = { readonly nowMs: number; readonly day: BusinessDay; readonly isBroken: boolean };

export const moneyWaits = ({ now }: Pick<Row, 'now'>, nowMs: number): boolean =>
  waitsTooLong(now?.oldestAtMs ?? null, nowMs);

const lateDays = ({ days, today }: Row): BoardDay[] => days.filter((day) => isLateDay(day, today));

/** Late days come first, then money that waits too long, then what is not known. */
function urgencyOf(is: {
  lateDay: boolean;
  waiting: boolean;
  notKnown: boolean;
  toLookInto: boolean;
}): number {
  if (is.lateDay) return 4;
  if (is.waiting) return 3;
  if (is.notKnown) return 2;
  return is.toLookInto ? 1 : 0;
}

/** A day that is open from before the first day of the board is late, too. */
export function judgedOf(row: Row, { nowMs, day, isBroken }: Judging): Judged {
  const { days, today, openBefore, isGone, now, newer } = row;
  const lateDay = openBefore.length > 0 || days.some((one) => isLateDay(one, today));
  // A day that is over of which no PC told how it ended, though one could.
  const isUnheard =
    !isGone && days.some(({ state, businessDate }) => state === 'unheard' && businessDate < today);
  const isNewer = newer !== null || days.some(({ state }) => state === 'newer');
  const waiting = moneyWaits(row, nowMs);
  const toLookInto = isBroken || (now?.unknownCount ?? 0) > 0;
  return {
    urgency: urgencyOf({ lateDay, waiting, notKnown: isUnheard || isNewer, toLookInto }),
    isLate: lateDay || waiting,
    isUnheard,
    isNewer,
    isClosedToday: days.some(({ state, businessDate }) => state === 'closed' && businessDate === today),
    isIdleToday: days.some(({ state, businessDate }) => state === 'none' && businessDate === today),
    // Another PC may say any moment.
    waitsSince: waiting ? businessDateOf(Math.max(0, now?.oldestAtMs ?? 0), day) : null,
  };
}

const LEAVES: Record<BoardFilter, (of: Judged) => boolean> = {
  all: () => true,
  late: ({ isLate }) => isLate,
  attention: ({ urgency }) => urgency > 0,
};
/** In their order. */
export const leftBy = <R extends Judged>(only: BoardFilter, rows: readonly R[]): readonly R[] =>
  only === 'all' ? rows : rows.filter(LEAVES[only]);

function lateNamed(late: readonly (Row & Judged)[]): BoardSum['lateNamed'] {
  if (late.length > MOST_LATE_NAMED) return [];
  return late.map((row) => {
    const { branchKey, branchName, openBefore } = row;
    const days = lateDays(row);
    const first = days[0]?.businessDate ?? null;
    const isOlder = openBefore.length > 0;
    const named = { branchKey, branchName, days: openBefore.length + days.length };
    if (named.days === 0) return { ...named, since: row.waitsSince, provisional: false };
    return {
      ...named,
      // Late on the first day of the board, or before it: nobody knows here since when.
      since: isOlder || first === row.days[0]?.businessDate ? null : first,
      // Days before the board are only asked for a final Z, not for a provisional one.
      provisional: !isOlder && days.every(({ state }) => state === 'provisional'),
    };
  });
}

/** What they come to. A large chain is added up whenever a branch tells something, so each row is looked at once. */
export function figuresOf(rows: readonly Row[]): BoardFigures {
  let [notIncluded, outstandingCount, notRead, terminals, unknown] = [0, 0, 0, 0, 0];
  let oldestAtMs: number | null = null;
  const outstanding: BoardFigures['outstanding'][] = [];
  const notSummed: BoardFigures['notSummed'][] = [];
  for (const { now, isGone } of rows) {
    if (now === null) {
      if (!isGone) notIncluded += 1;
      continue;
    }
    outstandingCount += now.outstandingCount;
    notRead += now.notRead;
    terminals += now.terminalCount;
    unknown += now.unknownCount;
    if (now.oldestAtMs !== null) oldestAtMs = Math.min(oldestAtMs ?? now.oldestAtMs, now.oldestAtMs);
    outstanding.push(now.outstanding);
    notSummed.push(now.notSummed);
  }
  return {
    ...{ branches: rows.length, notIncluded, oldestAtMs, outstandingCount, notRead, terminals, unknown },
    outstanding: addTotals(outstanding),
    notSummed: addTotals(notSummed),
  };
}

/** `rows`: in their order. */
export function sumOf(rows: readonly (Row & Judged)[]): BoardSum {
  let [closedToday, toCloseToday, attention, unheard, newer] = [0, 0, 0, 0, 0];
  const late: (Row & Judged)[] = [];
  for (const row of rows) {
    if (row.isClosedToday) closedToday += 1;
    if (!row.isIdleToday) toCloseToday += 1;
    if (row.isUnheard) unheard += 1;
    if (row.isNewer) newer += 1;
    if (LEAVES.attention(row)) attention += 1;
    if (LEAVES.late(row)) late.push(row);
  }
  return {
    ...figuresOf(rows),
    ...{ closedToday, toCloseToday, late: late.length, attention, unheard, newer },
    lateNamed: lateNamed(late),
  };
}

export const branchNameOf = ({ branchKey, branchName }: Pick<Row, 'branchKey' | 'branchName'>): string =>
  branchName ?? branchKey;
/** Where a row stands among the others depends on nothing else. */
export const placeOf = (row: Row & Judged): string => `${row.urgency} ${branchNameOf(row)}`;

const byName = new Intl.Collator();
/** By name. A large chain: the most urgent first. */
export function inOrder<R extends Row & Judged>(rows: readonly R[]): R[] {
  const isSmall = rows.length <= BOARD_WHOLE;
  const placed = rows.map((row) => ({ row, name: branchNameOf(row), urgency: isSmall ? 0 : row.urgency }));
  type Placed = (typeof placed)[number];
  const later = (a: Placed, b: Placed): number =>
    b.urgency - a.urgency || byName.compare(a.name, b.name) || (a.row.branchKey < b.row.branchKey ? -1 : 1);
  return placed.sort(later).map(({ row }) => row);
}
