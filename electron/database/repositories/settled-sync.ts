/**
 * The reading of settled transactions as it goes: which rows a run has met, how many pages of it are stored, and how it
 * ended. A page and the progress it means are one transaction.
 */
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { kindOf } from '#shared/domain/kinds/index.ts';
import { storedTexts } from '#shared/domain/settled-texts.ts';
import { odditiesOf, type SyncEnding } from '#shared/domain/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import { writesCache, type ReadableDb, type WritableDb } from '../db.ts';
import { learnNames } from './closing/hidden-names.ts';
import { settleUnpaired } from './kinds/others.ts';
import { settleLost, settlePage, settleSettledPairs } from './kinds/settled.ts';
import { vocabularyOf } from './kinds/vocabulary.ts';
import { markListRead } from './list-reads.ts';
import { factColumns } from './settled-compact.ts';
import { branchKey, storeSummary, type Summary } from './settled-summary.ts';
import { encodeSettled } from './settled-value.ts';

type RunRow = {
  run: number;
  started_at_ms: number;
  pages_done: number;
  passed: number;
  swept: number;
  unreadable: number;
  total: number | null;
  sums_agree: number | null;
  ended: SyncEnding | null;
};

export type SyncRun = {
  run: number;
  /** Pages 1 to n of the first pass are stored. */
  pagesDone: number;
  /** The whole list has been gone through once: from here on only what is new is looked for. */
  passed: boolean;
  unreadable: number;
  /** Null while that is not known. */
  sumsAgree: boolean | null;
  met: number;
};

const runOf = (cache: ReadableDb, branchIds: string[]) =>
  cache.prepare<RunRow>('SELECT * FROM settled_sync WHERE branch_ids = ?').get(branchKey(branchIds));

function metBy(cache: ReadableDb, run: number): { met: number; sums: Money[] } {
  const sums = cache
    .prepare<{ currency: string; count: bigint; minor: bigint }>(
      'SELECT currency, count, minor FROM settled_sync_sum WHERE run = ? AND count > 0',
    )
    .safeIntegers()
    .all(run);
  return {
    met: sums.reduce((met, { count }) => met + Number(count), 0),
    sums: sums.map(({ currency, minor }) => ({ currency, minor })),
  };
}

/** How far the download of these branches has come; null if it never began. */
export function syncState(cache: ReadableDb, branchIds: string[]) {
  const run = runOf(cache, branchIds);
  return run ? { ended: run.ended, rows: metBy(cache, run.run).met, totalRows: run.total } : null;
}

function forget(cache: WritableDb, run: number): void {
  for (const table of ['settled_met', 'settled_sync_sum', 'settled_sync'])
    cache.prepare(`DELETE FROM ${table} WHERE run = ?`).run(run);
}

/**
 * Forgets every download but two: that of the complete list, and the one that has just begun. Nothing is lost, because any other
 * one would start from the rows of the complete list again.
 */
function forgetOthers(cache: WritableDb, kept: readonly [number, number]): void {
  const runs = cache
    .prepare<{ run: number }>('SELECT run FROM settled_sync WHERE run NOT IN (?, ?)')
    .all(...kept);
  for (const { run } of runs) forget(cache, run);
}

const inBranches = (branchIds: string[]) =>
  branchIds.length > 0 ? `branch_id IN (${branchIds.map(() => '?').join(',')})` : '1';

/** If the complete list is known, so are the rows of any branches: their download only asks for what is new. */
function seed(cache: WritableDb, run: number, branchIds: string[], all: RunRow): void {
  cache
    .prepare(
      `INSERT INTO settled_met (run, transaction_id) SELECT ?, transaction_id FROM settled WHERE ${inBranches(branchIds)}`,
    )
    .run(run, ...branchIds);
  cache
    .prepare(
      `INSERT INTO settled_sync_sum (run, currency, count, minor)
       SELECT ?, currency, COUNT(*), SUM(amount_minor) FROM settled WHERE ${inBranches(branchIds)} GROUP BY currency`,
    )
    .run(run, ...branchIds);
  cache
    .prepare('UPDATE settled_sync SET passed = 1, swept = 1, sums_agree = ?, started_at_ms = ? WHERE run = ?')
    .run(all.sums_agree, all.started_at_ms, run);
}

type BeginInput = { branchIds: string[]; anew: boolean; atMs: number; anewAfterMs: number };

