/** A payout (§4.15): a transfer under a name of our own, sent once, resolved by looking for that name. */
import type { Operation } from '#shared/contract/operations.ts';
import { inputError, movementError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, toDecimal } from '#shared/money/money.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import type { ProfileContext } from '../../../context.ts';
import type { GatewayTransfer, TransferRequest } from '../../../../gateway/endpoints/transfers.ts';
import type { EvidenceRead } from '../../../../journal/evidence.ts';
import type { OperationRecord } from '../../../../journal/operation-record.ts';
import { holdsNewer } from '../../../../journal/read-evidence.ts';
import { readAllPages } from '../../../read-all-pages.ts';
import { uuidv7 } from '../../../uuid.ts';
import type { Intent } from '../../machine/intent.ts';
import type { Movement, OwnRead } from '../../machine/movement.ts';
import type { Pipeline } from '../../machine/pipeline.ts';
import { checkWrittenForm } from '../../machine/written.ts';
import { toOperation } from '../../view.ts';

type Transfer = Omit<TransferRequest, 'merchantTransferId'>;
type Form = { reason: string; note: string; typedAmount: string };
type PayoutForm = Transfer & Form;
type Payout = Movement<Transfer, Transfer, Form>;

export function createPayouts({ movement, pipeline }: { movement: Payout; pipeline: Pipeline }) {
  const usedForms = new Set<string>();
  return {
    /** `formId` names one dialog: it makes one payout, however often it is confirmed. */
    async confirmPayout(
      formId: string,
      { reason, note, typedAmount, ...transfer }: PayoutForm,
    ): Promise<Result<{ operation: Operation }>> {
      if (usedForms.has(formId)) return err(movementError('preparation-expired'));
      const form = { reason, note, typedAmount };
      const complete = movement.checkForm(transfer, form);
      if (!complete.ok) return complete;
      usedForms.add(formId);
      const sent = await pipeline.run(() => movement.intent(transfer, form));
      return sent.ok ? ok({ operation: toOperation(sent.value.record) }) : sent;
    },
  };
}

export const payoutMovement = (context: ProfileContext): Payout => ({
  // Nothing is read before a payout: what was wanted is the plan.
  plan: async (transfer) => ok(transfer),
  checkForm: checkWrittenForm,
  intent: (transfer, form) => payoutIntent(context, transfer, form),
  judge: (record) => (status, body) => {
    const transfer = transferOf(record);
    if (!transfer) throw new Error(`operation ${record.opId} has no amount`);
    return context.gateway.payouts.readTransferAnswer(transfer, status, body);
  },
  rebuild: async (record) => {
    const transfer = transferOf(record);
    return transfer
      ? context.gateway.payouts.buildTransfer(transfer)
      : err(inputError('invalid', { where: 'operation' }));
  },
  evidence: {
    from: 'own-read',
    read: (record, sameAccess) => readPayoutEvidence(context, record, sameAccess),
  },
});

/** The transfer as it was sent: the stored body, with the amount as confirmed. */
function transferOf(record: OperationRecord): TransferRequest | null {
  const amount = record.totals[0]?.amount;
  if (!amount) return null;
  const body = JSON.parse(new TextDecoder().decode(record.body)) as Omit<TransferRequest, 'amount'>;
  return { ...body, amount };
}

/** The same account is the same recipient, however its number was grouped or typed. */
const plainNumber = (typed: string) => toAsciiDigits(typed).replaceAll(/[\s-]/g, '').toUpperCase();

async function payoutIntent(
  context: ProfileContext,
  transfer: Transfer,
  { reason, note }: Form,
): Promise<Result<Intent, AppError>> {
  const { gateway, clock } = context;
  const { method, recipientNumber, amount } = transfer;
  const opId = uuidv7(context);
  // The gateway refuses a name that was used before, so our operation id is the name.
  const request = await gateway.payouts.buildTransfer({ merchantTransferId: opId, ...transfer });
  if (!request.ok) return request;
  return ok({
    opId,
    kind: 'payout',
    // One open payout of an amount to a recipient: the same again while the first is not known is most likely a mistake.
    subject: `payout:${method}:${plainNumber(recipientNumber)}:${toDecimal(amount)}`,
    orderId: opId,
    totals: [{ count: 1, amount }],
    reason: reason.trim(),
    note: note.trim() || null,
    request: request.value,
    evidenceBefore: { readAtMs: clock.nowMs() },
    readAtMs: null,
  });
}

/** Positive: a transfer with our name and amount. A transfer with our name and another amount proves nothing; a person must see it. */
export async function readPayoutEvidence(
  { gateway, clock }: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<OwnRead, AppError>> {
  const rows: GatewayTransfer[] = [];
  let serverAtMs: number | null = null;
  const read = await readAllPages(
    (page, limit) => gateway.payouts.listTransfers({ page, limit }),
    async (page) => {
      rows.push(...page.rows);
      serverAtMs = page.serverAtMs ?? null;
    },
  );
  if (!read.ok) return read;
  const amount = record.totals[0]?.amount;
  const ours = rows.filter((row) => row.merchantTransferId === record.orderId);
  const made = ours.find((row) => amount !== undefined && sameMoney(row.amount, amount));
  const unproven = ours.length > 0 ? ('inconclusive' as const) : ('negative' as const);
  const evidence: EvidenceRead = {
    atMs: clock.nowMs(),
    result: made ? 'positive' : unproven,
    complete: read.value.unreadable === 0,
    // A payout rests on nothing that must still be listed.
    originalListed: true,
    newerData: holdsNewer(
      record,
      rows.map((row) => row.createdAt),
    ),
    sameAccess,
    serverAtMs,
  };
  return ok({ evidence, madeId: made?.transferId ?? null });
}
