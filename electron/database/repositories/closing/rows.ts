/** Which rows a close takes, and the rows that it holds. */
import { z } from 'zod';
import { createKindFinder, kinds, type Kind } from '#shared/domain/kinds/index.ts';
import type { Money } from '#shared/money/money.ts';
import type { ReadableDb, ReadableFiles, WritableDb } from '../../db.ts';
import { pairsOfTerminal } from '../kinds/pairing.ts';
import { vocabularyOf } from '../kinds/vocabulary.ts';
import { terminalsWithUnread, unnamedUnread } from './acknowledged-unread.ts';

/** One transaction as it was read. */
export type SeenRow = {
  readonly rowId: string;
  readonly terminalId: string;
  readonly merchantOrderId: string | null;
  readonly refNumber: string | null;
  readonly amount: Money;
  readonly paymentType: string | null;
  readonly entryMode: string | null;
  readonly firstSeenAtMs: number;
};
/** What it is, and the sale that it takes money back from, if that is known here. */
type Decided = { readonly kind: Kind; readonly undoes: string | null };
type FreeRow = SeenRow & Decided;
export type ClosingRow = FreeRow & { readonly businessDate: string };

const nullable = z.string().nullable();
const seenSchema = z
  .object({
    row_id: z.string(),
    terminal_id: z.string(),
    merchant_order_id: nullable,
    ref_number: nullable,
    amount_minor: z.bigint(),
    currency: z.string(),
    payment_type: nullable,
    entry_mode: nullable,
    first_seen_at_ms: z.bigint(),
  })
  .transform((row): SeenRow => ({
    rowId: row.row_id,
    terminalId: row.terminal_id,
    merchantOrderId: row.merchant_order_id,
    refNumber: row.ref_number,
    amount: { minor: row.amount_minor, currency: row.currency },
    paymentType: row.payment_type,
    entryMode: row.entry_mode,
    firstSeenAtMs: Number(row.first_seen_at_ms),
  }));
const SEEN =
  'row_id, terminal_id, merchant_order_id, ref_number, amount_minor, currency, payment_type, entry_mode, first_seen_at_ms';

const decidedSchema = z.object({ kind: z.enum(kinds), undoes: nullable });

const standingIds = (journal: ReadableDb, terminalId: string): Set<string> =>
  new Set(
    journal
      .prepare<{ row_id: string }>('SELECT row_id FROM closing_row WHERE terminal_id = ? AND standing = 1')
      .all(terminalId)
      .map((row) => row.row_id),
  );

/**
 * Rows of one terminal that are in no standing close: what the cache has, and `strays`, which only an acknowledgement's
 * snapshot still has. In the order they were first seen.
 */
export function unclosedRows(
  { cache, journal }: ReadableFiles,
  terminalId: string,
  strays: readonly SeenRow[],
): FreeRow[] {
  const standing = standingIds(journal, terminalId);
  // Most rows of the cache are in a close already. Of all rows only the ids are read, and the rest of the free ones.
  const free = cache
    .prepare<{ row_id: string }>('SELECT row_id FROM pos_transaction WHERE terminal_id = ?')
    .all(terminalId)
    .flatMap(({ row_id }) => (standing.has(row_id) ? [] : [row_id]));
  const cached = cache
    .prepare(
      `SELECT ${SEEN}, kind, undoes FROM pos_transaction WHERE row_id IN (SELECT value FROM json_each(?))`,
    )
    .safeIntegers()
    .all(JSON.stringify(free))
    .map((row): FreeRow => ({ ...seenSchema.parse(row), ...decidedSchema.parse(row) }));
  const known = new Set(cached.map((row) => row.rowId));
  const own = strays.filter((row) => row.terminalId === terminalId && !known.has(row.rowId));
  const kept = keptRows(journal, own);
  const rows = [...cached, ...kept]
    .filter((row) => !standing.has(row.rowId))
    .sort((a, b) => a.firstSeenAtMs - b.firstSeenAtMs || (a.rowId < b.rowId ? -1 : 1));
  // Taken together, as a close would: what is listed no more is among them.
  const pairs = pairsOfTerminal({ cache, journal }, terminalId, {
    held: new Set(rows.map(({ rowId }) => rowId)),
    strays: kept.map(pairRowOf),
  });
  return rows.map((row) => ({ ...row, undoes: pairs.get(row.rowId) ?? null }));
}

/** Each snapshot is one answer of the gateway. */
function keptRows(journal: ReadableDb, strays: readonly SeenRow[]): FreeRow[] {
  if (strays.length === 0) return [];
  const vocabulary = vocabularyOf(journal);
  const wordOf = ({ paymentType, amount }: SeenRow) => ({ word: paymentType, minor: amount.minor });
  return [...Map.groupBy(strays, ({ firstSeenAtMs }) => firstSeenAtMs).values()].flatMap((answer) => {
    const find = createKindFinder(answer.map(wordOf), vocabulary);
    return answer.map((row) => ({ ...row, kind: find(wordOf(row)), undoes: null }));
  });
}

const pairRowOf = ({
  rowId,
  kind,
  merchantOrderId,
  refNumber,
  terminalId,
  amount,
  firstSeenAtMs,
}: FreeRow) => ({
  rowId,
  kind,
  orderId: merchantOrderId,
  refNumber,
  terminalId,
  minor: amount.minor,
  currency: amount.currency,
  atMs: firstSeenAtMs,
});

