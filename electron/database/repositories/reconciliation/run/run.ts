/** One run of reconciliation: everything that is on this PC, compared, with connections of its own that only read. */
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import type { ReconciliationSettings } from '#shared/contract/reconciliation.ts';
import { limitOf } from '#shared/domain/closing.ts';
import { comparisons, type Comparison } from '#shared/domain/reconciliation.ts';
import { businessDaysOf } from '#shared/domain/reconciliation-settings.ts';
import { matchItems, type ManualMatch } from '#shared/domain/matching/index.ts';
import { startOfBusinessDate } from '#shared/time/business-date.ts';
import { dateOfDay, dayNumberOf } from '#shared/time/business-days.ts';
import type { ReadableDb } from '../../../db.ts';
import { branchNames } from '../../branch-names.ts';
import { undoneIds } from '../../kinds/undone.ts';
import { reversedHere } from '../../journal/index.ts';
import { readBasis } from '../basis.ts';
import { createDayOf } from '../items.ts';
import { firstClosedOn, parseSettings } from '../settings.ts';
import { expectedAtBank } from '../expected-at-bank.ts';
import { booksToMatch } from './books.ts';
import { closingsToCompare, countOfClosed, sumsOfClosed } from './closed.ts';
import { usualFees } from './fees.ts';
import { bankLines, isWithin, standingImports, wholeSpan, type Standing } from './lines.ts';
import { manualMatches, ordersOfManual } from './manual.ts';
import { createSaleStands } from './sale-stands.ts';
import { salesToMatch } from './sales.ts';
import { openSource } from './source.ts';
import { createStoring } from './store.ts';
import { createSums, type Residue } from './sums.ts';
import { notCompared, summaryOf } from './summary.ts';
import type { RunWatch } from './watch.ts';

const noLines: Standing = { importIds: [], covered: [] };

export type RunNeeds = {
  readonly folder: string;
  /** Before anything is read: whatever a person does from then on may be news to it. */
  readonly startedAtMs: number;
  readonly nowMs: () => number;
  readonly watch: RunWatch;
};

export function runReconciliation({ folder, startedAtMs, nowMs, watch }: RunNeeds): void {
  const { source, hasImports } = openSource(folder);
  const results = new Sqlite(join(folder, 'reconciliation.sqlite'));
  try {
    results.pragma('synchronous = NORMAL');
    // One moment for all files: what is written meanwhile is for the next run.
    source.exec('BEGIN');
    compare(source, hasImports, results, startedAtMs, nowMs, watch);
  } finally {
    source.close();
    results.close();
  }
}

