/**
 * The one way in which money moves: commit, send once, judge, tell. It counts what is in flight, and starts nothing while
 * the journal or its record cannot be relied on.
 */
import { movementError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Approval } from '../../people/index.ts';
import { approvalFacts, decidedBy } from '../approval-facts.ts';
import type { Intent } from './intent.ts';
import type { CommittedKinds } from './kind.ts';
import type { Recovery } from './recover.ts';
import { sendOnce, type Attempt, type Sent } from './send-once.ts';

/** An attempt and the journal entry that must be durable before it leaves. */
type Committable = Attempt & { commit: () => Promise<Result<null, AppError>> };
type Parts = {
  recovery: Recovery;
  announce: (record: OperationRecord) => void;
  planChecks: () => void;
};

export type Pipeline = ReturnType<typeof createPipeline>;

export function createPipeline(
  context: ProfileContext,
  kinds: CommittedKinds,
  { recovery, announce, planChecks }: Parts,
) {
  let inFlight = 0;
  let isRecovered = false;
  let recordIsBroken = false;
  let isClosed = false;

  /** Counts the work as in flight. A movement is counted from the check of the PIN to its answer. */
  async function whileInFlight<T>(work: () => Promise<T>): Promise<T> {
    inFlight += 1;
    try {
      return await work();
    } finally {
      inFlight -= 1;
    }
  }

  async function runAttempt(
    attemptOf: () => Promise<Result<Committable, AppError>>,
  ): Promise<Result<Sent, AppError>> {
    const attempt = await attemptOf();
    if (!attempt.ok) return attempt;
    const sent = await recovery.watch(attempt.value.opId, async () => {
      const committed = await attempt.value.commit();
      return committed.ok ? ok(await sendOnce(context, kinds, attempt.value)) : committed;
    });
    if (sent.ok) announce(sent.value.record);
    return sent;
  }

  async function move(attemptOf: () => Promise<Result<Committable, AppError>>) {
    if (!isRecovered || recordIsBroken || isClosed) return err(movementError('journal-blocked'));
    try {
      return await whileInFlight(() => runAttempt(attemptOf));
    } finally {
      planChecks();
    }
  }

  return {
    /** Runs one confirmed movement, from its intent to its answer. */
    run: (intent: () => Promise<Result<Intent, AppError>>, approval: Approval | null = null) =>
      move(async () => {
        const made = await intent();
        return made.ok ? ok(firstAttempt(context, made.value, approval)) : made;
      }),
    /** Runs another attempt of an operation; only a person may ask for that. */
    runAgain: (attempt: Committable) => move(async () => ok(attempt)),
    whileInFlight,
    inFlight: () => inFlight,
    recovered: (is: boolean) => void (isRecovered = is),
    recordBroken: (is: boolean) => void (recordIsBroken = is),
    isRecordBroken: () => recordIsBroken,
    close: () => void (isClosed = true),
  };
}

const NOTHING_BEFORE = { listedRowIds: [], saleRowId: null, snapshotId: null, requestIds: [] };

const firstAttempt = (context: ProfileContext, intent: Intent, approval: Approval | null): Committable => ({
  opId: intent.opId,
  attemptNo: 1,
  request: intent.request,
  readAtMs: intent.readAtMs,
  commit: () => commitIntent(context, intent, approval),
});

/** Commits the intent. If another operation is in the way, the error names it. */
async function commitIntent(
  context: ProfileContext,
  intent: Intent,
  approval: Approval | null,
): Promise<Result<null, AppError>> {
  const { environment, merchantId, actor, clock, db } = context;
  const { subject, request, evidenceBefore, readAtMs: _read, stored, ...facts } = intent;
  const answer = await db.call('journal.create', {
    terminalId: null,
    orderId: null,
    refNumber: null,
    reason: null,
    note: null,
    rowIds: [],
    ...facts,
    approval: approvalFacts(approval),
    decides: decidedBy(approval),
    subjectKey: `${environment}:${merchantId}:${subject}`,
    environment,
    merchantId,
    actor: actor(),
    ...request,
    evidenceBefore: { ...NOTHING_BEFORE, ...evidenceBefore },
    atMs: clock.nowMs(),
  });
  if (answer.kind === 'request-not-open') return err(peopleError('request-not-open'));
  if (answer.kind !== 'created') return err(movementError(answer.kind, { opId: answer.opId }));
  if (stored !== undefined) await noteStored(context, intent.opId, stored);
  return ok(null);
}

/** Says in the story that the rows of an acknowledgement are durable. */
export const noteStored = ({ db, clock }: ProfileContext, opId: string, count: number) =>
  db.call('journal.change', {
    opId,
    code: 'stored',
    to: null,
    params: { count },
    patch: {},
    atMs: clock.nowMs(),
  });
