/**
 * The reading of settled transactions as it goes: which rows a run has met, how many pages of it are stored, and how it
 * ended. A page and the progress it means are one transaction.
 */
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import type { SyncEnding } from '#shared/domain/settlement.ts';
import type { Money } from '#shared/money/money.ts';
import { writesCache, writesSlice, type ReadableDb, type WritableDb } from '../db.ts';
import { learnNames } from './closing/hidden-names.ts';
import { settleUnpaired } from './kinds/others.ts';
import { settleLost, settlePage, settleSettledPairs } from './kinds/settled.ts';
import { markListRead } from './list-reads.ts';
import { idsOf, pageOf, storeRows, type Page } from './settled-store.ts';
import { branchKey, storeSummary, type Summary } from './settled-summary.ts';

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

/** Adds these rows to those that the run has met; answers the ids of those that it had not. */
function meet(cache: WritableDb, run: number, page: Page): ReadonlySet<string> {
  const met = cache
    .prepare<{ id: string }>(
      'INSERT OR IGNORE INTO settled_met (run, transaction_id) SELECT ?, value FROM json_each(?) RETURNING transaction_id AS id',
    )
    .all(run, idsOf(page));
  return new Set(met.map(({ id }) => id));
}

/** Null when the run is gone, as after the cache was rebuilt. */
function storePage(files: Files, { run, rows, pagesDone, total }: PageInput): StoredPage | null {
  const { cache } = files;
  const moved = cache
    .prepare(
      'UPDATE settled_sync SET pages_done = MAX(pages_done, ?), total = COALESCE(?, total) WHERE run = ?',
    )
    .run(pagesDone, total, run);
  if (moved.changes === 0) return null;
  const page = pageOf(rows);
  const fresh = meet(cache, run, page);
  const sums = createAdding();
  const changed = storeRows(files, page, (id, { amount: { minor, currency } }, before) => {
    if (fresh.has(id)) sums.add(currency, 1, minor);
    else if (before && (before.amount_minor !== minor || before.currency !== currency)) {
      sums.add(before.currency, -1, -before.amount_minor);
      sums.add(currency, 1, minor);
    }
  });
  const orders = changed.flatMap(({ merchantOrderId }) => merchantOrderId ?? []);
  const references = changed.flatMap(({ refNumber }) => refNumber ?? []);
  if (learnNames(cache, [...orders, ...references]) && settleUnpaired(files)) settleSettledPairs(files);
  settlePage(files, orders, references);
  sums.write(cache, run);
  return { fresh: fresh.size, ...metBy(cache, run) };
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
  'settlement.storePage': writesSlice((files, input: PageInput) => storePage(files, input)),
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
