/** A payout (§4.15): a transfer under a name of our own, sent once, settled by looking for that name. */
import { inputError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import { sameMoney, toDecimal } from '#shared/money/money.ts';
import { toAsciiDigits } from '#shared/text/digits.ts';
import type { ProfileContext } from '../../../core/context.ts';
import type { GatewayTransfer, TransferRequest } from '../../../gateway/endpoints/transfers.ts';
import type { EvidenceRead } from '../../../journal/evidence.ts';
import type { OperationRecord } from '../../../journal/operation-record.ts';
import { holdsNewer } from '../../../journal/read-evidence.ts';
import { readAllPages } from '../../read-all-pages.ts';
import { uuidv7 } from '../../uuid.ts';
import { checkTypedAmount } from './reversal.ts';
import type { Intent } from '../machine/intent.ts';

export type PayoutForm = Omit<TransferRequest, 'merchantTransferId'> & {
  reason: string;
  note: string;
  typedAmount: string;
};

/** The transfer as it was stored: its body is what was sent. */
export function transferOf(record: OperationRecord): TransferRequest | null {
  const amount = record.totals[0]?.amount;
  if (!amount) return null;
  const body = JSON.parse(new TextDecoder().decode(record.body)) as Omit<TransferRequest, 'amount'>;
  return { ...body, amount };
}

export function checkPayoutForm({ reason, typedAmount, amount }: PayoutForm): Result<null, AppError> {
  return reason.trim() === '' ? err(inputError('reason-needed')) : checkTypedAmount(typedAmount, amount);
}

/** However it is grouped or typed: the same account is the same recipient. */
const plainNumber = (typed: string) => toAsciiDigits(typed).replaceAll(/[\s-]/g, '').toUpperCase();

export async function payoutIntent(
  context: ProfileContext,
  { reason, note, typedAmount: _typed, ...wanted }: PayoutForm,
): Promise<Result<Intent, AppError>> {
  const { gateway, clock } = context;
  const { method, recipientNumber, amount } = wanted;
  const opId = uuidv7(context);
  // The gateway refuses the same name twice: our operation is the name.
  const request = await gateway.payouts.buildTransfer({ merchantTransferId: opId, ...wanted });
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

/** Positive: a transfer with our name and amount. One with our name and another amount is for a person to see. */
export async function readPayoutEvidence(
  { gateway, clock }: ProfileContext,
  record: OperationRecord,
  sameAccess: boolean,
): Promise<Result<{ evidence: EvidenceRead; madeId: string | null }, AppError>> {
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
    // There is nothing that must still be listed: a payout is about nothing that was there before.
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
