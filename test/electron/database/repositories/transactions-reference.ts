/**
 * A terminal's transactions as they were found before SQL did it: everything is read and decoded, then filtered and sorted in memory.
 * Slow, plain, and what the list is compared with.
 */
import { z } from 'zod';
import { absolute, sameMoney, toDecimal, type Money } from '#shared/money/money.ts';
import { addsOfRow, isReturn, isUndoing, kinds, shownAmount, sumRows } from '#shared/domain/kinds/index.ts';
import { isDone, isEnded, type MovementKind, type OperationState } from '#shared/domain/operation.ts';
import { matchSales, type ClosedSale, type SettledRow } from '#shared/domain/bridge.ts';
import { searchText } from '#shared/text/digits.ts';
import type {
  LinkedRow,
  Transaction,
  TransactionFilter,
  TransactionSort,
} from '#shared/contract/terminals.ts';
import type { ReadableDb, ReadableFiles } from '#electron/database/db.ts';
import { earlyWhere } from '#electron/database/repositories/early.ts';

const rowSchema = z.object({
  row_id: z.string(),
  terminal_id: z.string(),
  merchant_order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  amount_minor: z.bigint(),
  currency: z.string(),
  payment_type: z.string().nullable(),
  entry_mode: z.string().nullable(),
  raw: z.string(),
  search: z.string(),
  position: z.bigint(),
  first_seen_at_ms: z.bigint(),
  last_seen_at_ms: z.bigint(),
  gone_at_ms: z.bigint().nullable(),
  kind: z.enum(kinds),
  undoes: z.string().nullable(),
  noisy: z.bigint(),
});
type Stored = z.output<typeof rowSchema>;

function marksOf(journal: ReadableDb, terminalId: string) {
  const rows = journal
    .prepare<{ row_id: string; state: OperationState; kind: MovementKind; at_ms: number; actor: string }>(
      `SELECT r.row_id, o.state, o.kind, o.updated_at_ms AS at_ms, o.actor
       FROM operation o JOIN operation_row r USING (op_id) WHERE o.terminal_id = ? ORDER BY o.seq`,
    )
    .all(terminalId);
  const reversedRows = new Map<string, { atMs: number; by: string }>();
  const unknownRowIds = new Set<string>();
  const acknowledged = new Set<string>();
  for (const { row_id, state, kind, at_ms, actor } of rows) {
    const done = isDone(state);
    if (done && kind === 'reversal') reversedRows.set(row_id, { atMs: at_ms, by: actor });
    if (done && kind === 'acknowledgement') acknowledged.add(row_id);
    if (!done && !isEnded(state)) unknownRowIds.add(row_id);
  }
  return { reversedRows, unknownRowIds, acknowledged };
}

/** Which of these rows an early payout has, and whether it was paid: by order and reference, as the bridge finds them. */
function earlyOf(cache: ReadableDb, rows: readonly Stored[]): Map<string, 'early-asked' | 'paid-early'> {
  const orders = JSON.stringify(rows.flatMap((row) => row.merchant_order_id ?? []));
  const references = JSON.stringify(rows.flatMap((row) => row.ref_number ?? []));
  const found = earlyWhere(
    cache,
    'merchant_order_id IN (SELECT value FROM json_each(?)) OR ref_number IN (SELECT value FROM json_each(?))',
    orders,
    references,
  );
  if (found.length === 0) return new Map();
  const sales = rows
    .filter((row) => row.kind === 'sale')
    .map((row): ClosedSale => ({
      rowId: row.row_id,
      orderId: row.merchant_order_id,
      refNumber: row.ref_number,
      amount: { minor: row.amount_minor, currency: row.currency },
      atMs: Number(row.first_seen_at_ms),
      reversed: false,
      acknowledged: true,
    }));
  const early = found.flatMap((one): SettledRow[] =>
    one.amount_minor === null || one.currency === null
      ? []
      : [
          {
            transactionId: one.transaction_id,
            orderId: one.merchant_order_id,
            refNumber: one.ref_number,
            kind: 'sale',
            amount: { minor: one.amount_minor, currency: one.currency },
            fee: null,
            vat: null,
            net: null,
            windowId: null,
            paidEarly: one.paid === 1n,
          },
        ],
  );
  const amounts = new Map(sales.map(({ rowId, amount }) => [rowId, amount]));
  return new Map(
    [...matchSales(sales, early)].flatMap(([rowId, { paidEarly, amount }]) => {
      // References are a terminal's own: the same one elsewhere, with another amount, is another sale.
      const own = amounts.get(rowId);
      return own && sameMoney(own, amount)
        ? [[rowId, paidEarly ? 'paid-early' : 'early-asked'] as const]
        : [];
    }),
  );
}

