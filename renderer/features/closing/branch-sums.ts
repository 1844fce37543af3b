/** What each branch has to close now: its X, while the person may see it. */
import { useEffect, useState } from 'react';
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import type { ReportSums } from '#shared/contract/terminals.ts';
import { call } from '../../api/client.ts';
import { countOf } from '../../components/sum-parts.ts';

/** Null: kept back, as the count of the branch is blind for this person. */
export type BranchSum = { sums: ReportSums | null; count: number } | null;

const sumOf = async ({ branchKey }: ClosingBranch): Promise<readonly [string, BranchSum | undefined]> => {
  const answer = await call('closing.x', { branchKey });
  if (!answer.ok) return [branchKey, answer.error.code === 'blind-count' ? null : undefined];
  const { sums, totals } = answer.value;
  return [branchKey, { sums: sums ?? null, count: countOf(totals) }];
};

/** The X of a branch covers all its open days. It is the sum of one day only if no other open day has a transaction. */
export function sumOfDay(
  { businessDate }: Pick<OpenDay, 'businessDate'>,
  days: readonly Pick<OpenDay, 'businessDate' | 'count'>[],
  sum: BranchSum | undefined,
): NonNullable<BranchSum> | null {
  const [only, ...others] = days.filter(({ count }) => count > 0);
  return sum && others.length === 0 && only?.businessDate === businessDate ? sum : null;
}
type OpenDay = ClosingBranch['openDays'][number];

/** By branch; one that could not be told is not there. */
export function useBranchSums(branches: readonly ClosingBranch[]): ReadonlyMap<string, BranchSum> {
  const [sums, setSums] = useState<ReadonlyMap<string, BranchSum>>(new Map());
  useEffect(() => {
    let current = true;
    void Promise.all(branches.map(sumOf)).then((all) => {
      if (current)
        setSums(new Map(all.flatMap(([key, sum]) => (sum === undefined ? [] : [[key, sum] as const]))));
    });
    return () => {
      current = false;
    };
  }, [branches]);
  return sums;
}
