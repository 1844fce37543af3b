/** Downloads of settled transactions, one at a time; asked for while another runs, the newest wish comes next. */
import type { AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../context.ts';
import { createRate } from './rate.ts';
import { syncSettled, type Phase, type SyncOrder } from './sync-settled.ts';

type Download = { order: SyncOrder; controller: AbortController; done: Promise<AppError | null> };

const keyOf = ({ branchIds, anew }: SyncOrder) => JSON.stringify([[...branchIds].sort(), anew]);

export function createDownloads(context: ProfileContext) {
  const { db, clock, emit, log } = context;
  let current: Download | null = null;
  let next: SyncOrder | null = null;

  /** Answers what the gateway refused; null if nothing. */
  async function run(order: SyncOrder, { signal }: AbortController): Promise<AppError | null> {
    const { branchIds } = order;
    const rate = createRate(clock);
    let told = { branchIds, phase: 'reading' as Phase, rows: 0, totalRows: null as number | null };
    const onProgress = (progress: { phase: Phase; rows: number; totalRows: number | null }) => {
      told = { ...told, ...progress, totalRows: progress.totalRows ?? told.totalRows };
      const rowsPerSecond = rate(told.rows);
      emit('settlement.downloadProgress', { ...told, rowsPerSecond, finished: false, cancelled: false });
    };
    let refused: AppError | null = null;
    try {
      const answer = await syncSettled(context, order, { signal, onProgress });
      if (!answer.ok) refused = answer.error;
      if (!answer.ok)
        await db.call('lists.failed', { name: 'settled', error: answer.error, atMs: clock.nowMs() });
    } catch (error) {
      log.error('settled-download-failed', { error: String(error) });
    }
    const cancelled = signal.aborted;
    emit('settlement.downloadProgress', { ...told, rowsPerSecond: null, finished: true, cancelled });
    emit('settlement.changed', { what: 'settled' });
    return refused;
  }

  function start(order: SyncOrder): void {
    const controller = new AbortController();
    const done = run(order, controller).then((refused) => {
      current = null;
      const waiting = next;
      next = null;
      if (waiting) start(waiting);
      return refused;
    });
    current = { order, controller, done };
  }

  return {
    /** Starts it, or joins the same one under way. Rows are stored page by page: a cancel keeps what came. */
    download: async (order: SyncOrder): Promise<Result<Record<string, never>>> => {
      if (!current) start(order);
      else if (keyOf(current.order) === keyOf(order)) next = null;
      else next = order;
      return ok({});
    },
    /** Resolves at the end of the download under way, or of one that it begins for everything new. */
    begun: (): Promise<AppError | null> => {
      if (!current) start({ branchIds: [], anew: false });
      return current?.done ?? Promise.resolve(null);
    },
    cancel: async (): Promise<Result<Record<string, never>>> => {
      next = null;
      current?.controller.abort();
      return ok({});
    },
    /** Not a cancel: the next session goes on from here. */
    async stop(): Promise<void> {
      next = null;
      current?.controller.abort('closing');
      await current?.done;
    },
  };
}

/** Brings all that is new, and answers how many rows came. */
export async function bringUpToDate(
  { db }: Pick<ProfileContext, 'db'>,
  { begun }: Pick<ReturnType<typeof createDownloads>, 'begun'>,
): Promise<Result<{ fresh: number }, AppError>> {
  const before = await db.call('settlement.storedCount', null);
  const refused = await begun();
  if (refused) return err(refused);
  return ok({ fresh: Math.max(0, (await db.call('settlement.storedCount', null)) - before) });
}
