/** The currency of a column of money is said once, in its head, if all its rows share it. */
import type { Money } from '#shared/money/money.ts';

type MoneyColumn<Row> = { readonly id: string; readonly amounts?: (row: Row) => readonly Money[] };

/** The currency that every amount of a column has, by the column's id. A column of two currencies, or of none, is not named. */
export function sharedCurrencies<Row>(
  rows: readonly Row[],
  columns: readonly MoneyColumn<Row>[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { id, amounts } of columns) {
    if (!amounts) continue;
    const currencies = new Set(rows.flatMap((row) => amounts(row).map(({ currency }) => currency)));
    const [only] = currencies;
    if (only !== undefined && currencies.size === 1) found.set(id, only);
  }
  return found;
}
