/** A run of reconciliation in a thread of its own, so that neither lists nor windows wait for it: started, told of, cancelled. */
import { Worker } from 'node:worker_threads';
import type { RunProgress } from './repositories/reconciliation/run/watch.ts';

/** What the thread is started with; the entry of the database worker takes it from there (worker.ts). */
export type ReconciliationTask = {
  readonly task: 'reconciliation';
  readonly folder: string;
  readonly startedAtMs: number;
  /** Its first element is not 0 where the run is to end. */
  readonly cancel: Int32Array;
};
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
    const worker = new Worker(workerUrl, { workerData: task });
    const ended = new Promise<RunEnding>((resolve) => {
      let ending: RunEnding = { kind: 'failed', code: 'WORKER', message: 'the thread ended' };
      worker.on('message', (said: Said) => {
        if (said.kind === 'progress') onProgress(said.progress);
        else ending = said;
      });
      worker.on('error', (error) => {
        ending = { kind: 'failed', code: 'WORKER', message: String(error) };
      });
      worker.on('exit', () => resolve(ending));
    });
    return { ended, cancel: () => void Atomics.store(cancel, 0, 1) };
  };
