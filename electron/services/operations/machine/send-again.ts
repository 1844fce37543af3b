/** Sends again what is believed absent: only a person may ask for it, after one more fresh read, and one press at a time. */
import type { InputOf } from '#shared/contract/index.ts';
import { movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { ProfileContext } from '../../context.ts';
import type { Change } from '../../../database/repositories/journal/index.ts';
import type { MovementRequest } from '../../../gateway/gateway.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import type { Approval } from '../../people/index.ts';
import { approvalFacts, decidedBy } from '../approval-facts.ts';
import { canSendAgain } from '../view.ts';
import { claimOfRecord, type ClaimHeld } from './claims.ts';
import type { Attempt } from './intent.ts';
import type { CommittedMovement, CommittedMovements, Renewal } from './movement.ts';
import { noteStored, type Pipeline } from './pipeline.ts';
import type { Checker, Resolver } from './resolve-by-read.ts';
import { checkRetypedAmount } from './retyped.ts';
import type { Detail, Story } from './story.ts';
import type { Turns } from './turns.ts';

type Parts = { turns: Turns; resolver: Resolver; checker: Checker; pipeline: Pipeline; story: Story };
type Again = { attempt: Attempt; renewal: Renewal };

const notAllowed = (state: string) => err(movementError('not-allowed-in-state', { state }));

export function createSendAgain(context: ProfileContext, movements: CommittedMovements, parts: Parts) {
  const { turns, resolver, pipeline, story } = parts;
  const { db } = context;
  const pressed = new Set<string>();

  /** Answers the attempt that may be sent now, after one more read; 'changed' if the read has resolved the operation. */
  async function prepare(opId: string, retyped: string): Promise<Result<Again, AppError> | 'changed'> {
    const before = await db.call('journal.get', opId);
    if (!before) return err(movementError('operation-not-found', { opId }));
    if (!canSendAgain(before.state)) return notAllowed(before.state);
    const knownUnstored = resolver.lastUnstored();
    const read = await readAgain(movements[before.kind], before, parts);
    const record = await db.call('journal.get', opId);
    // The read has resolved it; nothing else matters then.
    if (!record || !canSendAgain(record.state)) return 'changed';
    if (!read.ok) return read;
    // A read that could not be stored may have shown that it happened.
    const unstored = resolver.lastUnstored();
    if (unstored && unstored !== knownUnstored) throw unstored.error;
    // The read must say that it is not there: one that proves nothing is no reason to send.
    const lastRead = record.reads.at(-1);
    if (lastRead?.result !== 'negative') return err(movementError('absence-not-shown'));
    const renewal = read.value ?? ownReadRenewal(record, lastRead.atMs);
    const agreed = renewal.checkRetyped(retyped);
    if (!agreed.ok) return agreed;
    const request = await movements[record.kind].rebuild(record);
    if (!request.ok) return request;
    if (!isStoredRequest(record, request.value)) return notAllowed(record.state);
    const attemptNo = record.attemptNo + 1;
    return ok({
      renewal,
      attempt: { opId, attemptNo, request: request.value, readAtMs: renewal.readAtMs },
    });
  }

  async function sendAgain(opId: string, retyped: string, approval: Approval | null): Promise<Detail> {
    const again = await prepare(opId, retyped);
    if (again === 'changed') return story.detail(opId);
    if (!again.ok) return again;
    const { attempt, renewal } = again.value;
    const record = await db.call('journal.get', opId);
    if (!record) return err(movementError('operation-not-found', { opId }));
    const claim = await claimOfRecord(context, record);
    const commit = async (held: ClaimHeld | null) => {
      // A decision of another PC may have been taken back during the read and the claim.
      const fault = await approval?.faultNow?.();
      return fault ? err(fault) : turns.inTurn(() => commitAgain(context, { opId, renewal, approval, held }));
    };
    const sent = await pipeline.runAgain({ ...attempt, claim, commit });
    return sent.ok ? story.detailAfter(sent.value.record) : sent;
  }

  return async (
    { opId, retyped }: Omit<InputOf<'operations.sendAgain'>, 'authorization'>,
    approval: Approval | null = null,
  ): Promise<Detail> => {
    if (pressed.has(opId)) return notAllowed('SENDING');
    pressed.add(opId);
    try {
      return await sendAgain(opId, retyped, approval);
    } finally {
      pressed.delete(opId);
    }
  };
}

/** Makes the last read. Null: it was a read of the kind's own, and changes nothing in what would be sent. */
async function readAgain(
  { evidence }: CommittedMovement,
  record: OperationRecord,
  { checker, turns }: Parts,
): Promise<Result<Renewal | null, AppError>> {
  if (evidence.from === 'own-read') {
    const checked = await checker.check(record);
    return checked.ok ? ok(null) : checked;
  }
  const renewal = await evidence.readAgain(record);
  await turns.allDone();
  return renewal;
}

const ownReadRenewal = (record: OperationRecord, readAtMs: number): Renewal => ({
  readAtMs,
  checkRetyped: (retyped) => checkRetypedAmount(record.totals, retyped),
  renew: async () => ({ patch: {} }),
});

/** The request is built again: its bytes, key and address must be the stored ones. */
const isStoredRequest = (record: OperationRecord, { bodySha256, keyFingerprint, url }: MovementRequest) =>
  bodySha256 === record.bodySha256 && keyFingerprint === record.keyFingerprint && url === record.url;

/** Commits the new intent in turn. A read may have resolved the operation meanwhile: then nothing is changed or sent. */
async function commitAgain(
  context: ProfileContext,
  {
    opId,
    renewal,
    approval,
    held,
  }: { opId: string; renewal: Renewal; approval: Approval | null; held: ClaimHeld | null },
): Promise<Result<null, AppError>> {
  const { db, clock } = context;
  const current = await db.call('journal.get', opId);
  if (!current || !canSendAgain(current.state)) return notAllowed(current?.state ?? '');
  const { patch, stored } = await renewal.renew(current);
  const change: Change = {
    opId,
    code: 'sent-again',
    to: 'INTENT',
    params: { ...approvalFacts(approval), ...(held && { claim: held }) },
    patch,
    decides: decidedBy(approval),
    atMs: clock.nowMs(),
  };
  await db.call('journal.change', change);
  if (stored !== undefined) await noteStored(context, opId, stored);
  return ok(null);
}
