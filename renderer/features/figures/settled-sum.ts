/** What was settled in all periods shown. */
import type { CurrencyFigures } from '#shared/contract/figures.ts';
import { addMoney, type Money } from '#shared/money/money.ts';

type Sum = {
  gross: Money;
  /** Null where the gateway gives none for a period that has rows. */
  net: Money | null;
  /** What is not paid out of the gross. */
  kept: Money | null;
};

export function settledSum({ currency, settled }: Pick<CurrencyFigures, 'currency' | 'settled'>): Sum {
  const zero: Money = { minor: 0n, currency };
  const withRows = settled.filter(({ count }) => count > 0);
  const gross = withRows.reduce((sum, period) => addMoney(sum, period.gross), zero);
  const net = withRows.reduce<Money | null>(
    (sum, period) => (sum === null || period.net === null ? null : addMoney(sum, period.net)),
    zero,
  );
  return { gross, net, kept: net && { minor: gross.minor - net.minor, currency } };
}
