/** Stores rows of the settled list: what is new is put in, what changed is changed in its place. */
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { kindOf } from '#shared/domain/kinds/index.ts';
import { storedTexts } from '#shared/domain/settled-texts.ts';
import { odditiesOf } from '#shared/domain/settlement.ts';
import type { ReadableDb, WritableDb } from '../db.ts';
import { insertRows, insertSql } from '../insert-rows.ts';
import { vocabularyOf } from './kinds/vocabulary.ts';
import { factColumns } from './settled-compact.ts';
import { takingIn } from './settled-fill.ts';
import { encodeSettled } from './settled-value.ts';

type Files = { readonly cache: WritableDb; readonly journal: ReadableDb };

/** In the order of `factsOf`. */
const FACTS = [...factColumns, 'search', 'value'] as const;
const COLUMNS = ['transaction_id', ...FACTS, 'odd', 'early', 'kind'];
/**
 * How many rows a statement inserts: the largest that fits is taken. Before a statement writes a table with triggers, SQLite copies
 * the pages that it changes, which costs more than the rows.
 */
const AT_ONCE = [125, 25, 1];
const INSERTS = AT_ONCE.map((rows) => ({ rows, sql: insertSql('settled', COLUMNS, rows) }));
/** A row is changed in its place: its rowid is what the search knows it by. */
const CHANGE = `${insertSql('settled', COLUMNS, 1)}
  ON CONFLICT(transaction_id) DO UPDATE SET ${FACTS.map((name) => `${name} = excluded.${name}`).join(', ')},
    odd = excluded.odd, early = excluded.early, kind = excluded.kind, undoes = NULL`;

type Fact = string | bigint | number | null;
function factsOf(row: SettledTransaction): Fact[] {
  const searched = [row.transactionId, row.merchantOrderId, row.refNumber, row.terminalId];
  return [
    row.merchantOrderId ?? '',
    row.refNumber ?? '',
    row.terminalId,
    row.branchId ?? '',
    row.amount.minor,
    row.fee?.minor ?? null,
    row.vat?.minor ?? null,
    row.net?.minor ?? null,
    row.amount.currency,
    BigInt(row.settlementDate?.kind === 'instant' ? row.settlementDate.atMs : 0),
    row.windowId,
    ...storedTexts.map(({ name }) => row[name] ?? ''),
    searched.filter(Boolean).join(' ').toLowerCase(),
    encodeSettled(row),
  ];
}

/** A row of the list as it was before. */
export type StoredRow = Readonly<Record<(typeof FACTS)[number], Fact>> & {
  readonly transaction_id: string;
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly window_id: string | null;
};

/** The rows of a page by their ids as they are stored; one that it has twice is as it is the second time. */
export type Page = ReadonlyMap<string, SettledTransaction>;
export const pageOf = (rows: readonly SettledTransaction[]): Page =>
  new Map(rows.map((row) => [row.transactionId.toWellFormed(), row]));
/** For `json_each`. */
export const idsOf = (page: Page): string => JSON.stringify([...page.keys()]);

const BY_IDS = 'transaction_id IN (SELECT value FROM json_each(?))';

function storedBefore(cache: ReadableDb, page: Page): ReadonlyMap<string, StoredRow> {
  const rows = cache
    .prepare<StoredRow>(`SELECT transaction_id, ${FACTS.join(', ')} FROM settled WHERE ${BY_IDS}`)
    .safeIntegers()
    .all(idsOf(page));
  return new Map(rows.map((row) => [row.transaction_id, row]));
}

/** Sales of these rows that were paid early, by their transaction id; whether what was paid is taken off. */
function paidEarly(cache: ReadableDb, page: Page): ReadonlyMap<string, number> {
  const found = cache
    .prepare<{ id: string; deducted: number }>(
      `SELECT transaction_id AS id, deducted FROM early_sale WHERE ${BY_IDS}`,
    )
    .all(idsOf(page));
  return new Map(found.map(({ id, deducted }) => [id, deducted]));
}

const insertAll = (cache: WritableDb, rows: readonly (readonly Fact[])[]): void =>
  insertRows(
    rows,
    INSERTS.map(({ rows: some, sql }) => ({
      rows: some,
      run: (values: readonly Fact[]) => cache.prepare(sql).run(...values),
    })),
  );

/** Answers the rows that are new or have changed. `each` is told of every row, and how it was stored before. */
export function storeRows(
  { cache, journal }: Files,
  page: Page,
  each: (id: string, row: SettledTransaction, before: StoredRow | undefined) => void,
): SettledTransaction[] {
  const known = storedBefore(cache, page);
  const early = paidEarly(cache, page);
  const vocabulary = vocabularyOf(journal);
  const change = cache.prepare(CHANGE);
  const name = cache.prepare(
    'UPDATE early_sale SET merchant_order_id = ?, ref_number = ?, amount_minor = ?, currency = ? WHERE transaction_id = ?',
  );
  const changed: SettledTransaction[] = [];
  const inserted: Fact[][] = [];
  const touched = new Set<string>();
  for (const [id, row] of page) {
    const before = known.get(id);
    each(id, row, before);
    const facts = factsOf(row);
    if (before && FACTS.every((fact, at) => before[fact] === facts[at])) continue;
    if (row.windowId !== null) touched.add(row.windowId);
    if (before?.window_id) touched.add(before.window_id);
    changed.push(row);
    const deducted = early.get(id);
    const { merchantOrderId, refNumber, amount } = row;
    if (deducted !== undefined) name.run(merchantOrderId, refNumber, amount.minor, amount.currency, id);
    const kind = kindOf(row.paymentType, amount.minor, vocabulary);
    // What it undoes is found when the page is stored.
    const odd = Number(odditiesOf({ ...row, kind, undoes: null }).length > 0);
    const columns = [id, ...facts, odd, deducted ?? 0, kind];
    if (before) change.run(...columns);
    else inserted.push(columns);
  }
  if (inserted.length > 0) takingIn(cache, () => insertAll(cache, inserted));
  const stale = cache.prepare('INSERT OR IGNORE INTO window_stale (window_id) VALUES (?)');
  for (const windowId of touched) stale.run(windowId);
  return changed;
}
