/** Sums that the database gives by the currencies of both sides, as one list a side. */
import type { OutputOf } from '#shared/contract/index.ts';
import type { Total } from '#shared/contract/terminals.ts';

type Sum = {
  readonly count: bigint;
  readonly ours_count: bigint;
  readonly ours_currency: string | null;
  readonly ours: bigint | null;
  readonly theirs_count: bigint;
  readonly theirs_currency: string | null;
  readonly theirs: bigint | null;
};

function totalsOf(
  parts: readonly { count: bigint; minor: bigint | null; currency: string | null }[],
): Total[] {
  const byCurrency = new Map<string, Total>();
  for (const { count, minor, currency } of parts) {
    if (currency === null || minor === null) continue;
    const known = byCurrency.get(currency) ?? { count: 0, amount: { minor: 0n, currency } };
    byCurrency.set(currency, {
      count: known.count + Number(count),
      amount: { minor: known.amount.minor + minor, currency },
    });
  }
  return [...byCurrency.values()].sort((a, b) => (a.amount.currency < b.amount.currency ? -1 : 1));
}

export const createSumsOf = (sums: readonly Sum[]): OutputOf<'reconciliation.exceptionTotals'> => ({
  count: sums.reduce((count, sum) => count + Number(sum.count), 0),
  ours: totalsOf(
    sums.map((sum) => ({ count: sum.ours_count, minor: sum.ours, currency: sum.ours_currency })),
  ),
  theirs: totalsOf(
    sums.map((sum) => ({ count: sum.theirs_count, minor: sum.theirs, currency: sum.theirs_currency })),
  ),
});
