/** Which sales to take for an early payout of about a wanted amount. */
import type { SettlementRow } from './settlement-rows.ts';

export type Suggestion = { totalMinor: number; transactionIds: string[] };

const suggestionOf = (rows: readonly SettlementRow[]): Suggestion => ({
  totalMinor: rows.reduce((total, row) => total + row.amount_minor, 0),
  transactionIds: rows.map((row) => row.transaction_id),
});

/** `below`: oldest sales first, as long as they fit in the target. `above`: those and the smallest sale that goes over it. */
export function suggest(
  rows: readonly SettlementRow[],
  targetMinor: number,
): { below: Suggestion | null; above: Suggestion | null } {
  const below: SettlementRow[] = [];
  const rest: SettlementRow[] = [];
  let total = 0;
  for (const row of rows) {
    const fits = total + row.amount_minor <= targetMinor;
    (fits ? below : rest).push(row);
    if (fits) total += row.amount_minor;
  }
  const over = rest.sort((a, b) => a.amount_minor - b.amount_minor)[0];
  return {
    below: below.length > 0 ? suggestionOf(below) : null,
    above: over ? suggestionOf([...below, over]) : null,
  };
}
