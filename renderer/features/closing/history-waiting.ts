/** The days of the history that are not closed, as rows of its list. */
import type { ClosingBranch, ClosingHistoryRow } from '#shared/contract/closing-day.ts';
import { sumOfDay, type BranchSum } from './branch-sums.ts';

/**
 * `waiting`: set for a day that nobody has begun to close. It says how many of its transactions are in no close, or 0 until the X is
 * there. The sums of such a day are those of the X.
 */
export type HistoryLine = ClosingHistoryRow & { waiting?: number };

/** The branches whose X is asked for: those with a day that nobody has begun to close. */
export const waitingIn = (branches: readonly ClosingBranch[], branchKey: string | null): ClosingBranch[] =>
  branches.filter(
    (branch) =>
      (branchKey === null || branch.branchKey === branchKey) &&
      branch.openDays.some(({ closingId }) => closingId === null),
  );

/** Oldest first. A day that was begun has a close, which the list has already. */
export const waitingLines = (
  branches: readonly ClosingBranch[],
  sums: ReadonlyMap<string, BranchSum>,
): HistoryLine[] =>
  branches
    .flatMap(({ branchKey, branchName, openDays }) =>
      openDays
        .filter(({ closingId }) => closingId === null)
        .map(({ businessDate, daysLate, count }): HistoryLine => {
          const known = sumOfDay({ businessDate }, openDays, sums.get(branchKey))?.sums ?? null;
          return {
            closingId: `${branchKey}/${businessDate}`,
            branchKey,
            branchName,
            businessDate,
            state: 'open',
            number: null,
            revision: null,
            begun: { atMs: 0, by: '' },
            closed: null,
            sales: known?.sales ?? null,
            reversals: known?.reversals ?? null,
            sums: known,
            netNow: null,
            difference: null,
            linesDiffering: null,
            daysLate,
            pc: null,
            waiting: sums.has(branchKey) ? count : 0,
          };
        }),
    )
    .sort((a, b) => (a.businessDate < b.businessDate ? -1 : 1));
