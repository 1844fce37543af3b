/** What one read says about an operation that is not known. Pure. */
import { isUnreadableRowId, type TerminalReading } from '#shared/domain/pos-transaction.ts';
import { isDone } from '#shared/domain/operation.ts';
import { sameMoney } from '#shared/money/money.ts';
import type { GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import type { GatewayInstantRequest } from '../gateway/gateway.ts';
import type { EvidenceRead } from './evidence.ts';
import { shareOf, type Share } from './own-share.ts';
import type { OperationRecord } from './operation-record.ts';

type TerminalEvidence = {
  reading: TerminalReading;
  /** Its rows that are reversals by kind, so that an unknown word proves nothing. */
  reversalIds: ReadonlySet<string>;
  atMs: number;
  serverAtMs: number | null;
  sameAccess: boolean;
  orderIdField: 'merchant_order_id' | 'ref_number';
  /** How long the gateway's lists may lag behind what it did. */
  listLagMs: number;
  /** Other reversals of the same order. */
  others: readonly OperationRecord[];
};

/** The clocks of one gateway's machines may differ by this much, and the date of an answer is in whole seconds. */
const SKEW_MS = 2 * 60_000;

/** The gateway's clock at the first read after the send. It is no earlier than the send, whatever our own clock says. */
const firstServerAtMs = ({ reads }: OperationRecord): number | null =>
  reads.find(({ serverAtMs }) => serverAtMs !== null)?.serverAtMs ?? null;

/** True if the list holds something that the gateway dates after our send. */
export function holdsNewer(record: OperationRecord, dates: readonly (GatewayTimestamp | null)[]): boolean {
  const afterSendMs = firstServerAtMs(record);
  return (
    afterSendMs !== null &&
    dates.some((date) => date?.kind === 'instant' && date.atMs > afterSendMs + SKEW_MS)
  );
}

/** A reading of the operation's terminal, for a reversal or an acknowledgement. */
export function evidenceFromTerminal(record: OperationRecord, evidence: TerminalEvidence): EvidenceRead {
  const { reading, atMs, serverAtMs, sameAccess, listLagMs } = evidence;
  const listed = new Set([...reading.rows, ...reading.unreadable].map(({ rowId }) => rowId));
  const before = new Set(record.evidenceBefore.listedRowIds);
  const afterSendMs = firstServerAtMs(record);
  // A row that cannot be read hides what it is, unless it is one of those that a person decided on before the send.
  const complete = reading.unreadable.every(({ rowId }) => before.has(rowId));
  const newerData =
    reading.rows.some((row) => !before.has(row.rowId)) ||
    (serverAtMs !== null && afterSendMs !== null && serverAtMs > afterSendMs + listLagMs);
  const base = { atMs, complete, newerData, sameAccess, serverAtMs };
  return record.kind === 'reversal'
    ? { ...base, ...reversalEvidence(record, evidence, listed, before) }
    : { ...base, ...acknowledgementEvidence(record, listed, { complete, before }) };
}

/** Positive: a reversal of this order that was not there before, with the same amount. With another one: no proof. */
function reversalEvidence(
  record: OperationRecord,
  { reading, reversalIds, orderIdField, others }: TerminalEvidence,
  listed: Set<string>,
  before: Set<string>,
) {
  const amount = record.totals[0]?.amount;
  const reversals = reading.rows.filter(
    (row) =>
      reversalIds.has(row.rowId) &&
      !before.has(row.rowId) &&
      (orderIdField === 'ref_number' ? row.refNumber : row.merchantOrderId) === record.orderId &&
      row.refNumber === record.refNumber,
  );
  const rows = reversals.filter(
    (row) =>
      amount !== undefined &&
      (sameMoney(row.amount, amount) || sameMoney(row.amount, { ...amount, minor: -amount.minor })),
  );
  // One reversal of an order leaves one row: what another operation has done is not this one's.
  const done = others.filter(({ state, refNumber }) => isDone(state) && refNumber === record.refNumber);
  const originalListed = listed.has(record.evidenceBefore.saleRowId ?? '');
  const isThere = reversals.length > done.length;
  const unproven = originalListed && !isThere ? ('negative' as const) : ('inconclusive' as const);
  return { result: rows.length > done.length ? ('positive' as const) : unproven, originalListed };
}

/**
 * Positive if every row that the acknowledgement covered is gone, negative if all are still listed. If some are, it proves nothing.
 * A row that could not be read is known by its text and may now be listed under another text: if it covered only such rows and a
 * new row is listed, that proves nothing either.
 */
function acknowledgementEvidence(
  record: OperationRecord,
  listed: Set<string>,
  { complete, before }: { complete: boolean; before: Set<string> },
) {
  const covered = record.evidenceBefore.listedRowIds;
  const still = covered.filter((rowId) => listed.has(rowId)).length;
  const originalListed = still === covered.length;
  const mayBeRenamed = covered.every(isUnreadableRowId) && [...listed].some((rowId) => !before.has(rowId));
  if (!complete || mayBeRenamed) return { result: 'inconclusive' as const, originalListed };
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

/**
 * Positive: a request that did not exist before the send, with the same members, or the same total made after it, and that
 * no other operation of ours (`others`, each with its members) has made.
 */
export function evidenceFromRequests(
  record: OperationRecord,
  requests: readonly GatewayInstantRequest[],
  transactionIds: readonly string[],
  others: readonly (OperationRecord & { rowIds: readonly string[] })[],
  atMs: number,
  sameAccess: boolean,
): { evidence: EvidenceRead; madeId: string | null } {
  const known = new Set(record.evidenceBefore.requestIds);
  const textOf = (ids: readonly string[]) => JSON.stringify([...ids].sort());
  const members = textOf(transactionIds);
  const total = record.totals[0];
  const sentAtMs = record.sendingAtMs ?? record.createdAtMs;
  const made = requests.filter((candidate) => {
    if (known.has(candidate.requestId)) return false;
    if (candidate.transactionIds) return textOf(candidate.transactionIds) === members;
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
  // Where requests are listed without their members, all that is equal may be the other one's.
  const namesMembers = made.every((candidate) => candidate.transactionIds);
  const rivals = others.filter((other) =>
    namesMembers
      ? textOf(other.rowIds) === members
      : total !== undefined &&
        other.totals.some((one) => one.count === total.count && sameMoney(one.amount, total.amount)),
  );
  const share = shareOf(
    made.map(({ requestId }) => requestId),
    new Set(requests.map(({ requestId }) => requestId)),
    others,
    rivals,
  );
  const result = share.kind === 'own' ? ('positive' as const) : ('inconclusive' as const);
  return {
    evidence: {
      atMs,
      result,
      complete: true,
      originalListed: true,
      newerData: false,
      sameAccess,
      serverAtMs: null,
    },
    madeId: idOf(share),
  };
}

export const idOf = (share: Share): string | null => (share.kind === 'own' ? share.id : null);
