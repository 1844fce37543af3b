/** Follows operations that are not known: reads on the schedule, and evidence from every reading of their terminal. */
import { isTerminal } from '#shared/domain/operation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import { dueInMs, type EvidenceRead } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { evidenceFromTerminal } from '../../../journal/read-evidence.ts';
import type { TerminalRead, TerminalService } from '../../terminals/index.ts';
import type { MovementKinds, ReadEvidence } from '../kinds/index.ts';
import { AFTER_FAILURE_MS } from './left-behind.ts';
import { stepsAfterRead } from './resolve-by-read.ts';
import { canCheck, isFollowed } from '../view.ts';

type Needs = { terminals: TerminalService; kinds: MovementKinds };

export type Checker = ReturnType<typeof createChecker>;

export function createChecker(
  context: ProfileContext,
  needs: Needs,
  onChange: (record: OperationRecord) => void,
) {
  const { db, gateway, clock, log, capabilities } = context;
  let queue: Promise<void> = Promise.resolve();
  let cancelTimer = () => {};
  let stopped = false;
  let unstored: { error: unknown } | null = null;

  const failed = (what: string) => (error: unknown) => {
    if (!stopped) log.error(what, { error: String(error) });
  };

  async function isSameAccess(record: OperationRecord): Promise<boolean> {
    const probe = await gateway.buildAcknowledgement('probe');
    const sameKey = probe.ok && probe.value.keyFingerprint === record.keyFingerprint;
    return sameKey && record.environment === context.environment && record.merchantId === context.merchantId;
  }

  async function apply(record: OperationRecord, read: EvidenceRead, requestId?: string): Promise<void> {
    let after = record;
    for (const step of stepsAfterRead(record, read, clock.nowMs(), capabilities)) {
      const patch = { ...step.patch, ...(requestId !== undefined && { requestId }) };
      after = await db.call('journal.change', { opId: record.opId, ...step, patch, atMs: clock.nowMs() });
    }
    if (after === record) return;
    onChange(after);
    // Called not done, it was no longer read for; whoever's reading contradicts that, others follow it.
    if (after.state === 'DISPUTED' && record.state !== after.state) void plan();
  }

  /** Called not done, and a newer operation on the same subject is open: what is seen now is most likely its doing, and it has the lock. */
  const isOvertaken = ({ state, subjectKey, seq }: OperationRecord, open: readonly OperationRecord[]) =>
    state === 'RESOLVED_NOT_DONE' &&
    open.some((other) => other.subjectKey === subjectKey && other.seq > seq && !isTerminal(other.state));

  /** A read that failed, is of no known age, or may show another's doing, is noted, too: it proves nothing, and the next one is planned. */
  async function noteUselessRead(record: OperationRecord): Promise<void> {
    const read = {
      atMs: clock.nowMs(),
      result: 'inconclusive' as const,
      complete: false,
      originalListed: false,
      newerData: false,
      sameAccess: true,
      serverAtMs: null,
    };
    await apply(record, read);
  }

  /** Asked for before it was sent, a reading says nothing of it; nor does one whose age cannot be told, since the clock was set back. */
  async function applyNotThere(
    record: OperationRecord,
    { askedAtMs }: TerminalRead,
    evidence: EvidenceRead,
  ): Promise<void> {
    const sentAtMs = record.sendingAtMs ?? askedAtMs;
    if (sentAtMs > clock.nowMs()) await noteUselessRead(record);
    else if (askedAtMs >= sentAtMs) await apply(record, evidence);
  }

  async function judgeReading(read: TerminalRead): Promise<void> {
    const open = await db.call('journal.settleable', { terminalId: read.reading.terminalId });
    for (const record of open) {
      if (!canCheck(record.state) && record.state !== 'RESOLVED_NOT_DONE') continue;
      if (isOvertaken(record, open)) continue;
      const evidence = evidenceFromTerminal(record, {
        reading: read.reading,
        atMs: read.readAtMs,
        serverAtMs: read.serverAtMs,
        sameAccess: await isSameAccess(record),
        orderIdField: gateway.reversalOrderIdField,
        settleWindowMs: capabilities.settleWindowMs,
        others: record.kind === 'reversal' ? await db.call('journal.othersLike', record.opId) : [],
      });
      if (evidence.result === 'positive') await apply(record, evidence);
      else if (record.state !== 'RESOLVED_NOT_DONE') await applyNotThere(record, read, evidence);
    }
  }

  /** Changes follow one another: no read and no person judges a state that another one is changing. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = queue.then(work);
    queue = mine.then(
      () => undefined,
      () => undefined,
    );
    return mine;
  }
  const enqueue = (work: () => Promise<void>): Promise<void> =>
    inTurn(work).catch((error: unknown) => {
      unstored = { error };
      failed('evidence-not-stored')(error);
    });

  async function checkByRead(
    record: OperationRecord,
    readEvidence: ReadEvidence,
  ): Promise<Result<null, AppError>> {
    const read = await readEvidence(record, await isSameAccess(record));
    if (!read.ok) return read;
    await enqueue(async () => {
      const current = await db.call('journal.get', record.opId);
      if (!current || !isFollowed(current)) return;
      // It was asked for before another attempt left, so that its not being there says nothing of that one.
      const isOld = current.attemptNo !== record.attemptNo;
      if (isOld && read.value.evidence.result !== 'positive') return;
      const overtaken = isOvertaken(current, await db.call('journal.settleable', { terminalId: null }));
      if (overtaken) await noteUselessRead(current);
      else await apply(current, read.value.evidence, read.value.madeId ?? undefined);
    });
    return ok(null);
  }

  async function checkByReading({ terminalId }: OperationRecord): Promise<Result<null, AppError>> {
    const read = await needs.terminals.readTerminal(terminalId ?? '');
    if (!read.ok) return read;
    // The listener below has put the evidence of this reading in the queue.
    await queue;
    return ok(null);
  }

  const noteFailedRead = ({ opId, attemptNo }: OperationRecord): Promise<void> =>
    enqueue(async () => {
      const current = await db.call('journal.get', opId);
      const isOurs = current?.attemptNo === attemptNo;
      if (current && isOurs && isFollowed(current)) await noteUselessRead(current);
    });

  /** Makes one read for this operation now; the evidence is stored when it answers. A read that could not be kept proves nothing, too. */
  async function check(record: OperationRecord): Promise<Result<null, AppError>> {
    const { readEvidence } = needs.kinds[record.kind];
    try {
      const checked = await (readEvidence ? checkByRead(record, readEvidence) : checkByReading(record));
      if (!checked.ok) await noteFailedRead(record);
      return checked;
    } catch (error) {
      await noteFailedRead(record);
      throw error;
    }
  }

  const isPlanned = (record: OperationRecord) =>
    canCheck(record.state) || (isFollowed(record) && record.nextCheckAtMs !== null);

  /** One round of reads. A reading of a terminal is one for all its operations, so each is looked at again when its turn comes; one that fails holds up no other. */
  async function checkDue(): Promise<void> {
    const read = new Set<string>();
    for (const { opId } of await db.call('journal.settleable', { terminalId: null })) {
      const record = await db.call('journal.get', opId);
      if (stopped || !record || !isPlanned(record) || dueInMs(record, clock.nowMs()) > 0) continue;
      read.add(opId);
      await check(record).catch(failed('scheduled-check-failed'));
    }
    await planNext(read);
  }

  /** Sets the timer for the read that is due next. What was read just now and is due still could not be stored: that waits. */
  async function planNext(read: ReadonlySet<string> = new Set()): Promise<void> {
    const open = await db.call('journal.settleable', { terminalId: null });
    const nowMs = clock.nowMs();
    const delays = open.filter(isPlanned).map((record) => {
      const delayMs = dueInMs(record, nowMs);
      return delayMs === 0 && read.has(record.opId) ? AFTER_FAILURE_MS : delayMs;
    });
    setTimer(delays.length > 0 ? Math.min(...delays) : null);
  }

  function setTimer(delayMs: number | null): void {
    cancelTimer();
    cancelTimer = delayMs === null || stopped ? () => {} : clock.after(delayMs, () => void orLater(checkDue));
  }

  /** What fails here is made up for: nothing that is open is forgotten because the disk failed once. */
  const orLater = (work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      failed('checks-not-planned')(error);
      setTimer(AFTER_FAILURE_MS);
    });

  const plan = () => orLater(planNext);
  const unsubscribe = needs.terminals.onRead((read) => void enqueue(() => judgeReading(read)));

  return {
    check,
    inTurn,
    /** The newest failure to store what a read said; another object for each. */
    lastUnstored: () => unstored,
    /** When every reading made so far has been judged. */
    settled: async (): Promise<Result<null, AppError>> => {
      await queue;
      return ok(null);
    },
    plan,
    async stop(): Promise<void> {
      stopped = true;
      cancelTimer();
      unsubscribe();
      await queue;
    },
  };
}