const linked = (row: Stored): LinkedRow => ({
  rowId: row.row_id,
  refNumber: row.ref_number,
  kind: row.kind,
  amount: { minor: row.amount_minor, currency: row.currency },
  firstSeenAtMs: Number(row.first_seen_at_ms),
});

/** By sale, the rows that take money back from it. */
function undoingRows(stored: readonly Stored[]): ReadonlyMap<string, Stored[]> {
  const undoneBy = new Map<string, Stored[]>();
  for (const row of stored) {
    if (row.undoes === null) continue;
    const others = undoneBy.get(row.undoes);
    if (others) others.push(row);
    else undoneBy.set(row.undoes, [row]);
  }
  return undoneBy;
}

/** All rows of one terminal with what the journal says of them. A terminal's list is small: one answer of the gateway. */
function rowsOf(
  { cache, journal }: ReadableFiles,
  terminalId: string,
): { stored: Stored; transaction: Transaction }[] {
  const marks = marksOf(journal, terminalId);
  const stored = cache
    .prepare('SELECT * FROM pos_transaction WHERE terminal_id = ? ORDER BY first_seen_at_ms, row_id')
    .safeIntegers()
    .all(terminalId)
    .map((row) => rowSchema.parse(row));
  const listed = stored.filter((row) => row.gone_at_ms === null);
  const byId = new Map(stored.map((row) => [row.row_id, row]));
  const undoneBy = undoingRows(stored);
  const references = new Map<string, number>();
  for (const { ref_number, kind } of listed) {
    if (ref_number !== null && !isReturn(kind))
      references.set(ref_number, (references.get(ref_number) ?? 0) + 1);
  }
  const early = earlyOf(cache, stored);
  return stored.map((row) => {
    const gone = row.gone_at_ms !== null;
    const acknowledged = marks.acknowledged.has(row.row_id);
    const undoing = undoneBy.get(row.row_id) ?? [];
    const sale = byId.get(row.undoes ?? '');
    const isUndone = undoing.some((one) => one.gone_at_ms === null && isUndoing(one.kind));
    const amount = { minor: row.amount_minor, currency: row.currency };
    const flags: Transaction['flags'] = [];
    if (marks.unknownRowIds.has(row.row_id)) flags.push('unknown');
    if (marks.reversedRows.has(row.row_id)) flags.push('reversed-here');
    if (!gone && isUndone) flags.push('reversal-listed');
    if (!gone && !isReturn(row.kind) && row.ref_number !== null && (references.get(row.ref_number) ?? 0) > 1)
      flags.push('duplicate-reference');
    if (isUndoing(row.kind) && row.undoes === null) flags.push('undoes-nothing');
    if (row.noisy === 1n) flags.push('float-noise');
    const paidEarly = early.get(row.row_id);
    if (paidEarly) flags.push(paidEarly);
    return {
      stored: row,
      transaction: {
        rowId: row.row_id,
        terminalId: row.terminal_id,
        merchantOrderId: row.merchant_order_id,
        refNumber: row.ref_number,
        amount,
        paymentType: row.payment_type,
        kind: row.kind,
        adds: addsOfRow({ kind: row.kind, amount, undoes: row.undoes }),
        undoes: row.undoes,
        undoesRow: sale ? linked(sale) : null,
        undoneBy: undoing.map(linked),
        reversedHere: marks.reversedRows.get(row.row_id) ?? null,
        entryMode: row.entry_mode,
        firstSeenAtMs: Number(row.first_seen_at_ms),
        lastSeenAtMs: Number(row.last_seen_at_ms),
        listing: acknowledged ? 'acknowledged' : gone ? 'no-longer-listed' : 'outstanding',
        goneAtMs: gone ? Number(row.gone_at_ms) : null,
        flags,
      },
    };
  });
}

