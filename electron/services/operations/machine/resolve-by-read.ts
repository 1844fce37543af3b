/**
 * What is not known is resolved by reads. The checker reads when an operation is due; the resolver asks the kind what a read
 * shows, and commits what follows from it. Nothing is ever sent here.
 */
import { isEnded, isUnknown } from '#shared/domain/operation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import { dueInMs, type EvidenceRead } from '../../../journal/evidence.ts';
import { stepsAfterRead } from '../../../journal/next-state.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { TerminalRead, TerminalService } from '../../terminals/index.ts';
import { isFollowed } from '../view.ts';
import type { CommittedMovements, OwnRead } from './movement.ts';
import { AFTER_FAILURE_MS } from './recover.ts';
import type { Turns } from './turns.ts';

type Parts = {
  turns: Turns;
  announce: (record: OperationRecord) => void;
  onDisputed: () => void;
};

export type Resolver = ReturnType<typeof createResolver>;

export function createResolver(
  context: ProfileContext,
  movements: CommittedMovements,
  { turns, announce, onDisputed }: Parts,
) {
  const { db, clock } = context;
  let lastUnstored: { error: unknown } | null = null;

  const inTurn = (work: () => Promise<void>): Promise<void> =>
    turns.inTurn(work).catch((error: unknown) => {
      lastUnstored = { error };
      turns.failed('evidence-not-stored')(error);
    });

  async function apply(record: OperationRecord, read: EvidenceRead, madeId: string | null = null) {
    const after = await commitRead(context, record, read, madeId);
    if (after === record) return;
    announce(after);
    // Nobody was reading for an operation that was called not done; now it is followed again.
    if (after.state === 'DISPUTED' && record.state !== after.state) onDisputed();
  }

  async function judgeReading(read: TerminalRead): Promise<void> {
    const open = await db.call('journal.resolvable', { terminalId: read.reading.terminalId });
    for (const record of open) {
      if (!isUnknown(record.state) && record.state !== 'RESOLVED_NOT_DONE') continue;
      const { evidence: source } = movements[record.kind];
      if (source.from !== 'terminal' || isOvertaken(record, open)) continue;
      const evidence = await source.judge(record, read, await isSameAccess(context, movements, record));
      if (evidence.result === 'positive') await apply(record, evidence);
      else if (record.state !== 'RESOLVED_NOT_DONE') await notThere(record, read.askedAtMs, evidence);
    }
  }

  /**
   * A reading that was asked for before the send says nothing about it; nor does one whose age cannot be told because the clock
   * was set back.
   */
  async function notThere(record: OperationRecord, askedAtMs: number, evidence: EvidenceRead) {
    const sentAtMs = record.sendingAtMs ?? askedAtMs;
    if (sentAtMs > clock.nowMs()) await apply(record, uselessRead(clock.nowMs()));
    else if (askedAtMs >= sentAtMs) await apply(record, evidence);
  }

  async function judgeOwnRead({ opId, attemptNo }: OperationRecord, read: OwnRead): Promise<void> {
    const current = await db.call('journal.get', opId);
    if (!current || !isFollowed(current)) return;
    // Another attempt has left since the read was asked for: that it is not there says nothing about that attempt.
    const isOld = current.attemptNo !== attemptNo;
    if (isOld && read.evidence.result !== 'positive') return;
    const open = await db.call('journal.resolvable', { terminalId: null });
    if (isOvertaken(current, open)) await apply(current, uselessRead(clock.nowMs()));
    else await apply(current, read.evidence, read.madeId);
  }

  async function noteFailedRead({ opId, attemptNo }: OperationRecord): Promise<void> {
    const current = await db.call('journal.get', opId);
    const isSameAttempt = current?.attemptNo === attemptNo;
    if (current && isSameAttempt && isFollowed(current)) await apply(current, uselessRead(clock.nowMs()));
  }

  return {
    judgeReading: (read: TerminalRead) => inTurn(() => judgeReading(read)),
    judgeOwnRead: (record: OperationRecord, read: OwnRead) => inTurn(() => judgeOwnRead(record, read)),
    noteFailedRead: (record: OperationRecord) => inTurn(() => noteFailedRead(record)),
    /** The newest failure to store what a read said; a new object for each. */
    lastUnstored: () => lastUnstored,
  };
}

/** Commits the steps that a read makes; answers the operation after them. */
async function commitRead(
  { db, clock, capabilities }: ProfileContext,
  record: OperationRecord,
  read: EvidenceRead,
  madeId: string | null,
): Promise<OperationRecord> {
  let after = record;
  for (const step of stepsAfterRead(record, read, clock.nowMs(), capabilities)) {
    const patch = { ...step.patch, ...(madeId !== null && { requestId: madeId }) };
    after = await db.call('journal.change', { opId: record.opId, ...step, patch, atMs: clock.nowMs() });
  }
  return after;
}

/**
 * A person resolved this as not done and a newer operation is open on its subject. What the read shows belongs to the newer
 * one.
 */
const isOvertaken = ({ state, subjectKey, seq }: OperationRecord, open: readonly OperationRecord[]) =>
  state === 'RESOLVED_NOT_DONE' &&
  open.some((other) => other.subjectKey === subjectKey && other.seq > seq && !isEnded(other.state));

/**
 * A read that proves nothing: it failed, its age is not known, or it may show the doing of another operation. It is kept, and
 * the next one is planned.
 */
const uselessRead = (atMs: number): EvidenceRead => ({
  atMs,
  result: 'inconclusive',
  complete: false,
  originalListed: false,
  newerData: false,
  sameAccess: true,
  serverAtMs: null,
});

/** True if we read with the merchant, environment and key of the send. */
async function isSameAccess(
  { environment, merchantId }: ProfileContext,
  movements: CommittedMovements,
  record: OperationRecord,
): Promise<boolean> {
  const rebuilt = await movements[record.kind].rebuild(record);
  const isSameKey = rebuilt.ok && rebuilt.value.keyFingerprint === record.keyFingerprint;
  return isSameKey && record.environment === environment && record.merchantId === merchantId;
}

export type Checker = ReturnType<typeof createChecker>;

export function createChecker(
  context: ProfileContext,
  movements: CommittedMovements,
  { turns, resolver, terminals }: { turns: Turns; resolver: Resolver; terminals: TerminalService },
) {
  /** Makes the read that can resolve this operation, and waits until it is judged. */
  async function read(record: OperationRecord): Promise<Result<null, AppError>> {
    const { evidence } = movements[record.kind];
    if (evidence.from === 'terminal') {
      const reading = await terminals.readTerminal(record.terminalId ?? '');
      if (!reading.ok) return reading;
      // The listener below has asked for its turn by now.
      await turns.allDone();
      return ok(null);
    }
    const own = await evidence.read(record, await isSameAccess(context, movements, record));
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

  /** Sets the timer. If an operation was read just now and is still due, its result could not be stored, so it waits longer. */
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
