/** INTENT → SENDING → what came of it. Each step is committed before the next; nothing here ever repeats a send. */
import type { ProfileContext } from '../../../core/context.ts';
import type { MovementVerdict, SendMoment, SendOutcome } from '../../../gateway/gateway.ts';
import { nextCheckDelayMs } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Change } from '../../../database/repositories/journal/index.ts';
import type { Intent } from './intent.ts';
import type { MovementKinds } from '../kinds/index.ts';

/** `isStored`: false where what came of it is not in the journal; then nobody knows it, and it is made safe later. */
export type Sent = { record: OperationRecord; verdict: MovementVerdict | null; isStored: boolean };

const KEPT_BODY = 4_000;
/** The longest from the last read to the first byte. */
const READ_FRESH_MS = 30_000;

/** The change that a first attempt's outcome makes; null verdict: there was no answer to judge. */
function changeOf(
  outcome: SendOutcome,
  verdict: MovementVerdict | null,
): Pick<Change, 'code' | 'to' | 'params' | 'patch'> {
  if (outcome.kind === 'not-sent') {
    const error = { ...outcome.error, outcome: 'not-applied' as const };
    return { code: 'not-sent', to: 'NOT_SENT', params: { code: error.code }, patch: { error } };
  }
  if (outcome.kind === 'no-answer' || verdict === null) {
    const error = outcome.kind === 'no-answer' ? { ...outcome.error, outcome: 'unknown' as const } : null;
    return { code: 'not-known', to: 'UNKNOWN', params: { code: error?.code ?? '' }, patch: { error } };
  }
  const messages = verdict.kind === 'succeeded' ? verdict.messages : (verdict.error.messages ?? null);
  switch (verdict.kind) {
    case 'succeeded': {
      // What was made, by the gateway's own name: later reads must not take it for another operation's doing.
      const requestId =
        verdict.request?.requestId ?? verdict.order?.transactionId ?? verdict.transfer?.transferId;
      return {
        code: 'succeeded',
        to: 'SUCCEEDED',
        params: {},
        patch: { messages, error: null, ...(requestId !== undefined && { requestId }) },
      };
    }
    case 'refused':
      return {
        code: 'refused',
        to: 'REFUSED',
        params: { code: verdict.error.code },
        patch: { messages, error: verdict.error },
      };
    case 'unknown':
      return {
        code: 'not-known',
        to: 'UNKNOWN',
        params: { code: verdict.error.code, ...(verdict.hint && { hint: verdict.hint }) },
        patch: { messages, error: verdict.error },
      };
  }
}

/**
 * Sends a committed intent once. `attemptNo` counts from 1; when a later attempt did not happen, the first one is still
 * not known, so the operation goes back to being checked.
 */
export async function sendOnce(
  context: ProfileContext,
  kinds: MovementKinds,
  {
    opId,
    attemptNo,
    request,
    readAtMs,
  }: Pick<Intent, 'opId' | 'request' | 'readAtMs'> & { attemptNo: number },
): Promise<Sent> {
  const { db, gateway, clock, log, emit } = context;
  const note = (code: Change['code'], rest: Partial<Change> = {}) =>
    db.call('journal.change', { opId, code, to: null, params: {}, patch: {}, atMs: clock.nowMs(), ...rest });

  const sending = await note('sending', {
    to: 'SENDING',
    params: { attemptNo, bodySha256: request.bodySha256 },
    // What was read before says nothing of this attempt.
    patch: { attemptNo, sendingAtMs: clock.nowMs(), nextCheckAtMs: null, reads: [] },
  });

  // Everybody sees that it is under way, and is asked before leaving.
  emit('operations.changed', { opIds: [opId] });
  // From here on the money may have moved: whatever fails, nobody is told that it did not.
  try {
    const moments: Promise<unknown>[] = [];
    // A moment that could not be written is missed in the story; the outcome below is written or told as not known.
    const missed = (error: unknown) => log.error('moment-not-stored', { opId, error: String(error) });
    // The computer may have slept since the read: what would be sent now is not what a person confirmed.
    const isFresh = () => readAtMs === null || Math.abs(clock.nowMs() - readAtMs) <= READ_FRESH_MS;
    const outcome = await gateway.send(
      request,
      (moment: SendMoment) => moments.push(note(moment).catch(missed)),
      isFresh,
    );
    await Promise.all(moments);
    if (outcome.kind === 'answer') {
      await note('answered', {
        params: { status: outcome.status },
        patch: {
          responseStatus: outcome.status,
          responseBody: outcome.body.slice(0, KEPT_BODY),
          responseSha256: outcome.bodySha256,
        },
      });
    }
    const judge = kinds[sending.kind].judge(sending);
    const verdict = outcome.kind === 'answer' ? judge(outcome.status, outcome.body) : null;
    const change = changeOf(outcome, verdict);
    const secondDidNotHappen = attemptNo > 1 && (change.to === 'NOT_SENT' || change.to === 'REFUSED');
    const to = secondDidNotHappen ? 'CHECKING' : change.to;
    const open = to === 'UNKNOWN' || to === 'CHECKING';
    const record = await note(change.code, {
      ...change,
      to,
      patch: {
        ...change.patch,
        ...(open && { nextCheckAtMs: clock.nowMs() + nextCheckDelayMs(0), checksCount: 0 }),
      },
    });
    return { record, verdict, isStored: true };
  } catch (error) {
    log.error('movement-outcome-not-stored', { opId, error: String(error) });
    return { record: { ...sending, state: 'UNKNOWN' }, verdict: null, isStored: false };
  }
}
