/** The judgements of the first page about its figures. Pure. */
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import type { Today } from './store.ts';

type Branch = Today['branches'][number];
type StandsBetween = Branch['standsBetween'];

/** In the order of the steps. */
export const standsInOrder = [
  'terminalsToRead',
  'outstanding',
  'operationsNotKnown',
  'unreadableRows',
  'earlierDays',
] as const satisfies readonly (keyof StandsBetween)[];

export const openBranches = ({ branches }: Today): Branch[] =>
  branches.filter(({ closing }) => closing?.state !== 'closed');

/** What is outstanding in the branches that are to be closed, each currency apart. */
export const outstandingToClose = (today: Today): Money[] =>
  sumByCurrency(openBranches(today).flatMap(({ outstanding }) => outstanding.map(({ amount }) => amount)));

/** Branches with a day that is late come first, the oldest day before the others; the rest keep their order. */
export function lateFirst({ branches, overdue }: Today): Branch[] {
  const oldest = (branch: Branch): string =>
    overdue
      .filter(({ branchKey }) => branchKey === branch.branchKey)
      .map(({ businessDate }) => businessDate)
      .sort()[0] ?? '9999';
  return branches.toSorted((a, b) => (oldest(a) < oldest(b) ? -1 : oldest(a) > oldest(b) ? 1 : 0));
}

/** Counts over every branch that is not closed yet, without those that are 0. */
export function standsBetween(today: Today): { what: keyof StandsBetween; count: number }[] {
  const open = openBranches(today);
  return standsInOrder
    .map((what) => ({ what, count: open.reduce((sum, branch) => sum + branch.standsBetween[what], 0) }))
    .filter(({ count }) => count > 0);
}

/** How many outstanding transactions some close waits for: the others were left in one, or are of a closed day. */
export const holdingUp = (today: Today): number =>
  standsBetween(today).find(({ what }) => what === 'outstanding')?.count ?? 0;

/** The branch whose business date turns first, of those that are not closed yet; else of all. */
export function nextCutOff(today: Today): Branch | null {
  const open = openBranches(today);
  const branches = open.length > 0 ? open : today.branches;
  return branches.reduce<Branch | null>(
    (first, branch) => (first === null || branch.nextCutOffAtMs < first.nextCutOffAtMs ? branch : first),
    null,
  );
}

/** When the settlement window closes that outstanding transactions miss, if that is before the next cut-off; else null. */
export function missedWindow(today: Today, nowMs: number): number | null {
  const { nextWindowClosesAtMs: closesAtMs, outstandingCount } = today;
  const cutOff = nextCutOff(today);
  if (closesAtMs === null || cutOff === null || outstandingCount === 0) return null;
  return closesAtMs > nowMs && closesAtMs < cutOff.nextCutOffAtMs ? closesAtMs : null;
}

/** Nothing is outstanding as far as is known, and not every terminal was ever read: that is no zero. */
export const outstandingUnknown = ({ outstandingCount, terminalsNeverRead }: Today): boolean =>
  outstandingCount === 0 && terminalsNeverRead > 0;
