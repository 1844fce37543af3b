/** Columns that several lists have: an id, and an amount that may not be given. */
import type { Money } from '#shared/money/money.ts';
import { toDecimal } from '#shared/money/money.ts';
import type { GridColumn } from './grid-columns.ts';
import { IdText } from './id-text.tsx';
import { MoneyText } from './money-text.tsx';

/** Amounts for copying and for screen readers: "100.00 EGP, 5.00 USD". */
export const amountsText = (amounts: readonly Money[]): string =>
  amounts.map((amount) => `${toDecimal(amount)} ${amount.currency}`).join(', ');

type Rest<T> = Partial<Omit<GridColumn<T>, 'id' | 'header' | 'width' | 'render' | 'text'>>;
type Facts = { id: string; header: string; width: number };

export const idColumn = <T,>(
  facts: Facts,
  value: (row: T) => string | null,
  rest: Rest<T> = {},
): GridColumn<T> => ({
  ...facts,
  ...rest,
  render: (row) => <IdText value={value(row)} />,
  text: (row) => value(row) ?? '',
});

/** An amount the gateway did not give stays empty: it is not zero. */
export const moneyColumn = <T,>(
  facts: Facts,
  value: (row: T) => Money | null,
  { strong = false, signed = false, ...rest }: Rest<T> & { strong?: boolean; signed?: boolean } = {},
): GridColumn<T> => ({
  ...facts,
  align: 'end',
  amounts: (row) => {
    const amount = value(row);
    return amount === null ? [] : [amount];
  },
  ...rest,
  render: (row) => {
    const amount = value(row);
    return amount === null ? (
      <span className="muted">—</span>
    ) : (
      <MoneyText value={amount} strong={strong} signed={signed} />
    );
  },
  text: (row) => {
    const amount = value(row);
    return amount === null ? '' : toDecimal(amount);
  },
});
