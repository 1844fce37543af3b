/**
 * The one way in which money moves: claim the subject where there is a head office, commit INTENT, commit SENDING, send once, judge, tell. Each step is committed before the next
 * one begins, and no send is ever repeated here. It counts what is in flight, and starts nothing while the journal or its record
 * cannot be relied on.
 */
import { movementError, peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import type { Change } from '../../../database/repositories/journal/index.ts';
import type { SendMoment, SendOutcome } from '../../../gateway/gateway.ts';
import { stepAfterSend } from '../../../journal/next-state.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Approval } from '../../people/index.ts';
import { approvalFacts, decidedBy } from '../approval-facts.ts';
import { claimOfIntent, subjectKeyOf, type ClaimHeld, type Claims, type ToClaim } from './claims.ts';
import type { Attempt, Intent, Sent } from './intent.ts';
import type { CommittedMovements } from './movement.ts';
import type { Recovery } from './recover.ts';

/** An attempt and the journal entry that must be durable before it leaves. */
type Committable = Attempt & {
  claim: ToClaim;
  commit: (held: ClaimHeld | null) => Promise<Result<null, AppError>>;
};
type Parts = {
  claims: Claims;
  recovery: Recovery;
  announce: (record: OperationRecord) => void;
  planChecks: () => void;
};

export type Pipeline = ReturnType<typeof createPipeline>;

export function createPipeline(
  context: ProfileContext,
  movements: CommittedMovements,
  { claims, recovery, announce, planChecks }: Parts,
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
    const { opId, claim, commit } = attempt.value;
    const sent = await claims.during(claim, (held) =>
      recovery.watch(opId, async () => {
        const committed = await commit(held);
        return committed.ok ? ok(await sendOnce(context, movements, attempt.value)) : committed;
      }),
    );
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
  claim: claimOfIntent(context, intent),
  commit: (held) => commitIntent(context, intent, approval, held),
});

/** Commits the intent, if what was agreed to still holds. If another operation is in the way, the error names it. */
async function commitIntent(
  context: ProfileContext,
  intent: Intent,
  approval: Approval | null,
  held: ClaimHeld | null,
): Promise<Result<null, AppError>> {
  const { environment, merchantId, actor, clock, db } = context;
  const fault = await approval?.faultNow?.();
  if (fault) return err(fault);
  const { subject, request, evidenceBefore, readAtMs: _read, seenSinceMs: _seen, stored, ...facts } = intent;
  const answer = await db.call('journal.create', {
    terminalId: null,
    orderId: null,
    refNumber: null,
    reason: null,
    note: null,
    rowIds: [],
    ...facts,
    said: { ...approvalFacts(approval), ...(held && { claim: held }) },
    decides: decidedBy(approval),
    subjectKey: subjectKeyOf(context, { subject }),
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

const KEPT_BODY = 4_000;
/** The longest time from the last read to the first byte. */
const READ_FRESH_MS = 30_000;

/** Sends a committed intent once. */
async function sendOnce(
  context: ProfileContext,
  movements: CommittedMovements,
  { opId, attemptNo, request, readAtMs }: Attempt,
): Promise<Sent> {
  const { clock, log, emit } = context;
  const write = writerOf(context, opId);
  const sending = await write('sending', {
    to: 'SENDING',
    params: { attemptNo, bodySha256: request.bodySha256 },
    // Earlier reads say nothing about this attempt.
    patch: { attemptNo, sendingAtMs: clock.nowMs(), nextCheckAtMs: null, reads: [] },
  });
  // Every window shows it as under way, and the app asks before it quits.
  emit('operations.changed', { opIds: [opId] });
  // From here on the money may have moved. Whatever fails below, nobody is told that it did not move.
  try {
    const outcome = await sendAndNote(context, { opId, request, readAtMs });
    const judge = movements[sending.kind].judge(sending);
    const verdict = outcome.kind === 'answer' ? judge(outcome.status, outcome.body) : null;
    const step = stepAfterSend(outcome, verdict, attemptNo, clock.nowMs());
    return { record: await write(step.code, step), verdict, isStored: true };
  } catch (error) {
    log.error('movement-outcome-not-stored', { opId, error: String(error) });
    return { record: { ...sending, state: 'UNKNOWN' }, verdict: null, isStored: false };
  }
}

/** Sends, and writes the moments of the send and the raw answer into the journal. */
async function sendAndNote(
  context: ProfileContext,
  { opId, request, readAtMs }: Omit<Attempt, 'attemptNo'>,
): Promise<SendOutcome> {
  const { gateway, clock, log } = context;
  const write = writerOf(context, opId);
  const moments: Promise<unknown>[] = [];
  // A moment that could not be written is only missing in the story. The outcome is written, or shown as not known.
  const notStored = (error: unknown) => log.error('moment-not-stored', { opId, error: String(error) });
  const onMoment = (moment: SendMoment) => moments.push(write(moment).catch(notStored));
  // The computer may have slept since the read. Then this is no longer what a person confirmed.
  const isFresh = () => readAtMs === null || Math.abs(clock.nowMs() - readAtMs) <= READ_FRESH_MS;
  const outcome = await gateway.send(request, onMoment, isFresh);
  await Promise.all(moments);
  if (outcome.kind === 'answer') {
    const { status, body, bodySha256 } = outcome;
    await write('answered', {
      params: { status },
      patch: {
        responseStatus: status,
        responseBody: body.slice(0, KEPT_BODY),
        responseSha256: bodySha256,
      },
    });
  }
  return outcome;
}

const writerOf =
  ({ db, clock }: ProfileContext, opId: string) =>
  (code: Change['code'], rest: Partial<Change> = {}) =>
    db.call('journal.change', { opId, code, to: null, params: {}, patch: {}, atMs: clock.nowMs(), ...rest });
