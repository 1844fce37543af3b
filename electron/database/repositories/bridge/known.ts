/** What this PC knows that a bridge is built from: sales of closes that stand, settled transactions, early payouts. */
import type { UnnamedPayout } from '#shared/domain/asked-elsewhere.ts';
import type { ClosedSale, SettledRow } from '#shared/domain/bridge.ts';
import type { Kind } from '#shared/domain/kinds/index.ts';
import { isDeducted, type Oddity } from '#shared/domain/settlement.ts';
import { addMoney } from '#shared/money/money.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { standingOthers, type OtherStanding } from '../closing/other-closes.ts';
import { salesOfCloses, type ClosedRow } from '../closing/closed-sales.ts';
import { earlyWhere, memberCounts, requestsOf } from '../early.ts';
import { rowMarksOf, operationOfRequests } from '../journal/index.ts';
import { undoneIds } from '../kinds/undone.ts';
import { SETTLED_COLUMNS_SQL, type SettledColumns } from '../settled-compact.ts';
import { kindFacts } from '../settled-listed.ts';
import { decodeFacts } from '../settled-value.ts';

/** A sale of a close, with where it is found. */
export type KnownSale = ClosedSale & ClosedRow;

const standingCloses = (journal: ReadableDb): string[] =>
  journal
    .prepare<{ closing_id: string }>('SELECT closing_id FROM closing WHERE number IS NOT NULL ORDER BY seq')
    .all()
    .map(({ closing_id }) => closing_id);

export function knownSales({ cache, journal }: ReadableFiles): KnownSale[] {
  const listed = new Map(
    cache
      .prepare<{ row_id: string; last_seen_at_ms: number }>(
        'SELECT row_id, last_seen_at_ms FROM pos_transaction WHERE gone_at_ms IS NULL',
      )
      .all()
      .map(({ row_id, last_seen_at_ms }) => [row_id, last_seen_at_ms]),
  );
  const undone = undoneIds(cache);
  const others = standingOthers(cache);
  const sales = salesOfCloses({ cache, journal }, [
    ...standingCloses(journal),
    ...others.map(({ closingId }) => closingId),
  ]);
  const told = new Map(others.map((close) => [close.closingId, close]));
  const marks = new Map(
    [...Map.groupBy(sales, ({ terminalId }) => terminalId)].map(([terminalId, own]) => {
      const ids = own.map(({ rowId }) => rowId);
      return [terminalId, rowMarksOf(journal, terminalId, ids)];
    }),
  );
  return sales.map((sale): KnownSale => {
    const known = marks.get(sale.terminalId);
    return {
      ...sale,
      reversed: sale.undone || undone.has(sale.rowId) || known?.reversedRows.has(sale.rowId) === true,
      acknowledged:
        known?.acknowledged.has(sale.rowId) === true ||
        isTaken(sale, listed.get(sale.rowId), told.get(sale.closingId)),
    };
  });
}

/** What the gateway lists no more was acknowledged, here or by somebody else. `seenAtMs`: when it was last on the list. */
function isTaken(sale: ClosedRow, seenAtMs: number | undefined, told: OtherStanding | undefined): boolean {
  if (sale.pc === null || !told) return seenAtMs === undefined;
  // A provisional close acknowledges nothing; one that is final did, whatever was listed here before.
  return !told.isProvisional && (seenAtMs === undefined || seenAtMs < told.closedAtMs);
}

/** Early payouts asked for elsewhere whose sales nobody names, made while these windows were under way. */
export function unnamedPayouts(
  { cache, journal }: ReadableFiles,
  currency: string,
  { fromMs, toMs }: { fromMs: number | null; toMs: number | null },
): UnnamedPayout[] {
  const named = memberCounts(cache, journal);
  const ours = operationOfRequests(journal);
  return requestsOf(cache).flatMap((request) => {
    const { requestId, status, createdAt, totalNet, netTransfer, totalFees } = request;
    if (!isDeducted(status) || named.has(requestId) || ours.has(requestId)) return [];
    const net = totalNet ?? (netTransfer && totalFees && addMoney(netTransfer, totalFees));
    if (net?.currency !== currency) return [];
    const atMs = createdAt?.kind === 'instant' ? createdAt.atMs : null;
    const isInTime =
      atMs === null || ((fromMs === null || atMs >= fromMs) && (toMs === null || atMs <= toMs));
    return isInTime ? [{ requestId, netMinor: net.minor }] : [];
  });
}

export type KnownSettled = SettledRow & {
  readonly terminalId: string | null;
  readonly branchId: string | null;
  readonly odd: Oddity[];
};

const settledOf = (cache: ReadableDb, where: string, ...args: unknown[]) =>
  cache
    .prepare<SettledColumns & { kind: Kind; undoes: string | null }>(
      `SELECT ${SETTLED_COLUMNS_SQL}, kind, undoes FROM settled WHERE (${where}) AND kind <> 'authorization'`,
    )
    .safeIntegers()
    .all(...args)
    .map((row) => {
      const settled = decodeFacts(row);
      return { ...settled, ...kindFacts(settled, row) };
    });

/** What the windows settle, and whatever else these sales were settled as. */
export function knownSettled(
  files: ReadableFiles,
  windowIds: readonly string[],
  sales: readonly KnownSale[],
): KnownSettled[] {
  const { cache } = files;
  const early = new Map(
    earlyWhere(cache, 'deducted = 1').map(({ transaction_id, op_id }) => [transaction_id, op_id]),
  );
  const orders = JSON.stringify([...new Set(sales.flatMap(({ orderId }) => orderId ?? []))]);
  const references = JSON.stringify([...new Set(sales.flatMap(({ refNumber }) => refNumber ?? []))]);
  const found = settledOf(
    cache,
    `window_id IN (SELECT value FROM json_each(?)) OR merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?))`,
    JSON.stringify(windowIds),
    orders,
    references,
  );
  return found.map((row) => ({
    transactionId: row.transactionId,
    orderId: row.merchantOrderId,
    refNumber: row.refNumber,
    kind: row.kind,
    amount: row.adds,
    fee: row.fee,
    vat: row.vat,
    net: row.net,
    windowId: row.windowId,
    paidEarly: early.has(row.transactionId),
    askedElsewhere: early.get(row.transactionId) === null,
    odd: row.odd,
    terminalId: row.terminalId,
    branchId: row.branchId,
  }));
}
