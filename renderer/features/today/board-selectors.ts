/** The judgements of the board about its branches. Pure. */
import type { BoardBranch } from '#shared/contract/head-office.ts';

/** The last that was heard of any PC of the branch. */
export const heardAtMs = ({ pcs }: BoardBranch): number | null =>
  pcs.reduce<number | null>(
    (last, { heardAtMs: atMs }) => (atMs !== null && (last === null || atMs > last) ? atMs : last),
    null,
  );