export type Stray = { rowId: string; terminalId: string; readAtMs: number; raw: string };

/** Rows that an acknowledgement stored, that are in no standing close and that the cache does not have. */
export function strayRows({ cache, journal }: ReadableFiles, terminalIds: readonly string[]): Stray[] {
  const cached = cache.prepare('SELECT 1 FROM pos_transaction WHERE row_id = ?');
  const kept = journal.prepare<{ row_id: string; snapshot_id: string; read_at_ms: number }>(
    `SELECT row_id, snapshot_id, read_at_ms FROM snapshot_row AS s WHERE terminal_id = ?
     AND NOT EXISTS (SELECT 1 FROM closing_row AS c WHERE c.row_id = s.row_id AND c.standing = 1)`,
  );
  const snapshot = journal.prepare<{ rows: string }>('SELECT rows FROM ack_snapshot WHERE snapshot_id = ?');
  const storedRows = z.array(z.object({ rowId: z.string(), raw: z.string() }));
  const opened = new Map<string, Map<string, string>>();
  const rawsOf = (snapshotId: string) => {
    const before = opened.get(snapshotId);
    if (before) return before;
    const rows = storedRows.parse(JSON.parse(snapshot.get(snapshotId)?.rows ?? '[]'));
    const raws = new Map(rows.map(({ rowId, raw }) => [rowId, raw]));
    opened.set(snapshotId, raws);
    return raws;
  };
  return terminalIds.flatMap((terminalId) =>
    kept
      .all(terminalId)
      .filter(({ row_id }) => cached.get(row_id) === undefined)
      .flatMap(({ row_id, snapshot_id, read_at_ms }) => {
        const raw = rawsOf(snapshot_id).get(row_id);
        return raw === undefined ? [] : [{ rowId: row_id, terminalId, readAtMs: read_at_ms, raw }];
      }),
  );
}

const KEPT_UNCLOSED = `FROM snapshot_row AS s WHERE NOT EXISTS
  (SELECT 1 FROM closing_row AS c WHERE c.row_id = s.row_id AND c.standing = 1)`;

/** Rows of one terminal that are in no standing close, also those that only a snapshot has; and those that its Z still has to name. */
export function unclosedCount(files: ReadableFiles, terminalId: string): number {
  const cached = unclosedRows(files, terminalId, []).map(({ rowId }) => rowId);
  const kept = files.journal
    .prepare<{ row_id: string }>(`SELECT s.row_id ${KEPT_UNCLOSED} AND s.terminal_id = ?`)
    .all(terminalId)
    .map(({ row_id }) => row_id);
  return new Set([...cached, ...kept]).size + unnamedUnread(files.journal, terminalId).length;
}

/** Terminals that ever had a row here, listed or not. */
export function terminalsWithRows({ cache, journal }: ReadableFiles): string[] {
  const cached = cache
    .prepare<{ id: string }>('SELECT DISTINCT terminal_id AS id FROM pos_transaction')
    .all();
  const kept = journal.prepare<{ id: string }>(`SELECT DISTINCT terminal_id AS id ${KEPT_UNCLOSED}`).all();
  const ids = [...cached, ...kept].map(({ id }) => id);
  return [...new Set([...ids, ...terminalsWithUnread(journal)])].sort();
}

const heldSchema = z.object({ business_date: z.string() });

const heldWhere = (journal: ReadableDb, where: string, closingId: string): ClosingRow[] =>
  journal
    .prepare(`SELECT ${SEEN}, kind, undoes, business_date FROM closing_row WHERE ${where} ORDER BY row_id`)
    .safeIntegers()
    .all(closingId)
    .map((row) => ({
      ...seenSchema.parse(row),
      ...decidedSchema.parse(row),
      businessDate: heldSchema.parse(row).business_date,
    }));

/** Every row that a close ever held. */
export const rowsOf = (journal: ReadableDb, closingId: string): ClosingRow[] =>
  heldWhere(journal, 'closing_id = ?', closingId);
export const standingRowsOf = (journal: ReadableDb, closingId: string): ClosingRow[] =>
  heldWhere(journal, 'closing_id = ? AND standing = 1', closingId);

/** A row that another standing close has already is refused by the index: that would be a bug, and throws. */
export function holdRows(journal: WritableDb, closingId: string, rows: readonly ClosingRow[]): void {
  const insert = journal.prepare(
    `INSERT INTO closing_row (closing_id, standing, ${SEEN}, business_date, kind) VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (closing_id, row_id) DO UPDATE SET standing = 1, kind = excluded.kind`,
  );
  for (const row of rows)
    insert.run(
      closingId,
      row.rowId,
      row.terminalId,
      row.merchantOrderId,
      row.refNumber,
      row.amount.minor,
      row.amount.currency,
      row.paymentType,
      row.entryMode,
      row.firstSeenAtMs,
      row.businessDate,
      row.kind,
    );
}

export function releaseRows(journal: WritableDb, closingId: string): void {
  journal.prepare('UPDATE closing_row SET standing = 0 WHERE closing_id = ?').run(closingId);
}

/** How many there were. A provisional Z that summed them says so, so they are kept. */
export const releaseRowsOf = (journal: WritableDb, closingId: string, terminalId: string): number =>
  journal
    .prepare('UPDATE closing_row SET standing = 0 WHERE closing_id = ? AND terminal_id = ? AND standing = 1')
    .run(closingId, terminalId).changes;
