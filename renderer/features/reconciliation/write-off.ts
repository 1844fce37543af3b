/** The amount that a write-off gives up: the difference, or the whole of a missing item. Pure. */
import type { ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { absolute, sumByCurrency, type Money } from '#shared/money/money.ts';

type Amounts = Pick<ReconcileException, 'difference'> & {
  ours: { amount: Money } | null;
  theirs: readonly { amount: Money }[];
};

/** Null: there is nothing to give up, or the sides are of two currencies. */
export function amountToWriteOff({ ours, theirs, difference }: Amounts): Money | null {
  const sums = sumByCurrency(theirs.map(({ amount }) => amount));
  const onlyOurs = ours !== null && theirs.length === 0 ? ours.amount : null;
  const onlyTheirs = ours === null && sums.length === 1 ? (sums[0] ?? null) : null;
  const amount = difference ?? onlyOurs ?? onlyTheirs;
  if (amount === null || amount.minor === 0n) return null;
  return absolute(amount);
}
