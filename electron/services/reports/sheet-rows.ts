/** A sheet whose rows come as they are asked for: what every file of tables is written from. */
import type { ColumnKind, Sheet } from '#shared/contract/reports.ts';

/**
 * By the kind of its column, as in `Sheet`. What cannot be written as that kind (a timestamp nobody could read, an amount in
 * another currency) is a text that is not one.
 */
export type Cell = Sheet['rows'][number][number];
export type SheetColumn = Sheet['columns'][number];
export type SheetRows = Omit<Sheet, 'rows'> & { readonly rows: Iterable<readonly Cell[]> };

const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** The value of a cell as it is written. */
export function kindOf(cell: NonNullable<Cell>, kind: ColumnKind): ColumnKind {
  switch (kind) {
    case 'text':
      return 'text';
    case 'count':
    case 'instant':
      return typeof cell === 'number' ? kind : 'text';
    case 'amount':
      return DECIMAL.test(String(cell)) ? kind : 'text';
    case 'date':
      return DATE.test(String(cell)) ? kind : 'text';
  }
}

/** Cuts rows into the largest pieces a sheet can hold; at least one, also if there are none. */
export function* inPieces<T>(rows: Iterable<T>, most: number): Generator<Iterable<T>> {
  const iterator = rows[Symbol.iterator]();
  let next = iterator.next();
  function* piece(): Generator<T> {
    for (let count = 0; count < most && !next.done; count += 1) {
      yield next.value;
      next = iterator.next();
    }
  }
  do yield piece();
  while (!next.done);
}