function compare(
  source: Database,
  hasImports: boolean,
  results: Database,
  startedAtMs: number,
  nowMs: () => number,
  watch: RunWatch,
): void {
  watch.begin('reading', null);
  const readable = source as unknown as ReadableDb;
  const settings = parseSettings(
    source.prepare('SELECT value FROM journal.reconciliation_settings').pluck().get() as string | undefined,
  );
  const dayOf = createDayOf(settings.timeZone);
  const { from: chosen } = settings;
  // Neither windows nor statements began with our closes.
  const fromOf: Record<Comparison, string | null> = {
    sales: chosen ?? firstClosedOn(readable),
    books: chosen ?? firstClosedOn(readable),
    bank: chosen,
  };
  const today = dayOf(startedAtMs);
  const lines = {
    bank: hasImports ? standingImports(source, 'bank') : noLines,
    books: hasImports ? standingImports(source, 'pos') : noLines,
  };
  const importIds = [...lines.bank.importIds, ...lines.books.importIds].sort();
  const basis = readBasis({ cache: readable, journal: readable }, { importIds, today });
  const storing = createStoring(results, startedAtMs, basis, watch);
  const closings = closingsToCompare(source);
  const reversed = reversedHere(readable);
  const undone = undoneIds(readable);
  const isReversedHere = (rowId: string) => reversed.has(rowId) || undone.has(rowId);
  const fees = usualFees(source, settings.feeTolerance);
  const rows = countOfClosed(source);
  const closed = sumsOfClosed(source, closings);
  /** What was closed is there, also where no imported sales are. */
  const noBooks = {
    ours: [],
    theirs: [],
    all: { ours: closed, theirs: createSums() },
    leftOut: createSums(),
  };
  const residueOf: Record<Comparison, (manual: readonly ManualMatch[]) => Residue> = {
    sales: (manual) =>
      salesToMatch(
        source,
        {
          closings,
          closed,
          fees,
          facts: { dateOf: dayOf, branchNames: branchNames(readable), someOnTerminals: hasTerminals(source) },
          lateFrom: createLateFrom(settings),
          isReversedHere,
          isByHand: createIsByHand(manual),
        },
        watch,
      ),
    books: () => {
      const covered = closings.filter(({ businessDate }) => isWithin(lines.books.covered, businessDate));
      return lines.books.importIds.length === 0
        ? noBooks
        : booksToMatch(source, covered, lines.books, isReversedHere, watch);
    },
    bank: () => {
      const ours = expectedAtBank(readable, dayOf);
      const theirs = bankLines(source, lines.bank.importIds);
      return {
        ours,
        theirs,
        all: { ours: createSums(ours), theirs: createSums(theirs) },
        leftOut: createSums(),
      };
    },
  };
  const summaries = comparisons.map((comparison) => {
    watch.begin(comparison, comparison === 'bank' ? null : rows);
    const from = fromOf[comparison];
    const covered = comparison === 'sales' ? null : wholeSpan(lines[comparison].covered);
    const manual = manualMatches(readable, comparison);
    prepareLook(source, comparison, manual);
    const residue = residueOf[comparison](manual);
    const { all, ours, theirs, leftOut } = residue;
    const [oursTotals, theirsTotals] = [all.ours.totals(), all.theirs.totals()];
    if (oursTotals.length === 0 || theirsTotals.length === 0)
      return notCompared(comparison, { ours: oursTotals, theirs: theirsTotals }, from, covered);
    const standOf = comparison === 'sales' ? createSaleStands(source, chosen === null) : null;
    const matched = matchItems(ours, theirs, {
      comparison,
      days: businessDaysOf(settings),
      settlementDays: settings.settlementDays,
      from,
      today,
      toleranceOf: (currency) => limitOf(settings.tolerance, currency),
      isFeeUsual: fees.isUsual,
      isCovered: (date) => comparison !== 'bank' || isWithin(lines.bank.covered, date),
      manual,
      ...(standOf && { standOf }),
    });
    const { exceptions, expected, before, matches } = matched;
    watch.begin('storing', exceptions.length + expected.length + before.length + matches.length);
    storing.put(comparison, matched, theirs, comparison === 'sales' ? fees : null);
    return summaryOf(comparison, { ours: oursTotals, theirs: theirsTotals }, matched, leftOut, from, covered);
  });
  watch.did(0);
  storing.finish(summaries, nowMs());
}

/** Orders whose rows the rules look at: those of what people matched, and what the search for exact pairs adds. */
function prepareLook(source: Database, comparison: Comparison, manual: readonly ManualMatch[]): void {
  source.exec(
    'DROP TABLE IF EXISTS temp.look; CREATE TEMP TABLE look (order_id TEXT PRIMARY KEY) WITHOUT ROWID',
  );
  const insert = source.prepare('INSERT OR IGNORE INTO temp.look VALUES (?)');
  for (const orderId of ordersOfManual(source, comparison, manual)) insert.run(orderId);
}

function createIsByHand(manual: readonly ManualMatch[]): (itemId: string) => boolean {
  const theirs = manual.flatMap(({ members }) => members.filter(({ side }) => side === 'theirs'));
  const ids = new Set(theirs.map(({ itemId }) => itemId));
  return (itemId) => ids.has(itemId);
}

const hasTerminals = (source: Database): boolean =>
  source.prepare('SELECT EXISTS (SELECT 1 FROM main.settled WHERE terminal_id IS NOT NULL)').pluck().get() ===
  1;

/** The instant after the last day on which a settlement of this date is in time. */
function createLateFrom(settings: ReconciliationSettings): (date: string) => number {
  const days = businessDaysOf(settings);
  const { settlementDays, timeZone } = settings;
  const known = new Map<string, number>();
  return (date) => {
    const found = known.get(date);
    if (found !== undefined) return found;
    const next = dateOfDay(dayNumberOf(days.lastWithin(date, settlementDays)) + 1);
    const from = startOfBusinessDate(next, { timeZone, cutOff: '00:00' });
    known.set(date, from);
    return from;
  };
}
