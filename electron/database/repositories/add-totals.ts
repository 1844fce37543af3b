/** Totals of several terminals as one, per currency. */
import type { Total } from '#shared/contract/terminals.ts';
import type { StoredTerminal } from './terminals.ts';

/** Totals that are sums already, added up per currency. */
export function addTotals(terminals: readonly Pick<StoredTerminal, 'outstanding'>[]): Total[] {
  const totals = new Map<string, { count: number; minor: bigint }>();
  for (const { count, amount } of terminals.flatMap(({ outstanding }) => outstanding)) {
    const total = totals.get(amount.currency) ?? { count: 0, minor: 0n };
    totals.set(amount.currency, { count: total.count + count, minor: total.minor + amount.minor });
  }
  return [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { count, minor }]) => ({ count, amount: { minor, currency } }));
}
