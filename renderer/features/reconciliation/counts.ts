/** The figures in the head of a comparison, from its summary. Pure. */
import type { ReconciliationSettings } from '#shared/contract/reconciliation.ts';
import type { ExceptionFilter } from '#shared/contract/reconciliation-items.ts';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Total } from '#shared/contract/terminals.ts';
import { addTotals } from '#shared/domain/kinds/index.ts';
import {
  ageBuckets,
  sides,
  type AgeBucket,
  type RestReason,
  type Side,
} from '#shared/domain/reconciliation.ts';
import { businessDaysOf } from '#shared/domain/reconciliation-settings.ts';
import { absolute, negated, sumByCurrency, type Money } from '#shared/money/money.ts';
import { countOf } from '../../components/sum-parts.ts';

type Exceptions = ComparisonSummary['exceptions'][number];
type Figures = {
  /** Items of ours from the day on which we began that the other side should have, of which `matched` are matched. */
  all: number;
  allTheirs: number;
  matched: number;
  /** Items of ours that cancel out: a sale and what undid it. The other side has none of them. */
  undone: number;
  /** Exceptions that are open; those older than seven business days. */
  needing: number;
  old: number;
  decided: number;
  /** The amounts of the open exceptions: the missing amount, or the difference. */
  concerned: Money[];
  expected: number;
  /** Part of what is expected: it comes only once somebody closes its day. */
  waitingForClose: number;
  /** None if items of both sides are expected. */
  expectedSums: Money[];
  matchedSums: Money[];
};

const amountsOf = (totals: readonly Total[]): Money[] => totals.map(({ amount }) => amount);

/** Their difference has one sign, so the sum of a group loses nothing. */
const WITH_DIFFERENCE: readonly Exceptions['type'][] = [
  'amount-over',
  'amount-under',
  'deposit-returned',
  'chargeback',
];

/** The difference, for a type with both sides: with its sign, as in the rows. */
function differenceOf({ type, ours, theirs }: Exceptions): Money[] {
  if (WITH_DIFFERENCE.includes(type))
    return sumByCurrency([...amountsOf(theirs), ...amountsOf(ours).map(negated)]);
  return amountsOf(ours.length > 0 ? ours : theirs).map(absolute);
}
/** Its size, where different types are added up. */
const concernOf = (exceptions: Exceptions): Money[] => differenceOf(exceptions).map(absolute);

type Summary = Pick<ComparisonSummary, 'exceptions'>;
type Group = { count: number; concerned: Money[] };

const groupOf = (entries: readonly Exceptions[], amounts = concernOf): Group => ({
  count: entries.reduce((sum, { count }) => sum + count, 0),
  concerned: sumByCurrency(entries.flatMap(amounts)),
});
const groupOfType = (entries: readonly Exceptions[]): Group => groupOf(entries, differenceOf);
const openIn = ({ exceptions }: Summary) => exceptions.filter(({ state }) => state === 'open');

/** The open exceptions of each type, the most first. */
export function groupsOf(summary: Summary): ({ type: Exceptions['type'] } & Group)[] {
  const open = openIn(summary);
  return [...new Set(open.map(({ type }) => type))]
    .map((type) => ({ type, ...groupOfType(open.filter((entry) => entry.type === type)) }))
    .sort((a, b) => b.count - a.count);
}

type Narrowing = Pick<ExceptionFilter, 'types' | 'ages' | 'states'>;
type Choices = { types: ({ type: Exceptions['type'] } & Group)[]; ages: ({ age: AgeBucket } & Group)[] };

const isIn = <Value>(chosen: readonly Value[], value: Value) => chosen.length === 0 || chosen.includes(value);

/**
 * The types and ages to choose from. Types are counted within the chosen ages, ages within the chosen types. The most frequent type and
 * the oldest age come first. A chosen one stays, even with a count of 0.
 */
