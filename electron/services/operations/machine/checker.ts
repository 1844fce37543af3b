/** Follows operations that are not known: reads when they are due, and judges every reading of their terminals. */
import { isUnknown } from '#shared/domain/operation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import { dueInMs } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { TerminalService } from '../../terminals/index.ts';
import { isFollowed } from '../view.ts';
import type { CommittedKinds } from './kind.ts';
import { AFTER_FAILURE_MS } from './recover.ts';
import { isSameAccess, type Resolver } from './resolve-by-read.ts';
import type { Turns } from './turns.ts';

type Parts = { turns: Turns; resolver: Resolver; terminals: TerminalService };

export type Checker = ReturnType<typeof createChecker>;

export function createChecker(
  context: ProfileContext,
  kinds: CommittedKinds,
  { turns, resolver, terminals }: Parts,
) {
  /** Makes the read that can resolve this operation, and waits until it is judged. */
  async function read(record: OperationRecord): Promise<Result<null, AppError>> {
    const { evidence } = kinds[record.kind];
    if (evidence.from === 'terminal') {
      const reading = await terminals.readTerminal(record.terminalId ?? '');
      if (!reading.ok) return reading;
      // The listener below has asked for its turn by now.
      await turns.allDone();
      return ok(null);
    }
    const own = await evidence.read(record, await isSameAccess(context, record));
    if (!own.ok) return own;
    await resolver.judgeOwnRead(record, own.value);
    return ok(null);
  }

  /** Reads for this operation now. A read that failed is kept, too: it proves nothing. */
  async function check(record: OperationRecord): Promise<Result<null, AppError>> {
    try {
      const checked = await read(record);
      if (!checked.ok) await resolver.noteFailedRead(record);
      return checked;
    } catch (error) {
      await resolver.noteFailedRead(record);
      throw error;
    }
  }

  const schedule = createSchedule(context, turns, check);
  const unsubscribe = terminals.onRead((reading) => void resolver.judgeReading(reading));
  return {
    check,
    plan: schedule.plan,
    async stop(): Promise<void> {
      schedule.stop();
      unsubscribe();
      await turns.allDone();
    },
  };
}

const isPlanned = (record: OperationRecord) =>
  isUnknown(record.state) || (isFollowed(record) && record.nextCheckAtMs !== null);

/** Holds one timer, set for the read that is due next. */
function createSchedule(
  { db, clock }: ProfileContext,
  turns: Turns,
  check: (record: OperationRecord) => Promise<unknown>,
) {
  let cancelTimer = () => {};

  function setTimer(delayMs: number | null): void {
    cancelTimer();
    cancelTimer =
      delayMs === null || turns.hasEnded() ? () => {} : clock.after(delayMs, () => void orLater(checkDue));
  }

  /** If the work fails it is tried again later: no open operation is forgotten because the disk failed once. */
  const orLater = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      turns.failed('checks-not-planned')(error);
      setTimer(AFTER_FAILURE_MS);
    });

  /**
   * One round of reads. Each operation is loaded again when its turn comes, because one reading of a terminal serves all its
   * operations. A read that fails holds up no other.
   */
  async function checkDue(): Promise<void> {
    const checked = new Set<string>();
    for (const { opId } of await db.call('journal.resolvable', { terminalId: null })) {
      const record = await db.call('journal.get', opId);
      if (turns.hasEnded() || !record || !isPlanned(record) || dueInMs(record, clock.nowMs()) > 0) continue;
      checked.add(opId);
      await check(record).catch(turns.failed('scheduled-check-failed'));
    }
    await planNext(checked);
  }

  /** Sets the timer. An operation that was read just now and is still due could not be stored: that one waits longer. */
  async function planNext(checked: ReadonlySet<string> = new Set()): Promise<void> {
    const open = await db.call('journal.resolvable', { terminalId: null });
    const nowMs = clock.nowMs();
    const delays = open.filter(isPlanned).map((record) => {
      const delayMs = dueInMs(record, nowMs);
      return delayMs === 0 && checked.has(record.opId) ? AFTER_FAILURE_MS : delayMs;
    });
    setTimer(delays.length > 0 ? Math.min(...delays) : null);
  }

  return { plan: () => orLater(planNext), stop: () => cancelTimer() };
}
