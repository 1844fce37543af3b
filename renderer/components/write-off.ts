/** The amount of a write-off: the difference, or the whole of a missing item, and which way it went. Pure. */
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { absolute, negated, sumByCurrency, type Money } from '#shared/money/money.ts';

type Amounts = Pick<ReconcileException, 'difference'> & {
  ours: { amount: Money } | null;
  theirs: readonly { amount: Money }[];
};

/** What came less what should have come. Null: there is nothing to write off, or the sides are of two currencies. */
export function gapToWriteOff({ ours, theirs, difference }: Amounts): Money | null {
  const sums = sumByCurrency(theirs.map(({ amount }) => amount));
  const onlyOurs = ours !== null && theirs.length === 0 ? negated(ours.amount) : null;
  const onlyTheirs = ours === null && sums.length === 1 ? (sums[0] ?? null) : null;
  const gap = difference ?? onlyOurs ?? onlyTheirs;
  return gap === null || gap.minor === 0n ? null : gap;
}

/** More came than should have: accepting it gives nothing up. */
export const isSurplus = (amounts: Amounts): boolean => (gapToWriteOff(amounts)?.minor ?? 0n) > 0n;

/** Without its sign: what a limit is compared with. */
export function amountToWriteOff(amounts: Amounts): Money | null {
  const gap = gapToWriteOff(amounts);
  return gap && absolute(gap);
}
