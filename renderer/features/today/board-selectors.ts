/** The judgements of the board about its branches. Pure. */
import type { BoardBranch } from '#shared/contract/head-office.ts';

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
