/** The judgements of the board about its branches. Pure. */
import type { BoardBranch, BoardDay } from '#shared/contract/head-office.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import type { Total } from '#shared/contract/terminals.ts';

/** A provisional Z of a day that is over is late as well: it waits for its final one. */
export const isLateDay = ({ state, businessDate }: BoardDay, today: string): boolean =>
  state === 'late' || (state === 'provisional' && businessDate < today);

export const lateDays = ({ days, today }: BoardBranch): BoardDay[] =>
  days.filter((day) => isLateDay(day, today));

/** A day that is over of which no PC told how it ended. */
const hasUnheardDay = ({ days, today }: BoardBranch): boolean =>
  days.some(({ state, businessDate }) => state === 'unheard' && businessDate < today);

const isClosedToday = ({ days, today }: BoardBranch): boolean =>
  days.some(({ state, businessDate }) => state === 'closed' && businessDate === today);

/** Outstanding for longer than a day. */
const LATE_AFTER_MS = 86_400_000;
export const waitsTooLong = (oldestAtMs: number | null, nowMs: number): boolean =>
  oldestAtMs !== null && nowMs - oldestAtMs > LATE_AFTER_MS;

/** The last that was heard of any PC of the branch. */
export const heardAtMs = ({ pcs }: BoardBranch): number | null =>
  pcs.reduce<number | null>(
    (last, { heardAtMs: atMs }) => (atMs !== null && (last === null || atMs > last) ? atMs : last),
    null,
  );

type BoardSum = {
  closedToday: number;
  late: number;
  unheard: number;
  outstandingCount: number;
  outstanding: Total[];
  notSummed: Total[];
  notRead: number;
  /** All of them, read or not. */
  terminals: number;
  unknown: number;
};

export function sumOf(branches: readonly BoardBranch[]): BoardSum {
  const nows = branches.flatMap(({ now }) => now ?? []);
  const count = (of: (now: (typeof nows)[number]) => number) => nows.reduce((sum, now) => sum + of(now), 0);
  return {
    closedToday: branches.filter(isClosedToday).length,
    late: branches.filter((branch) => lateDays(branch).length > 0).length,
    unheard: branches.filter(hasUnheardDay).length,
    outstandingCount: count((now) => now.outstandingCount),
    outstanding: addTotals(nows.map((now) => now.outstanding)),
    notSummed: addTotals(nows.map((now) => now.notSummed)),
    notRead: count((now) => now.notRead),
    terminals: count((now) => now.terminalCount),
    unknown: count((now) => now.unknownCount),
  };
}
