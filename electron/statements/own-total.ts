/** The total that a table gives itself, compared with the lines that were read of it. */
import { cellAt, type Cell, type TableRow } from './cell.ts';
import { readAmount } from './read-amount.ts';
import type { LineReading, Outcome } from './read-line.ts';

const isBlank = ({ text }: Cell) => /^[\s\u00A0-]*$/.test(text);
const absolute = (minor: bigint) => (minor < 0n ? -minor : minor);

type Sums = { readonly credit: bigint; readonly debit: bigint };

/** True if a row of totals says what these lines come to. A side that it leaves empty is none of the lines'. */
function isTotalOf({ cells }: TableRow, { mapping, decimals }: LineReading, sums: Sums): boolean {
  const { amount, currency } = mapping;
  if (currency.kind !== 'fixed') return false;
  const says = (column: number, sum: bigint): boolean => {
    const cell = cellAt(cells, column);
    if (isBlank(cell)) return sum === 0n;
    const read = readAmount(cell, currency.code, decimals);
    return read.ok && absolute(read.value) === absolute(sum);
  };
  return amount.kind === 'two-columns'
    ? says(amount.debit, sums.debit) && says(amount.credit, sums.credit)
    : says(amount.column, sums.credit + sums.debit);
}

/** `agrees`: true if the table ends with a total of all lines that could be read. The total of one page, or a balance, does not count. */
export function createOwnTotal(reading: LineReading) {
  let sums: Sums = { credit: 0n, debit: 0n };
  let agrees = false;
  return {
    add(row: TableRow, outcome: Outcome): void {
      if (outcome.state === 'good') {
        const { minor } = outcome.line;
        sums = minor > 0n ? { ...sums, credit: sums.credit + minor } : { ...sums, debit: sums.debit + minor };
        agrees = false;
      } else if (outcome.state === 'skipped' && outcome.reason === 'totals' && !agrees)
        agrees = (sums.credit !== 0n || sums.debit !== 0n) && isTotalOf(row, reading, sums);
    },
    agrees: () => agrees,
  };
}
