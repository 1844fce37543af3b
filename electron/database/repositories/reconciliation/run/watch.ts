/** How far a run is, and whether somebody wants it to end. */
import type { RunPhase } from '#shared/domain/reconciliation.ts';

export type RunProgress = { readonly phase: RunPhase; readonly done: number; readonly total: number | null };
export class RunCancelled extends Error {}

export type RunWatch = {
  begin(phase: RunPhase, total: number | null): void;
  /** Counts this many more rows. Throws if the run was cancelled. */
  did(rows: number): void;
};

const EVERY_MS = 250;

export function createWatch(tell: (progress: RunProgress) => void, isCancelled: () => boolean): RunWatch {
  let progress: RunProgress = { phase: 'reading', done: 0, total: null };
  let toldAtMs = 0;
  return {
    begin(phase, total) {
      progress = { phase, done: 0, total };
      tell(progress);
    },
    did(rows) {
      if (isCancelled()) throw new RunCancelled();
      progress = { ...progress, done: progress.done + rows };
      const nowMs = performance.now();
      if (nowMs - toldAtMs < EVERY_MS) return;
      toldAtMs = nowMs;
      tell(progress);
    },
  };
}
