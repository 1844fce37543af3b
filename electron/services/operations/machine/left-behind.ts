/** Operations that were begun here and whose outcome could not be stored: made safe as soon as that can be, as recovery does it at start. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { makeSafe } from './recover.ts';
import type { Sent } from './send-once.ts';

/** The disk may be well again by then. */
export const AFTER_FAILURE_MS = 60_000;

type Parts = {
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** The record of this journal is broken: what it says of an intent may not be so. */
  isDoubtful: () => boolean;
  onSafe: (record: OperationRecord) => void;
};

export type LeftBehind = ReturnType<typeof createLeftBehind>;

export function createLeftBehind(context: ProfileContext, { inTurn, isDoubtful, onSafe }: Parts) {
  const { db, clock, log } = context;
  const left = new Set<string>();
  let cancelTimer: (() => void) | null = null;
  let ended = false;

  const makeOneSafe = (opId: string): Promise<void> =>
    inTurn(async () => {
      // Somebody sends it again since.
      if (!left.has(opId)) return;
      // What is damaged is not written to, and its recovery looks at everything.
      if ((await db.call('journal.gate', null)) !== 'open') return;
      const record = await db.call('journal.get', opId);
      const safe = record && (await makeSafe(context, record, isDoubtful()));
      left.delete(opId);
      if (safe) onSafe(safe);
    });

  async function makeAllSafe(): Promise<void> {
    for (const opId of [...left])
      await makeOneSafe(opId).catch((error: unknown) => {
        if (!ended) log.error('operation-not-made-safe', { opId, error: String(error) });
      });
    plan();
  }

  function plan(): void {
    if (ended || left.size === 0) return;
    cancelTimer ??= clock.after(AFTER_FAILURE_MS, () => {
      cancelTimer = null;
      void makeAllSafe();
    });
  }

  return {
    /** One attempt to send, to its end. */
    async attempt(
      opId: string,
      send: () => Promise<Result<Sent, AppError>>,
    ): Promise<Result<Sent, AppError>> {
      left.delete(opId);
      let stored = false;
      try {
        const sent = await send();
        stored = !sent.ok || sent.value.isStored;
        return sent;
      } finally {
        if (!stored) {
          left.add(opId);
          plan();
        }
      }
    },
    stop(): void {
      ended = true;
      cancelTimer?.();
    },
  };
}
