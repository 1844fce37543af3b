/** INTENT → SENDING → outcome. Each step is committed before the next one begins, and no send is ever repeated here. */
import type { ProfileContext } from '../../../core/context.ts';
import type { MovementRequest, MovementVerdict, SendMoment, SendOutcome } from '../../../gateway/gateway.ts';
import type { Change } from '../../../database/repositories/journal/index.ts';
import { stepAfterSend } from '../../../journal/next-state.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { CommittedKinds } from './kind.ts';

/** `isStored`: false if the outcome is not in the journal. Then nobody knows it, and the operation is made safe later. */
export type Sent = { record: OperationRecord; verdict: MovementVerdict | null; isStored: boolean };
/** One attempt to send; `attemptNo` counts from 1. */
export type Attempt = {
  opId: string;
  attemptNo: number;
  request: MovementRequest;
  readAtMs: number | null;
};

const KEPT_BODY = 4_000;
/** The longest time from the last read to the first byte. */
const READ_FRESH_MS = 30_000;

/** Sends a committed intent once. */
export async function sendOnce(
  context: ProfileContext,
  kinds: CommittedKinds,
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
    const judge = kinds[sending.kind].judge(sending);
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
  // A moment that cannot be written is only missing in the story. The outcome is written, or told as not known.
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
