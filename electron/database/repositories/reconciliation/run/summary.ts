/** The sums of one comparison: exact pairs are what is left of all items when the others are taken away. */
import type { Total } from '#shared/contract/terminals.ts';
import {
  bookedKinds,
  expectedReasons,
  matchRules,
  type Comparison,
  type ExceptionType,
} from '#shared/domain/reconciliation.ts';
import type { FoundException, Matched, MatchItem } from '#shared/domain/matching/index.ts';
import type { StoredSummary } from '../stored.ts';
import type { Span } from './lines.ts';
import { dateOf } from './store.ts';
import { createSums, without, type Residue } from './sums.ts';

type Both = { readonly ours: Total[]; readonly theirs: Total[] };
const totalsOf = (items: readonly MatchItem[]) => createSums(items).totals();

/** If one side has nothing, nothing is missing either. */
export const notCompared = (
  comparison: Comparison,
  all: Both,
  from: string | null,
  covered: Span | null,
  held: number,
): StoredSummary => ({
  comparison,
  state: all.ours.length === 0 ? 'no-ours' : 'no-theirs',
  all,
  matched: [],
  expected: [],
  groups: [],
  before: { from, ours: [], theirs: [] },
  leftOut: [],
  held,
  booked: [],
  covered,
});

function groupsOf(exceptions: readonly FoundException[]): StoredSummary['groups'] {
  const groups = new Map<string, { type: ExceptionType; date: string; found: FoundException[] }>();
  for (const one of exceptions) {
    const date = dateOf(one);
    const group = groups.get(`${one.type} ${date}`) ?? { type: one.type, date, found: [] };
    group.found.push(one);
    groups.set(`${one.type} ${date}`, group);
  }
  return [...groups.values()].map(({ type, date, found }) => ({
    type,
    date,
    count: found.length,
    ours: totalsOf(found.flatMap(({ ours }) => ours ?? [])),
    theirs: totalsOf(found.flatMap(({ theirs }) => theirs)),
  }));
}

function sumsOf(totals: readonly (readonly Total[])[]): Total[] {
  const sums = createSums();
  for (const { amount, count } of totals.flat()) sums.addMany(amount, count);
  return sums.totals();
}

const encodedTotals = (totals: readonly Total[]): string =>
  totals.map(({ count, amount }) => `${count} ${amount.currency} ${amount.minor}`).join(', ');

export function summaryOf(
  comparison: Comparison,
  { all, leftOut: moreLeftOut, held }: { all: Both } & Pick<Residue, 'leftOut' | 'held'>,
  { matches, exceptions, expected, before, leftOut, booked }: Matched,
  from: string | null,
  covered: Span | null,
): StoredSummary {
  const groups = groupsOf(exceptions);
  const byRule = matchRules.map((rule) => {
    const own = matches.filter((match) => match.rule === rule);
    return {
      rule,
      matches: own.length,
      ours: totalsOf(own.flatMap(({ ours }) => ours)),
      theirs: totalsOf(own.flatMap(({ theirs }) => theirs)),
    };
  });
  const waiting = expectedReasons.map((reason) => {
    const own = expected.filter((one) => one.reason === reason).map(({ item }) => item);
    return {
      reason,
      ours: totalsOf(own.filter(({ side }) => side === 'ours')),
      theirs: totalsOf(own.filter(({ side }) => side === 'theirs')),
    };
  });
  const settlesNothing = bookedKinds.map((kind) => ({
    kind,
    theirs: totalsOf(booked.filter((one) => one.kind === kind).map(({ item }) => item)),
  }));
  const left = sumsOf([totalsOf(leftOut), moreLeftOut.totals()]);
  const earlier = {
    ours: totalsOf(before.filter(({ side }) => side === 'ours')),
    theirs: totalsOf(before.filter(({ side }) => side === 'theirs')),
  };
  const restOf = (side: 'ours' | 'theirs') =>
    without(all[side], [
      ...[...byRule, ...groups].flatMap((part) => part[side]),
      ...[...waiting, earlier].flatMap((part) => part[side]),
      ...(side === 'theirs' ? [...left, ...settlesNothing.flatMap(({ theirs }) => theirs)] : []),
    ]);
  const exact = { ours: restOf('ours'), theirs: restOf('theirs') };
  // Pairs of equal amounts: anything else would be an item that was lost, or counted twice.
  if (encodedTotals(exact.ours) !== encodedTotals(exact.theirs))
    throw new Error(`exact pairs of ${comparison} do not add up`);
  const exactPairs = exact.ours.reduce((sum, { count }) => sum + count, 0);
  const matched = byRule.map((one) =>
    one.rule === 'order-id'
      ? {
          rule: one.rule,
          matches: one.matches + exactPairs,
          ours: sumsOf([one.ours, exact.ours]),
          theirs: sumsOf([one.theirs, exact.theirs]),
        }
      : one,
  );
  return {
    comparison,
    state: 'compared',
    all,
    matched: matched.filter(({ matches: count }) => count > 0),
    expected: waiting.filter(({ ours, theirs }) => ours.length > 0 || theirs.length > 0),
    groups,
    before: { from, ...earlier },
    leftOut: left,
    held,
    booked: settlesNothing.filter(({ theirs }) => theirs.length > 0),
    covered,
  };
}
