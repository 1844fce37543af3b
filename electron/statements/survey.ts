/** Goes through a whole table before any line is read: in which order its dates are, and how its decimals are written. */
import type { ImportMapping } from '#shared/contract/import-file.ts';
import type { DateOrder, DecimalStyle, ImportWarning } from '#shared/domain/statement.ts';
import { cellAt, type TableRow } from './cell.ts';
import { readAmount, styleEvidence } from './read-amount.ts';
import { createDateEvidence } from './read-date.ts';
import { saysTotals } from './words.ts';

export type Seen = { readonly warning: ImportWarning; readonly row: number | null; readonly text: string };
type Survey = {
  /** Null if it is not certain; a warning says why. */
  readonly dateOrder: DateOrder | null;
  readonly decimals: DecimalStyle | null;
  readonly debitsAreSigned: boolean;
  readonly warnings: readonly Seen[];
  /** The file is certain, and of another order than this one: the first cell that shows it. */
  readonly against: (order: DateOrder) => Seen | null;
};
type SurveyColumns = {
  readonly dates: readonly number[];
  readonly amounts: readonly number[];
  readonly debit: number | null;
};

export function columnsToSurvey(
  mapping: Pick<ImportMapping, 'bookedOn' | 'valueOn' | 'amount' | 'balance'>,
): SurveyColumns {
  const { amount, balance, bookedOn, valueOn } = mapping;
  const columns = amount.kind === 'two-columns' ? [amount.debit, amount.credit] : [amount.column];
  return {
    dates: valueOn === null ? [bookedOn] : [bookedOn, valueOn],
    amounts: balance === null ? columns : [...columns, balance],
    debit: amount.kind === 'two-columns' ? amount.debit : null,
  };
}

export function createSurvey({ dates, amounts, debit }: SurveyColumns, thisYear: number) {
  const evidence = createDateEvidence(thisYear);
  let dot: number | null = null;
  let comma: number | null = null;
  let ambiguous: { row: number; text: string } | null = null;
  let positive = 0;
  let negative = 0;
  return {
    add({ row, cells }: TableRow): void {
      // A line of totals has no day; its sums say nothing about a debit's sign.
      if (dates.every((column) => cellAt(cells, column).text.trim() === '') && saysTotals(cells)) return;
      for (const column of dates) evidence.add(cellAt(cells, column), row);
      for (const column of amounts) {
        const cell = cellAt(cells, column);
        const style = styleEvidence(cell);
        if (style === 'dot') dot ??= row;
        else if (style === 'comma') comma ??= row;
        else if (style === 'ambiguous') ambiguous ??= { row, text: cell.text };
        if (column !== debit) continue;
        // The sign alone matters, so any style that reads it will do; the most decimals a currency has.
        const read = [readAmount(cell, 'CLF', 'dot'), readAmount(cell, 'CLF', 'comma')].find(({ ok }) => ok);
        if (!read?.ok) continue;
        if (read.value > 0n) positive += 1;
        if (read.value < 0n) negative += 1;
      }
    },
    result(): Survey {
      const warnings: Seen[] = [];
      const seen = (warning: ImportWarning, at: { row: number; text: string } | null) => {
        if (at) warnings.push({ warning, row: at.row, text: at.text.slice(0, 200) });
      };
      const found = evidence.verdict();
      seen('date-order-ambiguous', found.ambiguous);
      seen('date-order-contradictory', found.contradicted);
      seen('dates-mixed', found.mixed);
      const decimals =
        dot !== null && comma !== null ? null : dot !== null ? 'dot' : comma !== null ? 'comma' : null;
      if (dot === null && comma === null) seen('decimals-ambiguous', ambiguous);
      const against = (order: DateOrder): Seen | null => {
        const at = found.order === null || found.order === order ? undefined : found.against.get(order);
        return at ? { warning: 'date-order-contradictory', row: at.row, text: at.text.slice(0, 200) } : null;
      };
      const debitsAreSigned = negative > 0 && positive === 0;
      return { dateOrder: found.order, decimals, debitsAreSigned, warnings, against };
    },
    dot: () => dot,
    comma: () => comma,
  };
}
