/** What a run of reconciliation makes of a history, and what the rules alone do. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { openResults } from '#electron/database/open-results.ts';
import {
  CLOSED_COLUMNS,
  closedItem,
  createDayOf,
  LINE_COLUMNS,
  lineItem,
  SETTLED_COLUMNS,
  settledItem,
} from '#electron/database/repositories/reconciliation/items.ts';
import { runReconciliation } from '#electron/database/repositories/reconciliation/run/run.ts';
import { matchItems, type Matched, type MatchItem } from '#shared/domain/matching/index.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { businessDaysOf, defaultReconciliationSettings } from '#shared/domain/reconciliation-settings.ts';
import { totalsOf } from '#shared/money/money.ts';
import { COVERED_TO, dateOf, NOW_MS, type History } from './reconciliation-histories.ts';

type Compared = Exclude<Comparison, 'bank'>;

/** Keys of exceptions, items that are expected, and how many items are in a match or left out: what a run left. */
export function left(folder: string) {
  runReconciliation({
    folder,
    startedAtMs: NOW_MS,
    nowMs: () => NOW_MS,
    watch: { begin: () => {}, did: () => {} },
  });
  const results = openResults(folder);
  const list = (sql: string, ...args: string[]) =>
    results
      .prepare(sql)
      .pluck()
      .all(...args) as string[];
  const [text = '[]'] = list('SELECT summary FROM result');
  const summaries = JSON.parse(text) as {
    comparison: Compared;
    state: string;
    all: unknown;
    matched: unknown;
    expected: unknown;
    before: unknown;
    leftOut: unknown;
  }[];
  const of = (comparison: Compared) => {
    const sums = summaries.find((one) => one.comparison === comparison);
    return {
      exceptions: list('SELECT key FROM exception WHERE comparison = ? ORDER BY key', comparison),
      expected: list(
        `SELECT item_id FROM open_item WHERE comparison = ? AND reason <> 'before-start' ORDER BY item_id`,
        comparison,
      ),
      before: list(
        `SELECT side || ' ' || item_id FROM open_item WHERE comparison = ? AND reason = 'before-start' ORDER BY 1`,
        comparison,
      ),
      sums: sums && {
        state: sums.state,
        all: sums.all,
        matched: sums.matched,
        expected: sums.expected,
        before: sums.before,
        leftOut: sums.leftOut,
      },
    };
  };
  const found = { sales: of('sales'), books: of('books') };
  results.close();
  return found;
}

const dayOf = createDayOf('Africa/Cairo');

/** All items of both sides. */
function itemsOf(folder: string, { lines }: History) {
  const journal = new Sqlite(join(folder, 'journal.sqlite'));
  const cache = new Sqlite(join(folder, 'cache.sqlite'));
  const rows = cache.prepare(`SELECT ${SETTLED_COLUMNS} FROM settled AS s`).safeIntegers().all();
  const someOnTerminals = rows.some((row) => (row as { terminal_id: string | null }).terminal_id !== null);
  const facts = { dateOf: dayOf, branchNames: new Map<string, string>(), someOnTerminals };
  const ours = journal
    .prepare(`SELECT ${CLOSED_COLUMNS} FROM closing_row AS r JOIN closing AS c USING (closing_id)`)
    .safeIntegers()
    .all()
    .map((row) => closedItem(row, () => false));
  journal.close();
  cache.close();
  const covered = ours.filter(({ soldOn }) => soldOn !== null && soldOn <= COVERED_TO);
  return {
    sales: { ours, theirs: rows.map((row) => settledItem(row, facts)) },
    books: { ours: covered, theirs: lines.length > 0 ? linesOf(folder) : [] },
  };
}

function linesOf(folder: string): MatchItem[] {
  const imports = new Sqlite(join(folder, 'imports.sqlite'));
  const rows = imports
    .prepare(`SELECT ${LINE_COLUMNS} FROM imported_line AS l WHERE l.import_id = 'counts'`)
    .safeIntegers()
    .all();
  imports.close();
  return rows.map((row) => lineItem(row, false));
}

/** The same by the rules alone, over all items; null for a comparison with nothing on one side. */
export function byRules(folder: string, history: History) {
  const items = itemsOf(folder, history);
  const from = history.from ?? dateOf(0);
  const of = (comparison: Compared) => {
    const { ours, theirs } = items[comparison];
    if (ours.length === 0 || theirs.length === 0) return null;
    const matched = matchItems(ours, theirs, {
      comparison,
      days: businessDaysOf(defaultReconciliationSettings),
      settlementDays: 2,
      from,
      today: dayOf(NOW_MS),
      toleranceOf: () => 0n,
      isFeeUsual: ({ fee, amount }) =>
        fee === null || fee.minor <= (amount.minor < 0n ? -amount.minor : amount.minor),
      isCovered: () => true,
      manual: [],
    });
    return { ...keysOf(comparison, matched), from };
  };
  return { sales: of('sales'), books: of('books') };
}

const keysOf = (comparison: Compared, { exceptions, expected, before, matches }: Matched) => ({
  exceptions: exceptions
    .map(
      ({ type, ours: own, theirs }) =>
        `${comparison}:${own ? 'ours' : 'theirs'}:${type}:${(own ?? theirs[0])?.itemId}`,
    )
    .sort(),
  expected: expected.map(({ item }) => item.itemId).sort(),
  before: before.map(({ side, itemId }) => `${side} ${itemId}`).sort(),
  beforeSum: sumsOf(before),
  matches: matches.length,
});

/** As a summary has them: of each side, by currency. */
function sumsOf(items: readonly MatchItem[]) {
  const totals = (side: string) => {
    const own = items.filter((item) => item.side === side).map(({ amount }) => ({ amount }));
    return totalsOf(own)
      .sort((a, b) => (a.amount.currency < b.amount.currency ? -1 : 1))
      .map(({ count, amount }) => ({
        count,
        amount: { currency: amount.currency, minor: String(amount.minor) },
      }));
  };
  return { ours: totals('ours'), theirs: totals('theirs') };
}
