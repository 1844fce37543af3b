/** A run of reconciliation in a thread of its own, so that neither lists nor windows wait for it: started, told of, cancelled. */
import type { RunProgress } from './repositories/reconciliation/run/watch.ts';
import type { ReconciliationTask } from './tasks.ts';
import { startTask } from './threads.ts';

export type RunEnding =
  | { readonly kind: 'done' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };
export type Said = { readonly kind: 'progress'; readonly progress: RunProgress } | RunEnding;

export type RunningReconciliation = { readonly ended: Promise<RunEnding>; cancel(): void };
export type StartReconciliation = (
  startedAtMs: number,
  onProgress: (progress: RunProgress) => void,
) => RunningReconciliation;

/** `ended` never rejects: a thread that fell over is a failed run, and the result before it stands. */
export const reconciliationIn =
  (workerUrl: URL, folder: string): StartReconciliation =>
  (startedAtMs, onProgress) => {
    const cancel = new Int32Array(new SharedArrayBuffer(4));
    const task: ReconciliationTask = { task: 'reconciliation', folder, startedAtMs, cancel };
    const ended = new Promise<RunEnding>((resolve) => {
      let ending: RunEnding = { kind: 'failed', code: 'WORKER', message: 'the thread ended' };
      startTask<Said>(workerUrl, task, {
        onMessage: (said) => {
          if (said.kind === 'progress') onProgress(said.progress);
          else ending = said;
        },
        onError: (error) => void (ending = { kind: 'failed', code: 'WORKER', message: String(error) }),
        onEnd: () => resolve(ending),
      });
    });
    return { ended, cancel: () => void Atomics.store(cancel, 0, 1) };
  };
