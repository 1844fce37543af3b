/** One run of reconciliation: compares everything that is on this PC, with connections of its own that only read. */
import type { Database } from 'better-sqlite3';
import { limitOf } from '#shared/domain/closing.ts';
import { comparisons, type Comparison } from '#shared/domain/reconciliation.ts';
import { businessDaysOf } from '#shared/domain/reconciliation-settings.ts';
import { matchItems, type ManualMatch } from '#shared/domain/matching/index.ts';
import { openResults } from '../../../open-results.ts';
import { readBasis } from '../basis.ts';
import { bankRules, bookingBy } from '../bank-rules.ts';
import { forgottenKeys } from '../learnt.ts';
import { firstClosedOn } from '../settings.ts';
import { countOfClosed } from './closed.ts';
import { isWithin, wholeSpan } from './lines.ts';
import { linesTakenBack, manualMatches, ordersOfManual } from './manual.ts';
import { createSaleStands } from './sale-stands.ts';
import { openSource } from './source.ts';
import type { StoredSummary } from '../stored.ts';
import { createStoring, type Storing } from './store.ts';
import { notCompared, summaryOf } from './summary.ts';
import type { RunWatch } from './watch.ts';
import { gatherFacts, type RunFacts } from './facts.ts';
import { residueOf } from './residue.ts';

type RunNeeds = {
  readonly folder: string;
  /** The time before anything is read: the run may not know what a person does from then on. */
  readonly startedAtMs: number;
  readonly nowMs: () => number;
  readonly watch: RunWatch;
};

export function runReconciliation(needs: RunNeeds): void {
  const { folder } = needs;
  const { source, hasImports } = openSource(folder);
  let results: Database | null = null;
  try {
    results = openResults(folder);
    // All files are read as of one moment: later writes are for the next run.
    source.exec('BEGIN');
    compare({ source, hasImports }, results, needs);
  } finally {
    source.close();
    results?.close();
  }
}

function compare(
  { source, hasImports }: ReturnType<typeof openSource>,
  results: Database,
  { startedAtMs, nowMs, watch }: RunNeeds,
): void {
  watch.begin('reading', null);
  const facts = gatherFacts(source, hasImports, startedAtMs);
  const { readable, lines, today } = facts;
  const importIds = [...lines.bank.importIds, ...lines.books.importIds].sort();
  const basis = readBasis({ cache: readable, journal: readable }, { importIds, today });
  const storing = createStoring(results, startedAtMs, basis, watch);
  const rows = countOfClosed(source);
  const summaries = comparisons.map((comparison) => {
    watch.begin(comparison, comparison === 'bank' ? null : rows);
    return compareOne(facts, comparison, storing, watch);
  });
  watch.did(0);
  storing.finish(summaries, nowMs());
}

/** Compares both sides once and stores the findings. */
function compareOne(
  facts: RunFacts,
  comparison: Comparison,
  storing: Storing,
  watch: RunWatch,
): StoredSummary {
  const { source, readable, settings, lines, fees, today } = facts;
  const { from: chosen } = settings;
  // Only sales and books begin with our first close; windows and statements are older.
  const from =
    chosen ?? (comparison === 'bank' ? null : firstClosedOn({ cache: readable, journal: readable }));
  const covered = comparison === 'sales' ? null : wholeSpan(lines[comparison].covered);
  const manual = manualMatches(readable, comparison);
  prepareLook(source, comparison, manual);
  const { all, ours, theirs, leftOut, held } = residueOf(facts, comparison, manual, watch);
  const totals = { ours: all.ours.totals(), theirs: all.theirs.totals() };
  if (totals.ours.length === 0 || totals.theirs.length === 0)
    return notCompared(comparison, totals, from, covered, held);
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
    bookingOf: bookingBy(bankRules(readable)),
    takenBack: linesTakenBack(readable, comparison),
    forgotten: forgottenKeys(readable),
    ...(standOf && { standOf }),
  });
  const { exceptions, expected, before, matches } = matched;
  watch.begin('storing', exceptions.length + expected.length + before.length + matches.length);
  storing.put(comparison, matched, theirs, comparison === 'sales' ? fees : null);
  return summaryOf(comparison, { all: totals, leftOut, held }, matched, from, covered);
}

/** Prepares the orders that people matched, because the rules look at their rows. The search for exact pairs adds its own. */
function prepareLook(source: Database, comparison: Comparison, manual: readonly ManualMatch[]): void {
  source.exec(
    'DROP TABLE IF EXISTS temp.look; CREATE TEMP TABLE look (order_id TEXT PRIMARY KEY) WITHOUT ROWID',
  );
  const insert = source.prepare('INSERT OR IGNORE INTO temp.look VALUES (?)');
  for (const orderId of ordersOfManual(source, comparison, manual)) insert.run(orderId);
}
