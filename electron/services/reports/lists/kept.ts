import type { KeptRow } from '#shared/contract/rates.ts';
import { allKeptColumns, type KeptColumn } from '#shared/domain/kept-lists.ts';
import { toDecimal } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import { keptRows } from '../../../database/repositories/kept-lists.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import type { Cell } from '../sheet-rows.ts';
import type { ListColumn, ListReader } from './list.ts';

function valueOf({ cells }: KeptRow, column: KeptColumn): Cell {
  const cell = cells[column];
  if (cell === undefined) return null;
  switch (cell.is) {
    case 'text':
      return cell.text;
    case 'money':
      return `${cell.money.currency} ${toDecimal(cell.money)}`;
    case 'time':
      return cell.at.raw;
  }
}
const columns = Object.fromEntries(
  allKeptColumns.map((column): [KeptColumn, ListColumn<KeptRow>] => [
    column,
    { kind: 'text', value: (row) => valueOf(row, column) },
  ]),
) as { [C in KeptColumn]: ListColumn<KeptRow> };

export const keptList: ListReader<'kept', KeptRow> = {
  columns,
  open: ({ cache }, { name, text }) => {
    const wanted = searchText(text);
    const rows = keptRows(cache, name).filter((row) =>
      searchText(allKeptColumns.map((column) => valueOf(row, column) ?? '').join(' ')).includes(wanted),
    );
    return { count: rows.length, readAtMs: listRead(cache, `kept ${name}`).readAtMs, totals: [], rows };
  },
};
