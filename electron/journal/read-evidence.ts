/** What one read says about a movement that is not known. Pure. */
import { REVERSAL_TYPE, type TerminalReading } from '#shared/domain/pos-transaction.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { GatewayInstantRequest } from '../gateway/gateway.ts';
import type { EvidenceRead } from './evidence.ts';
import type { OperationRecord } from './operation-record.ts';

export type TerminalEvidence = {
  reading: TerminalReading;
  atMs: number;
  serverAtMs: number | null;
  sameAccess: boolean;
  orderIdField: 'merchant_order_id' | 'ref_number';
  /** How long this gateway may take to show what it did. */
  settleWindowMs: number;
};

/** A reading of the operation's terminal, for a reversal or an acknowledgement. */
export function evidenceFromTerminal(record: OperationRecord, evidence: TerminalEvidence): EvidenceRead {
  const { reading, atMs, serverAtMs, sameAccess, settleWindowMs } = evidence;
  const listed = new Set(reading.rows.map((row) => row.rowId));
  const before = new Set(record.evidenceBefore.listedRowIds);
  const sentAtMs = record.sendingAtMs ?? record.createdAtMs;
  const complete = reading.unreadable.length === 0;
  const newerData =
    reading.rows.some((row) => !before.has(row.rowId)) ||
    (serverAtMs !== null && serverAtMs > sentAtMs + settleWindowMs);
  const base = { atMs, complete, newerData, sameAccess };
  return record.kind === 'reversal'
    ? { ...base, ...reversalEvidence(record, evidence, listed, before) }
    : { ...base, ...acknowledgementEvidence(record, listed, complete) };
}

/** Positive: a REVERSAL row of this order that was not there before, with the same amount. */
function reversalEvidence(
  record: OperationRecord,
  { reading, orderIdField }: TerminalEvidence,
  listed: Set<string>,
  before: Set<string>,
) {
  const amount = record.totals[0]?.amount;
  const shows = reading.rows.some(
    (row) =>
      row.paymentType === REVERSAL_TYPE &&
      !before.has(row.rowId) &&
      (orderIdField === 'ref_number' ? row.refNumber : row.merchantOrderId) === record.orderId &&
      row.refNumber === record.refNumber &&
      amount !== undefined &&
      (sameMoney(row.amount, amount) || sameMoney(row.amount, { ...amount, minor: -amount.minor })),
  );
  const originalListed = listed.has(record.evidenceBefore.saleRowId ?? '');
  return {
    result: shows
      ? ('positive' as const)
      : originalListed
        ? ('negative' as const)
        : ('inconclusive' as const),
    originalListed,
  };
}

/** Positive: every row it covered is gone. All still there: negative. Some of them: proves nothing. */
function acknowledgementEvidence(record: OperationRecord, listed: Set<string>, complete: boolean) {
  const covered = record.evidenceBefore.listedRowIds;
  const still = covered.filter((rowId) => listed.has(rowId)).length;
  const originalListed = still === covered.length;
  if (!complete) return { result: 'inconclusive' as const, originalListed };
  return {
    result:
      still === 0
        ? ('positive' as const)
        : originalListed
          ? ('negative' as const)
          : ('inconclusive' as const),
    originalListed,
  };
}

const SKEW_MS = 2 * 60_000;

/** Positive: a request that did not exist before the send, with the same members, or the same total made after it. */
export function evidenceFromRequests(
  record: OperationRecord,
  requests: readonly GatewayInstantRequest[],
  transactionIds: readonly string[],
  atMs: number,
  sameAccess: boolean,
): { evidence: EvidenceRead; request: GatewayInstantRequest | null } {
  const known = new Set(record.evidenceBefore.requestIds);
  const members = JSON.stringify([...transactionIds].sort());
  const total = record.totals[0];
  const sentAtMs = record.sendingAtMs ?? record.createdAtMs;
  const request = requests.find((candidate) => {
    if (known.has(candidate.requestId)) return false;
    if (candidate.transactionIds) return JSON.stringify([...candidate.transactionIds].sort()) === members;
    const madeAfter =
      candidate.createdAt?.kind === 'instant' && candidate.createdAt.atMs >= sentAtMs - SKEW_MS;
    return (
      madeAfter &&
      total !== undefined &&
      candidate.total !== null &&
      sameMoney(candidate.total, total.amount) &&
      candidate.count === total.count
    );
  });
  const result = request ? ('positive' as const) : ('inconclusive' as const);
  return {
    evidence: { atMs, result, complete: true, originalListed: true, newerData: false, sameAccess },
    request: request ?? null,
  };
}
