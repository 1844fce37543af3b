import type { KeptRow } from '#shared/contract/kept.ts';
import { allKeptColumns, kindOfKept, summedIn, type KeptColumn } from '#shared/domain/kept-lists.ts';
import { eachKept, keptSums } from '../../../database/repositories/kept-lists.ts';
import { listRead } from '../../../database/repositories/list-reads.ts';
import { amount, gatewayTime, totalLines, type ListColumn, type ListReader } from './list.ts';

const textIn = ({ cells }: KeptRow, column: KeptColumn): string | null => {
  const cell = cells[column];
  return cell?.is === 'text' ? cell.text : null;
};
const moneyIn = ({ cells }: KeptRow, column: KeptColumn) => {
  const cell = cells[column];
  return cell?.is === 'money' ? cell.money : null;
};
/** Of the row's amounts; a list of currencies names its own. */
const currencyOf = (row: KeptRow): string | null =>
  textIn(row, 'currency') ??
  allKeptColumns.flatMap((column) => moneyIn(row, column)?.currency ?? [])[0] ??
  null;

function columnOf(column: KeptColumn): ListColumn<KeptRow> {
  switch (kindOfKept(column)) {
    case 'money':
      return amount((row) => moneyIn(row, column), currencyOf);
    case 'time':
      return gatewayTime(({ cells }) => {
        const cell = cells[column];
        return cell?.is === 'time' ? cell.at : null;
      });
    case 'flags':
      return { kind: 'text', value: (row) => textIn(row, column)?.split(' ') ?? null };
    default:
      return { kind: 'text', value: (row) => textIn(row, column) };
  }
}
const columns = Object.fromEntries(allKeptColumns.map((column) => [column, columnOf(column)])) as {
  [C in KeptColumn]: ListColumn<KeptRow>;
};

export const keptList: ListReader<'kept', KeptRow> = {
  columns: { ...columns, currency: { kind: 'text', value: currencyOf } },
  open: ({ cache }, { name, filter, sort }, _nowMs, seesContacts) => {
    const search = { name, filter, seesContacts };
    const { count, sums } = keptSums(cache, search);
    const summed = summedIn(name);
    return {
      count,
      readAtMs: listRead(cache, `kept ${name}`).readAtMs,
      totals: summed === null ? [] : totalLines(summed, sums),
      rows: eachKept(cache, search, sort),
    };
  },
};
