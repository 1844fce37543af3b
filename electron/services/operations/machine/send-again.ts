/** Sending again what is believed absent: only a person, only after one more fresh read, one press at a time. */
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { Change } from '../../../database/repositories/journal/index.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { evidenceOf, planAcknowledgement, storeSnapshot, type AckPlan } from '../kinds/acknowledgement.ts';
import type { Checker } from './checker.ts';
import type { LeftBehind } from './left-behind.ts';
import type { MovementKinds } from '../kinds/index.ts';
import type { TerminalRead, TerminalService } from '../../terminals/index.ts';
import type { Approval } from '../../people/index.ts';
import { approvalFacts, decidedBy } from '../approval-facts.ts';
import { checkTypedAmount, rowIdsOf } from '../kinds/reversal.ts';
import { sendOnce, type Sent } from './send-once.ts';
import { canSendAgain } from '../view.ts';

type Detail = Result<OutputOf<'operations.detail'>>;
type Fresh = { plan: AckPlan | null; read: TerminalRead | null };
type Parts = {
  checker: Checker;
  leftBehind: LeftBehind;
  move: (send: () => Promise<Result<Sent, AppError>>) => Promise<Result<Sent, AppError>>;
  detailOf: (opId: string) => Promise<Detail>;
  detailAfter: (record: OperationRecord) => Promise<Detail>;
};

export function createSendAgain(
  context: ProfileContext,
  { terminals, kinds }: { terminals: TerminalService; kinds: MovementKinds },
  { checker, leftBehind, move, detailOf, detailAfter }: Parts,
) {
  const { db, clock } = context;
  const sendingAgain = new Set<string>();

  /** An acknowledgement that is sent again covers what is outstanding now: stored before anything leaves. */
  async function renewAcknowledgement(opId: string, plan: AckPlan, approval: Approval | null): Promise<void> {
    const { rows, totals } = plan;
    const snapshotId = await storeSnapshot(context, plan);
    const rowIds = rows.map((row) => row.rowId);
    await noteSentAgain(opId, { totals, evidenceBefore: evidenceOf(plan, snapshotId), rowIds }, approval);
    await db.call('journal.change', {
      opId,
      code: 'stored',
      to: null,
      params: { count: rows.length },
      patch: {},
      atMs: clock.nowMs(),
    });
  }
  const noteSentAgain = (opId: string, patch: Change['patch'], approval: Approval | null) =>
    db.call('journal.change', {
      opId,
      code: 'sent-again',
      to: 'INTENT',
      params: approvalFacts(approval),
      patch,
      decides: decidedBy(approval),
      atMs: clock.nowMs(),
    });

  /** A read may have settled it meanwhile: then nothing may be changed or sent. */
  const renew = (
    record: OperationRecord,
    plan: AckPlan | null,
    read: TerminalRead | null,
    approval: Approval | null,
  ): Promise<Result<null, AppError>> =>
    checker.inTurn(async () => {
      const current = await db.call('journal.get', record.opId);
      if (!current || !canSendAgain(current.state))
        return err(movementError('not-allowed-in-state', { state: current?.state ?? '' }));
      if (plan) await renewAcknowledgement(record.opId, plan, approval);
      else await noteSentAgain(record.opId, read ? { evidenceBefore: seenBy(current, read) } : {}, approval);
      return ok(null);
    });

  /** What is listed before this attempt is nothing newer than it. */
  const seenBy = ({ evidenceBefore }: OperationRecord, read: TerminalRead) => ({
    ...evidenceBefore,
    readAtMs: read.readAtMs,
    listedRowIds: [...new Set([...evidenceBefore.listedRowIds, ...rowIdsOf(read)])],
  });

  /** One fresh read is both the last evidence and, for an acknowledgement, the set that would be sent. */
  async function readFresh(record: OperationRecord): Promise<Result<Fresh, AppError>> {
    const terminalId = record.terminalId ?? '';
    if (kinds[record.kind].readEvidence) {
      const checked = await checker.check(record);
      return checked.ok ? ok({ plan: null, read: null }) : checked;
    }
    if (record.kind === 'acknowledgement') {
      const plan = await planAcknowledgement(context, terminals, terminalId);
      await checker.settled();
      return plan.ok ? ok({ plan: plan.value, read: null }) : plan;
    }
    const read = await terminals.readTerminal(terminalId);
    await checker.settled();
    return read.ok ? ok({ plan: null, read: read.value }) : read;
  }

  function checkRetyped(
    record: OperationRecord,
    plan: AckPlan | null,
    retyped: string,
  ): Result<null, AppError> {
    if (plan) {
      const count = plan.rows.length;
      return toAsciiDigits(retyped).trim() === String(count)
        ? ok(null)
        : err(movementError('set-changed', { count }));
    }
    const amount = record.totals[0]?.amount;
    return amount ? checkTypedAmount(retyped, amount) : err(inputError('amount-not-understood'));
  }

  async function sendAgainOnce(opId: string, retyped: string, approval: Approval | null): Promise<Detail> {
    const before = await db.call('journal.get', opId);
    if (!before) return err(movementError('operation-not-found', { opId }));
    if (!canSendAgain(before.state))
      return err(movementError('not-allowed-in-state', { state: before.state }));
    const knownUnstored = checker.lastUnstored();
    const fresh = await readFresh(before);
    const record = await db.call('journal.get', opId);
    // The read has settled it, whatever else is to be said of it.
    if (!record || !canSendAgain(record.state)) return detailOf(opId);
    if (!fresh.ok) return fresh;
    // What this read said is known only where it was stored: it may have shown that it happened.
    const unstored = checker.lastUnstored();
    if (unstored && unstored !== knownUnstored) throw unstored.error;
    // It must say that it is not there: what proves nothing is no ground to send.
    const lastRead = record.reads.at(-1);
    if (lastRead?.result !== 'negative') return err(movementError('absence-not-shown'));
    const { plan, read } = fresh.value;
    const agreed = checkRetyped(record, plan, retyped);
    if (!agreed.ok) return agreed;
    // Built again: its bytes, key and address must be those that were stored.
    const request = await kinds[record.kind].rebuild(record);
    if (!request.ok) return request;
    const { bodySha256, keyFingerprint, url } = request.value;
    if (bodySha256 !== record.bodySha256 || keyFingerprint !== record.keyFingerprint || url !== record.url)
      return err(movementError('not-allowed-in-state', { state: record.state }));
    const again = async () => {
      const renewed = await renew(record, plan, read, approval);
      if (!renewed.ok) return renewed;
      const sent = await sendOnce(context, kinds, {
        opId,
        attemptNo: record.attemptNo + 1,
        request: request.value,
        readAtMs: (plan?.read ?? read)?.readAtMs ?? lastRead.atMs,
      });
      return ok(sent);
    };
    const sent = await move(() => leftBehind.attempt(opId, again));
    return sent.ok ? detailAfter(sent.value.record) : sent;
  }

  return async (
    { opId, retyped }: Omit<InputOf<'operations.sendAgain'>, 'authorization'>,
    approval: Approval | null = null,
  ): Promise<Detail> => {
    if (sendingAgain.has(opId)) return err(movementError('not-allowed-in-state', { state: 'SENDING' }));
    sendingAgain.add(opId);
    try {
      return await sendAgainOnce(opId, retyped, approval);
    } finally {
      sendingAgain.delete(opId);
    }
  };
}
