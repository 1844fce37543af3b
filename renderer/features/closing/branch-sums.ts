/** What each branch has to close now: its X, while the person may see it. */
import { useEffect, useState } from 'react';
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { call } from '../../api/client.ts';

/** Null: kept back, as the count of the branch is blind for this person. */
export type BranchSum = { net: Total[]; count: number } | null;

const sumOf = async ({ branchKey }: ClosingBranch): Promise<readonly [string, BranchSum | undefined]> => {
  const answer = await call('closing.x', { branchKey });
  if (!answer.ok) return [branchKey, answer.error.code === 'blind-count' ? null : undefined];
  const { sums, totals } = answer.value;
  return [branchKey, { net: sums?.net ?? [], count: totals.reduce((sum, { count }) => sum + count, 0) }];
};

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
