/** The picked items of both sides, and the difference between the sides. Pure. */
import { addMoney, negated, sumByCurrency, type Money } from '#shared/money/money.ts';

type Picked = { readonly amount: Money };
export type Running = {
  ours: { count: number; sums: Money[] };
  theirs: { count: number; sums: Money[] };
  /** Theirs less ours; null while nothing is picked, or where the picks are of more than one currency. */
  difference: Money | null;
  mixed: boolean;
  /** Not zero: a match of these needs a remark. */
  needsRemark: boolean;
  withinTolerance: boolean;
};

const sideOf = (picks: readonly Picked[]) => ({
  count: picks.length,
  sums: sumByCurrency(picks.map(({ amount }) => amount)),
});
const absolute = (minor: bigint) => (minor < 0n ? -minor : minor);

/** The side that is not there counts as nothing: then what is picked has to cancel out by itself. */
export function runningOf(
  ours: readonly Picked[],
  theirs: readonly Picked[],
  tolerance: readonly Money[],
): Running {
  const all = [...theirs.map(({ amount }) => amount), ...ours.map(({ amount }) => negated(amount))];
  const [first, ...others] = all;
  const mixed = first !== undefined && others.some(({ currency }) => currency !== first.currency);
  const difference = first === undefined || mixed ? null : others.reduce(addMoney, first);
  const allowed = tolerance.find(({ currency }) => currency === difference?.currency)?.minor ?? 0n;
  return {
    ours: sideOf(ours),
    theirs: sideOf(theirs),
    difference,
    mixed,
    needsRemark: difference !== null && difference.minor !== 0n,
    withinTolerance: difference !== null && absolute(difference.minor) <= allowed,
  };
}

type Dated = { readonly date: string | null };

/** The first day of a picked settlement and of a picked sale, if the money came before the sale was closed. */
export function settledBefore(
  ours: readonly Dated[],
  theirs: readonly Dated[],
): { settled: string; closed: string } | null {
  const first = (picks: readonly Dated[]) => picks.flatMap(({ date }) => date ?? []).toSorted()[0];
  const [closed, settled] = [first(ours), first(theirs)];
  return closed !== undefined && settled !== undefined && settled < closed ? { settled, closed } : null;
}