function begin(cache: WritableDb, { branchIds, anew, atMs, anewAfterMs }: BeginInput): SyncRun {
  const old = runOf(cache, branchIds);
  const outdated = old !== undefined && old.passed === 1 && atMs - old.started_at_ms > anewAfterMs;
  if (old && (anew || outdated)) forget(cache, old.run);
  if (!old || anew || outdated) {
    const { lastInsertRowid } = cache
      .prepare('INSERT INTO settled_sync (branch_ids, started_at_ms) VALUES (?, ?)')
      .run(branchKey(branchIds), atMs);
    const all = branchIds.length > 0 && !anew ? runOf(cache, []) : undefined;
    if (all?.ended === 'whole' && all.unreadable === 0) {
      forgetOthers(cache, [all.run, Number(lastInsertRowid)]);
      seed(cache, Number(lastInsertRowid), branchIds, all);
    }
  }
  const run = runOf(cache, branchIds);
  if (!run) throw new Error('the run was just stored');
  cache.prepare('UPDATE settled_sync SET ended = NULL WHERE run = ?').run(run.run);
  return {
    run: run.run,
    pagesDone: run.pages_done,
    passed: run.passed === 1,
    unreadable: run.unreadable,
    sumsAgree: run.sums_agree === null ? null : run.sums_agree === 1,
    met: metBy(cache, run.run).met,
  };
}

type Files = { readonly cache: WritableDb; readonly journal: ReadableDb };

/** In the order of `factsOf`. */
const FACTS = [...factColumns, 'search', 'value'] as const;
const INSERT = `INSERT INTO settled (transaction_id, ${FACTS.join(', ')}, odd, early, kind) VALUES (?, ${FACTS.map(() => '?').join(', ')}, ?, ?, ?)`;
/** A row is changed in its place: its rowid is what the search knows it by. */
const CHANGE = `${INSERT}
  ON CONFLICT(transaction_id) DO UPDATE SET ${FACTS.map((name) => `${name} = excluded.${name}`).join(', ')},
    odd = excluded.odd, early = excluded.early, kind = excluded.kind, undoes = NULL`;

type Fact = string | bigint | null;
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

/** Sales of these rows that were paid early, by their transaction id; whether what was paid is taken off. */
function paidEarly(cache: ReadableDb, rows: readonly SettledTransaction[]): ReadonlyMap<string, number> {
  const found = cache
    .prepare<{ id: string; deducted: number }>(
      'SELECT transaction_id AS id, deducted FROM early_sale WHERE transaction_id IN (SELECT value FROM json_each(?))',
    )
    .all(JSON.stringify(rows.map(({ transactionId }) => transactionId)));
  return new Map(found.map(({ id, deducted }) => [id, deducted]));
}

/** Stores one of these rows as it was read; prepared once a page. */
function storing({ cache, journal }: Files, rows: readonly SettledTransaction[]) {
  const [insert, change] = [cache.prepare(INSERT), cache.prepare(CHANGE)];
  const early = paidEarly(cache, rows);
  const name = cache.prepare(
    'UPDATE early_sale SET merchant_order_id = ?, ref_number = ?, amount_minor = ?, currency = ? WHERE transaction_id = ?',
  );
  const vocabulary = vocabularyOf(journal);
  return (row: SettledTransaction, facts: readonly Fact[], isNew: boolean): void => {
    const kind = kindOf(row.paymentType, row.amount.minor, vocabulary);
    const { transactionId, merchantOrderId, refNumber, amount } = row;
    const deducted = early.get(transactionId);
    if (deducted !== undefined)
      name.run(merchantOrderId, refNumber, amount.minor, amount.currency, transactionId);
    (isNew ? insert : change).run(
      transactionId,
      ...facts,
      // What it undoes is found when the page is stored.
      Number(odditiesOf({ ...row, kind, undoes: null }).length > 0),
      deducted ?? 0,
      kind,
    );
  };
}

/** What a page adds to the sums that a run has met, by currency: written once, however many rows it has. */
function createAdding() {
  const added = new Map<string, { count: number; minor: bigint }>();
  return {
    add(currency: string, count: number, minor: bigint): void {
      const known = added.get(currency) ?? { count: 0, minor: 0n };
      added.set(currency, { count: known.count + count, minor: known.minor + minor });
    },
    write(cache: WritableDb, run: number): void {
      const add = cache.prepare(
        `INSERT INTO settled_sync_sum (run, currency, count, minor) VALUES (?, ?, ?, ?)
         ON CONFLICT(run, currency) DO UPDATE SET count = count + excluded.count, minor = minor + excluded.minor`,
      );
      for (const [currency, { count, minor }] of added)
        if (count !== 0 || minor !== 0n) add.run(run, currency, count, minor);
    },
  };
}

type PageInput = { run: number; rows: SettledTransaction[]; pagesDone: number; total: number | null };
/** `fresh`: rows this run had not met; `met` and `sums`: of all it has. */
type StoredPage = { fresh: number; met: number; sums: Money[] };

type Known = Readonly<Record<(typeof FACTS)[number], Fact>> & {
  readonly amount_minor: bigint;
  readonly currency: string;
  readonly window_id: string | null;
};

