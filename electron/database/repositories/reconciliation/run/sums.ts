/** Counts and sums per currency, and what a comparison hands to the rules. */
import type { Total } from '#shared/contract/terminals.ts';
import type { MatchItem } from '#shared/domain/matching/index.ts';
import type { Money } from '#shared/money/money.ts';

export type Sums = ReturnType<typeof createSums>;

export function createSums(items: readonly { readonly amount: Money }[] = []) {
  const byCurrency = new Map<string, { count: number; minor: bigint }>();
  function addMany({ currency, minor }: Money, count: number): void {
    const known = byCurrency.get(currency) ?? { count: 0, minor: 0n };
    byCurrency.set(currency, { count: known.count + count, minor: known.minor + minor });
  }
  for (const { amount } of items) addMany(amount, 1);
  return {
    add: (amount: Money) => addMany(amount, 1),
    addMany,
    /** By currency. A currency without rows is not in the answer. */
    totals: (): Total[] =>
      [...byCurrency]
        .filter(([, { count, minor }]) => count !== 0 || minor !== 0n)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([currency, { count, minor }]) => ({ count, amount: { minor, currency } })),
  };
}

/** These less those. */
export function without(totals: readonly Total[], others: readonly Total[]): Total[] {
  const sums = createSums();
  for (const { count, amount } of totals) sums.addMany(amount, count);
  for (const { count, amount } of others) sums.addMany({ ...amount, minor: -amount.minor }, -count);
  return sums.totals();
}

/** Items that are in no exact pair, and the sums of all items of both sides. */
export type Residue = {
  readonly ours: readonly MatchItem[];
  readonly theirs: readonly MatchItem[];
  readonly all: { readonly ours: Sums; readonly theirs: Sums };
  /** Part of their sum that is none of our business. It is not in `theirs` and makes no item. */
  readonly leftOut: Sums;
  /** Rows of our closes that only hold money: they are in none of the sums. 0 unless sales are compared. */
  readonly held: number;
};
