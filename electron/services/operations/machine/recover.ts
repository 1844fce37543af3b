/**
 * Operations without an outcome that nobody is sending: after a crash, and after a write that failed. This file alone makes
 * them safe, at start and while the app runs. Nothing is ever sent here.
 */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import { safeState } from '../../../journal/next-state.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Sent } from './intent.ts';
import type { Turns } from './turns.ts';

/** The wait before a failed write is tried again; the disk may be well by then. */
export const AFTER_FAILURE_MS = 60_000;

type Parts = {
  turns: Turns;
  /** True while the record of this journal is broken: then an intent in it may have been sent. */
  isDoubtful: () => boolean;
  onSafe: (record: OperationRecord) => void;
};

export type Recovery = ReturnType<typeof createRecovery>;

export function createRecovery(context: ProfileContext, { turns, isDoubtful, onSafe }: Parts) {
  const { db, clock } = context;
  /** Operations of this run whose outcome could not be stored. */
  const unstored = new Set<string>();
  let cancelTimer: (() => void) | null = null;

  const makeOneSafe = (opId: string): Promise<void> =>
    turns.inTurn(async () => {
      // It is being sent again.
      if (!unstored.has(opId)) return;
      // A damaged journal is not written to. Its own recovery looks at every operation.
      if ((await db.call('journal.gate', null)) !== 'open') return;
      const record = await db.call('journal.get', opId);
      const safe = record && (await makeSafe(context, record, isDoubtful()));
      unstored.delete(opId);
      if (safe) onSafe(safe);
    });

  async function makeAllSafe(): Promise<void> {
    for (const opId of [...unstored])
      await makeOneSafe(opId).catch(turns.failed('operation-not-made-safe', { opId }));
    plan();
  }

  function plan(): void {
    if (turns.hasEnded() || unstored.size === 0) return;
    cancelTimer ??= clock.after(AFTER_FAILURE_MS, () => {
      cancelTimer = null;
      void makeAllSafe();
    });
  }

  return {
    atStart: (fromBackup: boolean) => turns.inTurn(() => recoverAll(context, fromBackup)),
    /** Watches one attempt to its end. If its outcome could not be stored, the operation is made safe later. */
    async watch(
      opId: string,
      attempt: () => Promise<Result<Sent, AppError>>,
    ): Promise<Result<Sent, AppError>> {
      unstored.delete(opId);
      let isStored = false;
      try {
        const sent = await attempt();
        isStored = !sent.ok || sent.value.isStored;
        return sent;
      } finally {
        if (!isStored) {
          unstored.add(opId);
          plan();
        }
      }
    },
    stop: () => cancelTimer?.(),
  };
}

/**
 * Makes every open operation safe before anything else may move. Answers false if no operation may be touched: then money
 * stays blocked. `fromBackup`: the journal is an older copy, or may be one, so an intent in it may have been sent since.
 */
async function recoverAll(context: ProfileContext, fromBackup: boolean): Promise<boolean> {
  const { db, log } = context;
  const gate = await db.call('journal.gate', null);
  if (gate === 'damaged' || (gate === 'unconfirmed' && !fromBackup)) {
    log.error('operations-not-recovered', { journal: gate });
    return false;
  }
  for (const record of await db.call('journal.resolvable', { terminalId: null }))
    await makeSafe(context, record, fromBackup);
  return true;
}

/** Answers the operation as it is then, or null if it was safe already. */
async function makeSafe(
  { db, clock }: ProfileContext,
  record: OperationRecord,
  mayHaveLeft: boolean,
): Promise<OperationRecord | null> {
  const safe = safeState(record, mayHaveLeft);
  if (!safe) return null;
  const atMs = clock.nowMs();
  return db.call('journal.change', {
    opId: record.opId,
    ...safe,
    params: { from: record.state },
    patch: safe.to === 'EXPIRED' ? {} : { nextCheckAtMs: atMs },
    atMs,
  });
}