export function choicesOf({ exceptions }: Summary, { types, ages, states }: Narrowing): Choices {
  const inStates = exceptions.filter(({ state }) => isIn(states, state));
  const known = new Set([...inStates.map(({ type }) => type), ...types]);
  return {
    types: [...known]
      .map((type) => ({
        type,
        ...groupOfType(inStates.filter((entry) => entry.type === type && isIn(ages, entry.age))),
      }))
      .sort((a, b) => b.count - a.count),
    ages: ageBuckets
      .toReversed()
      .map((age) => ({
        age,
        ...groupOf(inStates.filter((entry) => entry.age === age && isIn(types, entry.type))),
      }))
      .filter(({ age, count }) => count > 0 || ages.includes(age)),
  };
}

export function figuresOf({ all, matched, expected, exceptions, before }: ComparisonSummary): Figures {
  const open = exceptions.filter(({ state }) => state === 'open');
  const sum = (entries: readonly Exceptions[]) => entries.reduce((total, { count }) => total + count, 0);
  const undone = matched
    .filter(({ rule }) => rule === 'reversed')
    .reduce((total, { ours }) => total + countOf(ours), 0);
  const waiting = expected.flatMap(({ ours, theirs }) => [...ours, ...theirs]);
  // What both sides wait for meets one day: added together it would count twice.
  const isOfBoth =
    expected.some(({ ours }) => ours.length > 0) && expected.some(({ theirs }) => theirs.length > 0);
  return {
    all: countOf(all.ours) - countOf(before.ours) - undone,
    allTheirs: countOf(all.theirs) - countOf(before.theirs),
    matched: matched.reduce((total, { ours }) => total + countOf(ours), 0) - undone,
    undone,
    needing: sum(open),
    old: sum(open.filter(({ age }) => age === 'over-7')),
    decided: sum(exceptions) - sum(open),
    concerned: sumByCurrency(open.flatMap(concernOf)),
    expected: countOf(waiting),
    waitingForClose: expected
      .filter(({ reason }) => reason === 'day-open')
      .reduce((total, { ours, theirs }) => total + countOf(ours) + countOf(theirs), 0),
    expectedSums: isOfBoth ? [] : sumByCurrency(amountsOf(waiting)),
    matchedSums: sumByCurrency(matched.flatMap(({ ours }) => amountsOf(ours))),
  };
}

/** What is expected to come in, if it is all that is not matched and nothing is late; empty otherwise. */
export function restOf(summary: ComparisonSummary): Money[] {
  const { all, matched, needing, expected, waitingForClose, expectedSums } = figuresOf(summary);
  const isAll = needing === 0 && waitingForClose === 0 && expected > 0 && expected === all - matched;
  return isAll && expectedSums.every(({ minor }) => minor > 0n) ? expectedSums : [];
}

/** The items of a reason, or all that are expected, on each side that has any. The others wait for nothing. */
export function expectedOf(
  { expected, before, booked }: Pick<ComparisonSummary, 'expected' | 'before' | 'booked'>,
  reason: RestReason | null,
): { side: Side; totals: Total[] }[] {
  const entries =
    reason === 'before-start'
      ? [before]
      : booked.some(({ kind }) => kind === reason)
        ? booked.filter(({ kind }) => kind === reason).map(({ theirs }) => ({ ours: [], theirs }))
        : expected.filter((entry) => reason === null || entry.reason === reason);
  return sides.flatMap((side) => {
    const totals = addTotals(entries.map((entry) => entry[side])).filter(({ count }) => count > 0);
    return totals.length > 0 ? [{ side, totals }] : [];
  });
}

/** What listed items come to on each side that has any. */
export const totalsOfRows = (
  rows: readonly { item: { side: Side; amount: Money } }[],
): { side: Side; totals: Total[] }[] =>
  sides.flatMap((side) => {
    const own = rows.filter(({ item }) => item.side === side);
    const totals = addTotals(own.map(({ item }) => [{ count: 1, amount: item.amount }]));
    return totals.length > 0 ? [{ side, totals }] : [];
  });

/** The day after which nothing that is expected now is expected any more, beside what waits for a close; null if part of it waits for a statement. */
export function lastExpectedOn(
  { expected }: Pick<ComparisonSummary, 'expected'>,
  settings: ReconciliationSettings,
  today: string,
): string | null {
  const others = expected.filter(({ reason }) => reason !== 'day-open');
  if (others.length === 0 || others.some(({ reason }) => reason !== 'within-days')) return null;
  return businessDaysOf(settings).lastWithin(today, settings.settlementDays);
}
