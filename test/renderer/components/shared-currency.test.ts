/** The head of a column names the currency only if every amount under it has it. */
import { describe, expect, it } from 'vitest';
import { sharedCurrencies } from '#renderer/components/shared-currency.ts';

const money = (currency: string) => ({ minor: 100n, currency });
const columns = [
  { id: 'gross', amounts: (row: { gross: string[] }) => row.gross.map(money) },
  { id: 'name' },
];

describe('the currency of a column of money', () => {
  it.each([
    ['every row has it', [['EGP'], ['EGP']], 'EGP'],
    ['a row has no amount', [['EGP'], []], 'EGP'],
    ['another row has another one', [['EGP'], ['KWD']], undefined],
    ['one cell has two', [['EGP', 'KWD']], undefined],
    ['there is no amount', [[], []], undefined],
  ])('when %s', (_, rows, expected) => {
    const found = sharedCurrencies(
      rows.map((gross) => ({ gross })),
      columns,
    );
    expect(found.get('gross')).toBe(expected);
    expect(found.has('name')).toBe(false);
  });
});
