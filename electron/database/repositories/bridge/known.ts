/** What this PC knows that a bridge is built from: sales of closes that stand, settled transactions, early payouts. */
import type { UnnamedPayout } from '#shared/domain/asked-elsewhere.ts';
import type { BridgeWindow, ClosedSale, SettledRow } from '#shared/domain/bridge.ts';
import type { Kind } from '#shared/domain/kinds/index.ts';
import { isDeducted, type Oddity } from '#shared/domain/settlement.ts';
import { addMoney } from '#shared/money/money.ts';
import type { ReadableDb, ReadableFiles } from '../../db.ts';
import { salesInTime, salesNamed, type ClosedRow } from '../closing/closed-sales.ts';
import { earlyWhere, memberCounts, requestsOf } from '../early.ts';
import { rowMarksOf, operationOfRequests } from '../journal/index.ts';
import { undoneAmong } from '../kinds/undone.ts';
import { SETTLED_COLUMNS_SQL, type SettledColumns } from '../settled-compact.ts';
import { kindFacts } from '../settled-listed.ts';
import { decodeFacts } from '../settled-value.ts';

/** A sale of a close, with where it is found. */
export type KnownSale = ClosedSale & ClosedRow;

function asKnown({ cache, journal }: ReadableFiles, sales: readonly ClosedRow[]): KnownSale[] {
  const listed = new Map(
    cache
      .prepare<{ row_id: string; last_seen_at_ms: number }>(
        'SELECT row_id, last_seen_at_ms FROM pos_transaction WHERE gone_at_ms IS NULL',
      )
      .all()
      .map(({ row_id, last_seen_at_ms }) => [row_id, last_seen_at_ms]),
  );
  const gone = cache.prepare('SELECT 1 FROM pos_transaction WHERE row_id = ? AND gone_at_ms > ?');
  const ids = sales.map(({ rowId }) => rowId);
  const undone = undoneAmong(cache, ids);
  const marks = new Map(
    [...Map.groupBy(sales, ({ terminalId }) => terminalId)].map(([terminalId, own]) => [
      terminalId,
      rowMarksOf(
        journal,
        terminalId,
        own.map(({ rowId }) => rowId),
      ),
    ]),
  );
  const isGone = (rowId: string, afterMs: number) => gone.get(rowId, afterMs) !== undefined;
  return sales.map((sale): KnownSale => {
    const known = marks.get(sale.terminalId);
    return {
      ...sale,
      reversed: sale.undone || undone.has(sale.rowId) || known?.reversedRows.has(sale.rowId) === true,
      acknowledged:
        known?.acknowledged.has(sale.rowId) === true || isTaken(sale, listed.get(sale.rowId), isGone),
    };
  });
}

/**
 * What the gateway lists no more was acknowledged, here or by somebody else. `seenAtMs`: when it was last on the list; `isGone`:
 * it was on it, and was not after that moment.
 */
function isTaken(
  { rowId, told }: ClosedRow,
  seenAtMs: number | undefined,
  isGone: (rowId: string, afterMs: number) => boolean,
): boolean {
  if (!told) return seenAtMs === undefined;
  if (told.outstanding) return isGone(rowId, told.closedAtMs);
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

type Listed = ReturnType<typeof settledOf>[number];

/** Adds those that are not in it. Answers them. */
const addNew = (known: Set<string>, names: readonly (string | null)[]): string[] =>
  [...new Set(names)].filter((name): name is string => {
    if (name === null || name === '' || known.has(name)) return false;
    known.add(name);
    return true;
  });

/**
 * What a bridge of these windows is about: sales of their time, what they settle, and whatever has an order or a reference in
 * common with any of it, for that may be the same money. However many sales there are of other times, they are not read.
 */
export function knownOf(
  files: ReadableFiles,
  windowIds: readonly string[],
  spans: BridgeWindow['spans'],
): { sales: KnownSale[]; settled: KnownSettled[] } {
  const { cache } = files;
  const sales = new Map<string, ClosedRow>();
  const settled = new Map<string, Listed>();
  const asked = { orders: new Set<string>(), references: new Set<string>() };
  let moreSales = salesInTime(
    files,
    (spans ?? []).map(({ opensAtMs, closesAtMs }) => [opensAtMs, closesAtMs]),
  );
  let moreSettled = settledOf(
    cache,
    'window_id IN (SELECT value FROM json_each(?))',
    JSON.stringify(windowIds),
  );
  for (;;) {
    for (const sale of moreSales) sales.set(sale.rowId, sale);
    for (const row of moreSettled) settled.set(row.transactionId, row);
    const orders = addNew(asked.orders, [
      ...moreSales.map(({ orderId }) => orderId),
      ...moreSettled.map(({ merchantOrderId }) => merchantOrderId),
    ]);
    const references = addNew(
      asked.references,
      [...moreSales, ...moreSettled].map(({ refNumber }) => refNumber),
    );
    if (orders.length + references.length === 0) break;
    moreSales = salesNamed(files, orders, references);
    moreSettled = settledOf(
      cache,
      'merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?))',
      JSON.stringify(orders),
      JSON.stringify(references),
    );
  }
  return { sales: asKnown(files, [...sales.values()]), settled: asSettled(cache, [...settled.values()]) };
}

function asSettled(cache: ReadableDb, found: readonly Listed[]): KnownSettled[] {
  const early = new Map(
    earlyWhere(cache, 'deducted = 1').map(({ transaction_id, op_id }) => [transaction_id, op_id]),
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
