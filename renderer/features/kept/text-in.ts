/** The text in a column of a row; null where there is none. Pure. */
import type { KeptRow } from '#shared/contract/kept.ts';
import type { KeptColumn } from '#shared/domain/kept-lists.ts';

export const textIn = ({ cells }: Pick<KeptRow, 'cells'>, column: KeptColumn): string | null => {
  const cell = cells[column];
  return cell?.is === 'text' ? cell.text : null;
};
