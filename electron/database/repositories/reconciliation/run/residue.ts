/** The items and sums that each comparison hands to the rules. */
import { type Database } from 'better-sqlite3';
import type { ReconciliationSettings } from '#shared/contract/reconciliation.ts';
import { type Comparison } from '#shared/domain/reconciliation.ts';
import { businessDaysOf } from '#shared/domain/reconciliation-settings.ts';
import { type ManualMatch } from '#shared/domain/matching/index.ts';
import { startOfBusinessDate } from '#shared/time/business-date.ts';
import { dateOfDay, dayNumberOf } from '#shared/time/business-days.ts';
import { branchNames } from '../../branch-names.ts';
import { expectedAtBank } from '../expected-at-bank.ts';
import { booksToMatch } from './books.ts';
import { bankLines, isWithin } from './lines.ts';
import { salesToMatch } from './sales.ts';
import { createSums, type Residue } from './sums.ts';
import type { RunWatch } from './watch.ts';
import type { RunFacts } from './facts.ts';

/** The items of a comparison that are in no exact pair, and the sums of all of them. */
export function residueOf(
  facts: RunFacts,
  comparison: Comparison,
  manual: readonly ManualMatch[],
  watch: RunWatch,
): Residue {
  switch (comparison) {
    case 'sales':
      return residueOfSales(facts, manual, watch);
    case 'books':
      return residueOfBooks(facts, watch);
    case 'bank':
      return residueOfBank(facts);
  }
}

function residueOfSales(facts: RunFacts, manual: readonly ManualMatch[], watch: RunWatch): Residue {
  const { source, readable, settings, closings, closed, held, fees, dayOf, isReversedHere } = facts;
  const needs = {
    closings,
    closed,
    held,
    fees,
    facts: { dateOf: dayOf, branchNames: branchNames(readable), someOnTerminals: hasTerminals(source) },
    lateFrom: createLateFrom(settings),
    isReversedHere,
    isByHand: createIsByHand(manual),
  };
  return salesToMatch(source, needs, watch);
}

/** Without imported sales there is nothing to compare; the sums of the closes are shown all the same. */
function residueOfBooks(
  { source, closings, closed, lines, isReversedHere }: RunFacts,
  watch: RunWatch,
): Residue {
  if (lines.books.importIds.length === 0)
    return {
      ours: [],
      theirs: [],
      all: { ours: closed, theirs: createSums() },
      leftOut: createSums(),
      held: 0,
    };
  const covered = closings.filter(({ businessDate }) => isWithin(lines.books.covered, businessDate));
  return booksToMatch(source, covered, lines.books, isReversedHere, watch);
}

function residueOfBank({ source, readable, lines, dayOf }: RunFacts): Residue {
  const ours = expectedAtBank(readable, dayOf);
  const theirs = bankLines(source, lines.bank.importIds);
  return {
    ours,
    theirs,
    all: { ours: createSums(ours), theirs: createSums(theirs) },
    leftOut: createSums(),
    held: 0,
  };
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
