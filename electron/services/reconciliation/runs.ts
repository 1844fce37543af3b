/** Runs of reconciliation: one at a time, started by a person, or by what has changed since the last one. */
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { ProfileContext } from '../context.ts';
import type { RunningReconciliation, StartReconciliation } from '../../database/reconciliation-client.ts';
import { storageErrorOf } from '../../database/storage-error.ts';

type Overview = OutputOf<'reconciliation.overview'>;

/** A download or a close tells of itself several times. */
const DEBOUNCE_MS = 3_000;

export function createRuns(context: ProfileContext, startRun: StartReconciliation) {
  const { clock, emit, log } = context;
  let running: { run: RunningReconciliation; progress: NonNullable<Overview['running']> } | null = null;
  let lastError: Overview['lastError'] = null;
  let cancelTimer: (() => void) | null = null;
  let ended: Promise<void> = Promise.resolve();
  /** Something has changed while a run was under way: it has not seen that. */
  let again = false;
  let stopped = false;

  function errorOf(code: string, message: string): AppError {
    log.error('reconciliation-failed', { code, message });
    return storageErrorOf(code, 'reconciliation.sqlite');
  }

  function start(): void {
    if (stopped) return;
    if (running) return;
    cancelTimer?.();
    cancelTimer = null;
    again = false;
    const run = startRun(clock.nowMs(), (progress) => {
      if (running) running.progress = { ...progress };
      emit('reconciliation.progress', { ...progress, finished: false, cancelled: false, error: null });
    });
    running = { run, progress: { phase: 'reading', done: 0, total: null } };
    ended = run.ended.then((ending) => {
      const { progress } = running ?? { progress: { phase: 'storing' as const, done: 0, total: null } };
      running = null;
      const error = ending.kind === 'failed' ? errorOf(ending.code, ending.message) : null;
      if (ending.kind !== 'cancelled') lastError = error && { error, atMs: clock.nowMs() };
      const cancelled = ending.kind === 'cancelled';
      emit('reconciliation.progress', { ...progress, finished: true, cancelled, error });
      if (ending.kind === 'done') emit('reconciliation.changed', { what: 'result' });
      // A person who stopped it does not want another one; one that failed has not seen what came meanwhile, either.
      if (again && !cancelled) soon();
    });
  }

  function soon(): void {
    if (stopped) return;
    if (running) again = true;
    cancelTimer?.();
    cancelTimer = clock.after(DEBOUNCE_MS, () => {
      cancelTimer = null;
      start();
    });
  }

  return {
    start,
    /** After a change; several in a row are one run. */
    soon,
    cancel: () => running?.run.cancel(),
    state: (): Pick<Overview, 'running' | 'lastError'> => ({ running: running?.progress ?? null, lastError }),
    /** Ends what is under way and begins nothing more: the files are closed after this. */
    async stop(): Promise<void> {
      stopped = true;
      cancelTimer?.();
      running?.run.cancel();
      await ended;
    },
  };
}
