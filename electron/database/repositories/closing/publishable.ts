/** The rows of one Z as the other PCs of a chain get them. */
import type { ReadableDb } from '../../db.ts';
import { rowsOf, type ClosingRow } from './rows.ts';

type Row = Omit<ClosingRow, 'amount'> & {
  readonly minor: bigint;
  readonly currency: string;
  readonly outstanding: boolean;
};

/** `summed`: the ids of those that it summed, and whether each was left outstanding. A close may have held others. */
export const publishableRows = (
  journal: ReadableDb,
  closingId: string,
  summed: ReadonlyMap<string, boolean>,
): Row[] =>
  rowsOf(journal, closingId).flatMap(({ amount, ...row }) => {
    const outstanding = summed.get(row.rowId);
    return outstanding === undefined
      ? []
      : [{ ...row, outstanding, minor: amount.minor, currency: amount.currency }];
  });

/** How many rows that came late it left for the next close. */
export const leftForNext = (journal: ReadableDb, closingId: string): number =>
  journal
    .prepare<{ n: number }>('SELECT COUNT(*) AS n FROM closing_row_left WHERE closing_id = ?')
    .get(closingId)?.n ?? 0;