/** A row with what only its stored form has: the letters that are searched, and its place in the gateway's answer. */
type Row = { stored: { search: string; position: bigint }; transaction: Transaction };

const inDecimals = (decimal: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};

/** What an amount is above a limit as typed. A limit can be finer than the currency ("12.345"), and counts none the less. */
function aboveLimit(size: Money, limit: string): bigint {
  const own = toDecimal(size);
  const decimals = Math.max(...[own, limit].map((one) => one.split('.')[1]?.length ?? 0));
  return inDecimals(own, decimals) - inDecimals(limit, decimals);
}

/** Every field of the filter has its test here, or this does not compile. */
type Tests = { [F in keyof TransactionFilter]: (value: TransactionFilter[F]) => boolean };

function fits({ stored, transaction }: Row, filter: TransactionFilter, nowMs: number): boolean {
  const { amount, listing, paymentType, entryMode, firstSeenAtMs } = transaction;
  // Whoever looks for 150 looks for a refund of 150, too, whatever its sign at the gateway.
  const size = absolute(amount);
  const tests: Tests = {
    listing: (wanted) => wanted === 'all' || listing === 'outstanding',
    text: (text) => text === '' || stored.search.includes(searchText(text)),
    paymentTypes: (types) => types.length === 0 || types.includes(paymentType ?? ''),
    entryModes: (modes) => modes.length === 0 || modes.includes(entryMode ?? ''),
    minAmount: (limit) => limit === null || aboveLimit(size, limit) >= 0n,
    maxAmount: (limit) => limit === null || aboveLimit(size, limit) <= 0n,
    minAgeMs: (ageMs) => ageMs === null || nowMs - firstSeenAtMs >= ageMs,
  };
  const passes = <F extends keyof TransactionFilter>(field: F) => tests[field](filter[field]);
  return (Object.keys(tests) as (keyof TransactionFilter)[]).every(passes);
}

/** A key that sorts as the column does, with the row id as the tie-break. */
function sortKey({ stored, transaction }: Row, by: TransactionSort['by']): [bigint | string, bigint, string] {
  const position = stored.position;
  switch (by) {
    case 'firstSeen':
      return [BigInt(transaction.firstSeenAtMs), position, transaction.rowId];
    case 'amount':
      return [shownAmount(transaction).minor, position, transaction.rowId];
    case 'reference':
      return [transaction.refNumber ?? '', position, transaction.rowId];
    case 'order':
      return [transaction.merchantOrderId ?? '', position, transaction.rowId];
    case 'paymentType':
      return [transaction.paymentType ?? '', position, transaction.rowId];
    case 'entryMode':
      return [transaction.entryMode ?? '', position, transaction.rowId];
  }
}

function compareKeys(a: readonly (bigint | string)[], b: readonly (bigint | string)[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const left = a[index] ?? '';
    const right = b[index] ?? '';
    if (left < right) return -1;
    if (left > right) return 1;
  }
  return 0;
}

type Asked = { terminalId: string; filter: TransactionFilter; nowMs: number };

/** Every row that the filter shows, in its order. */
export function referenceList(
  files: ReadableFiles,
  { terminalId, filter, sort, nowMs }: Asked & { sort: TransactionSort },
): Transaction[] {
  const sign = sort.direction === 'asc' ? 1 : -1;
  return rowsOf(files, terminalId)
    .filter((row) => fits(row, filter, nowMs))
    .map((row) => ({ row, key: sortKey(row, sort.by) }))
    .sort((a, b) => sign * compareKeys(a.key, b.key))
    .map(({ row }) => row.transaction);
}

export function referenceSummary(files: ReadableFiles, { terminalId, filter, nowMs }: Asked) {
  const all = rowsOf(files, terminalId);
  const shown = all.filter((row) => fits(row, filter, nowMs)).map(({ transaction }) => transaction);
  const outstanding = all.flatMap(({ transaction }) =>
    transaction.listing === 'outstanding' ? [transaction] : [],
  );
  return { count: shown.length, sums: sumRows(shown), outstanding: sumRows(outstanding) };
}
