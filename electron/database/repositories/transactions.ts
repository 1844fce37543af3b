/** A terminal's transactions as last read, and those that were listed before. */
import { z } from 'zod';
import { sameMoney } from '#shared/money/money.ts';
import type { TerminalReading } from '#shared/domain/pos-transaction.ts';
import { addsOfRow, isReturn, isUndoing, kinds, sumRows, type Kind } from '#shared/domain/kinds/index.ts';
import type {
  LinkedRow,
  Transaction,
  TransactionFilter,
  TransactionSort,
} from '#shared/contract/terminals.ts';
import { reads, writesCache, type ReadableDb, type ReadableFiles, type WritableDb } from '../db.ts';
import { settleReading } from './kinds/settle.ts';
import { matchSales, type ClosedSale, type SettledRow } from '#shared/domain/bridge.ts';
import { earlyWhere } from './early.ts';
import { operationMarksOf } from './journal/index.ts';
import { compareKeys, fits, sortKey } from './transactions-shown.ts';
import { storeUnreadable, unreadableOf } from './unreadable-rows.ts';

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

function storeReading(
  { cache, journal }: { cache: WritableDb; journal: ReadableDb },
  input: { reading: TerminalReading; readAtMs: number; serverAtMs: number | null },
) {
  const { reading, readAtMs, serverAtMs } = input;
  const { terminalId, rows, unreadable } = reading;
  const listed = cache
    .prepare<{ row_id: string }>(
      'SELECT row_id FROM pos_transaction WHERE terminal_id = ? AND gone_at_ms IS NULL',
    )
    .all(terminalId);
  const before = new Set(listed.map((row) => row.row_id));
  // All are taken as gone, then what this answer lists comes back: no comparing of times, so a clock set back does no harm.
  cache
    .prepare('UPDATE pos_transaction SET gone_at_ms = ? WHERE terminal_id = ? AND gone_at_ms IS NULL')
    .run(readAtMs, terminalId);
  const upsert = cache.prepare(
    `INSERT INTO pos_transaction (row_id, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, raw, search, position, first_seen_at_ms, last_seen_at_ms, noisy)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(row_id) DO UPDATE SET last_seen_at_ms = excluded.last_seen_at_ms, gone_at_ms = NULL, raw = excluded.raw, noisy = excluded.noisy, position = excluded.position`,
  );
  rows.forEach((row, position) => {
    const search = [row.refNumber, row.merchantOrderId, row.paymentType, row.entryMode]
      .filter(Boolean)
      .join(' ')
      .toLowerCase();
    upsert.run(
      row.rowId,
      terminalId,
      row.merchantOrderId,
      row.refNumber,
      row.amount.minor,
      row.amount.currency,
      row.paymentType,
      row.entryMode,
      row.raw,
      search,
      position,
      readAtMs,
      readAtMs,
      Number(row.isNoisy),
    );
  });
  settleReading({ cache, journal }, terminalId, readAtMs);
  storeUnreadable(cache, { terminalId, readAtMs }, unreadable);
  cache
    .prepare('INSERT OR REPLACE INTO terminal_read (terminal_id, read_at_ms, server_at_ms) VALUES (?, ?, ?)')
    .run(terminalId, readAtMs, serverAtMs);
  const present = new Set(rows.map((row) => row.rowId));
  return {
    newRows: [...present].filter((id) => !before.has(id)).length,
    goneRows: [...before].filter((id) => !present.has(id)).length,
    decided: decidedOf(cache, terminalId),
    unreadable: unreadableOf({ cache, journal }, terminalId),
  };
}

export type DecidedRow = { readonly rowId: string; readonly kind: Kind; readonly undoes: string | null };
/** What each row is that the reading lists. */
const decidedOf = (cache: ReadableDb, terminalId: string): DecidedRow[] =>
  cache
    .prepare<{ rowId: string; kind: Kind; undoes: string | null }>(
      'SELECT row_id AS rowId, kind, undoes FROM pos_transaction WHERE terminal_id = ? AND gone_at_ms IS NULL',
    )
    .all(terminalId);

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
  const marks = operationMarksOf(journal, terminalId);
  const stored = cache
    .prepare('SELECT * FROM pos_transaction WHERE terminal_id = ?')
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
    if (!gone && !isReturn(row.kind) && (references.get(row.ref_number ?? '') ?? 0) > 1)
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

type PageInput = {
  terminalId: string;
  filter: TransactionFilter;
  sort: TransactionSort;
  afterRowId: string | null;
  limit: number;
  nowMs: number;
};

function page(
  files: ReadableFiles,
  { terminalId, filter, sort, afterRowId, limit, nowMs }: PageInput,
): { rows: Transaction[]; more: boolean } {
  const sign = sort.direction === 'asc' ? 1 : -1;
  const all = rowsOf(files, terminalId);
  const after = all.find(({ transaction }) => transaction.rowId === afterRowId);
  const keyed = all
    .filter((row) => fits(row, filter, nowMs))
    .map((row) => ({ row, key: sortKey(row, sort.by) }))
    .sort((a, b) => sign * compareKeys(a.key, b.key));
  const rest = after
    ? keyed.filter(({ key }) => sign * compareKeys(key, sortKey(after, sort.by)) > 0)
    : keyed;
  return { rows: rest.slice(0, limit).map(({ row }) => row.transaction), more: rest.length > limit };
}

const distinct = (values: (string | null)[]) => [...new Set(values.filter((value) => value !== null))].sort();

export const transactionProcedures = {
  'transactions.storeReading': writesCache(
    (files, input: { reading: TerminalReading; readAtMs: number; serverAtMs: number | null }) =>
      storeReading(files, input),
  ),
  'transactions.page': reads((files: ReadableFiles, input: PageInput) => page(files, input)),
  'transactions.summary': reads(
    (
      files: ReadableFiles,
      { terminalId, filter, nowMs }: { terminalId: string; filter: TransactionFilter; nowMs: number },
    ) => {
      const all = rowsOf(files, terminalId);
      const shown = all.filter((row) => fits(row, filter, nowMs)).map(({ transaction }) => transaction);
      return {
        count: shown.length,
        sums: sumRows(shown),
        outstanding: sumRows(
          all.flatMap(({ transaction }) => (transaction.listing === 'outstanding' ? [transaction] : [])),
        ),
        paymentTypes: distinct(all.map(({ transaction }) => transaction.paymentType)),
        entryModes: distinct(all.map(({ transaction }) => transaction.entryMode)),
        unreadable: unreadableOf(files, terminalId),
      };
    },
  ),
  'transactions.get': reads((files: ReadableFiles, rowId: string) => {
    const row = files.cache
      .prepare<{ terminal_id: string }>('SELECT terminal_id FROM pos_transaction WHERE row_id = ?')
      .get(rowId);
    const found =
      row && rowsOf(files, row.terminal_id).find(({ transaction }) => transaction.rowId === rowId);
    return found ? { transaction: found.transaction, raw: found.stored.raw } : null;
  }),
};
