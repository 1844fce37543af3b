/** Amounts that stand together as a calculation: every term with its sign, and below them what they come to. */
import type { ReactNode } from 'react';
import type { Money } from '#shared/money/money.ts';
import { LateName } from './late.tsx';
import { MoneyText } from './money-text.tsx';

export type CalculationTerm = {
  name: ReactNode;
  amount: Money;
  /** What the terms so far come to. */
  isSum?: boolean;
  /** Nobody knows where it comes from. */
  isOdd?: boolean;
};

/** The first term and the sums have no plus before them. */
export function Calculation({ label, terms }: { label: string; terms: readonly CalculationTerm[] }) {
  // Where all have one currency, the sums say it for their terms.
  const isShared =
    new Set(terms.map(({ amount }) => amount.currency)).size === 1 && terms.some(({ isSum }) => isSum);
  return (
    <table className={`calculation ${isShared ? 'currency-in-sum' : ''}`} aria-label={label} data-calculation>
      <tbody>
        {terms.map(({ name, amount, isSum = false, isOdd = false }, at) => (
          <tr key={at} data-term={isSum ? 'sum' : 'part'} data-tone={isOdd ? 'late' : undefined}>
            <th scope="row">{isOdd ? <LateName>{name}</LateName> : name}</th>
            <td className="number-cell">
              <MoneyText value={amount} signed={at > 0 && !isSum} strong={isSum} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
