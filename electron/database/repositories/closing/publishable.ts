/** The rows of one Z as the other PCs of a chain get them. */
import type { ReadableDb } from '../../db.ts';
import { rowsOf, type ClosingRow } from './rows.ts';

type Row = Omit<ClosingRow, 'amount'> & { readonly minor: bigint; readonly currency: string };

/** By id. A close may have held others that this Z did not sum. */
export function publishableRows(journal: ReadableDb, closingId: string, rowIds: readonly string[]): Row[] {
  const summed = new Set(rowIds);
  return rowsOf(journal, closingId)
    .filter(({ rowId }) => summed.has(rowId))
    .map(({ amount, ...row }) => ({ ...row, minor: amount.minor, currency: amount.currency }));
}
