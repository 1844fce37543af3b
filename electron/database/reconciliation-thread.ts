/** A run of reconciliation, in the thread that reconciliation-client.ts started for it. */
import type { MessagePort } from 'node:worker_threads';
import { textOf } from '#shared/errors/text-of.ts';
import { codeOf } from './open-error.ts';
import { runReconciliation } from './repositories/reconciliation/run/run.ts';
import type { Said } from './reconciliation-client.ts';
import type { ReconciliationTask } from './tasks.ts';
import { createWatch, RunCancelled } from './repositories/reconciliation/run/watch.ts';

/** In the thread. */
export function workOn({ folder, startedAtMs, cancel }: ReconciliationTask, port: MessagePort): void {
  const say = (said: Said) => port.postMessage(said);
  const begunMs = performance.now();
  const nowMs = () => startedAtMs + Math.round(performance.now() - begunMs);
  const watch = createWatch(
    (progress) => say({ kind: 'progress', progress }),
    () => Atomics.load(cancel, 0) !== 0,
  );
  try {
    runReconciliation({ folder, startedAtMs, nowMs, watch });
    say({ kind: 'done' });
  } catch (error) {
    if (error instanceof RunCancelled) say({ kind: 'cancelled' });
    else say({ kind: 'failed', code: codeOf(error), message: textOf(error) });
  } finally {
    port.close();
  }
}