/** Null when the run is gone, as after the cache was rebuilt. */
function storePage(files: Files, { run, rows, pagesDone, total }: PageInput): StoredPage | null {
  const { cache } = files;
  const moved = cache
    .prepare(
      'UPDATE settled_sync SET pages_done = MAX(pages_done, ?), total = COALESCE(?, total) WHERE run = ?',
    )
    .run(pagesDone, total, run);
  if (moved.changes === 0) return null;
  const known = cache
    .prepare<Known>(`SELECT ${FACTS.join(', ')} FROM settled WHERE transaction_id = ?`)
    .safeIntegers();
  const meet = cache.prepare('INSERT OR IGNORE INTO settled_met (run, transaction_id) VALUES (?, ?)');
  const store = storing(files, rows);
  const sums = createAdding();
  const touched = new Set<string>();
  const changed: SettledTransaction[] = [];
  let fresh = 0;
  for (const row of rows) {
    const facts = factsOf(row);
    const before = known.get(row.transactionId);
    if (!before || FACTS.some((name, at) => before[name] !== facts[at])) {
      if (row.windowId !== null) touched.add(row.windowId);
      if (before?.window_id) touched.add(before.window_id);
      store(row, facts, !before);
      changed.push(row);
    }
    const { minor, currency } = row.amount;
    if (meet.run(run, row.transactionId).changes === 1) {
      fresh += 1;
      sums.add(currency, 1, minor);
    } else if (before && (before.amount_minor !== minor || before.currency !== currency)) {
      sums.add(before.currency, -1, -before.amount_minor);
      sums.add(currency, 1, minor);
    }
  }
  sums.write(cache, run);
  const orders = changed.flatMap(({ merchantOrderId }) => merchantOrderId ?? []);
  const references = changed.flatMap(({ refNumber }) => refNumber ?? []);
  if (learnNames(cache, [...orders, ...references]) && settleUnpaired(files)) settleSettledPairs(files);
  settlePage(files, orders, references);
  const stale = cache.prepare('INSERT OR IGNORE INTO window_stale (window_id) VALUES (?)');
  for (const windowId of touched) stale.run(windowId);
  return { fresh, ...metBy(cache, run) };
}

type EndInput = {
  run: number;
  branchIds: string[];
  ending: SyncEnding;
  summary: Summary | null;
  /** True if the gateway's total equals ours; null if this reading did not give one. */
  sumsAgree: boolean | null;
  readAtMs: number;
};

/** After a complete run, deletes the rows it did not see. Skipped if a row was unreadable: it may be one of them. */
function sweep(files: Files, run: RunRow, branchIds: string[]): void {
  const { cache } = files;
  if (run.swept === 1 || run.unreadable > 0) return;
  const gone = `${inBranches(branchIds)}
    AND NOT EXISTS (SELECT 1 FROM settled_met WHERE run = ? AND settled_met.transaction_id = settled.transaction_id)`;
  cache
    .prepare(
      `INSERT OR IGNORE INTO window_stale SELECT DISTINCT window_id FROM settled WHERE window_id IS NOT NULL AND ${gone}`,
    )
    .run(...branchIds, run.run);
  cache.prepare(`DELETE FROM settled WHERE ${gone}`).run(...branchIds, run.run);
  settleLost(files);
  cache.prepare('UPDATE settled_sync SET swept = 1 WHERE run = ?').run(run.run);
}

function end(files: Files, input: EndInput): void {
  const { cache } = files;
  const { branchIds, ending, summary, sumsAgree, readAtMs } = input;
  const run = runOf(cache, branchIds);
  if (run?.run !== input.run) return;
  cache
    .prepare('UPDATE settled_sync SET ended = ?, sums_agree = COALESCE(?, sums_agree) WHERE run = ?')
    .run(ending, sumsAgree === null ? null : Number(sumsAgree), run.run);
  if (ending === 'whole') sweep(files, run, branchIds);
  if (summary) storeSummary(cache, { branchIds, summary, readAtMs });
  if (ending === 'whole' || ending === 'moving')
    markListRead(cache, 'settled', readAtMs, String(run.unreadable));
}

export const settledSyncProcedures = {
  'settlement.beginSync': writesCache(({ cache }, input: BeginInput) => begin(cache, input)),
  'settlement.storePage': writesCache((files, input: PageInput) => storePage(files, input)),
  /** The whole list was gone through, and so many rows of it could not be read. */
  'settlement.passed': writesCache(({ cache }, { run, unreadable }: { run: number; unreadable: number }) => {
    cache.prepare('UPDATE settled_sync SET passed = 1, unreadable = ? WHERE run = ?').run(unreadable, run);
    return null;
  }),
  'settlement.endSync': writesCache((files, input: EndInput) => {
    end(files, input);
    return null;
  }),
};
