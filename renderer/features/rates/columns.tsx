/** The columns of a kept list, made from its description (`shared/domain/kept-lists.ts`). */
import type { TFunction } from 'i18next';
import type { KeptRow } from '#shared/contract/rates.ts';
import { keptColumns, type CellKind, type KeptColumn, type KeptListName } from '#shared/domain/kept-lists.ts';
import { moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { IdText } from '../../components/id-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';

const textIn = ({ cells }: KeptRow, column: KeptColumn): string | null => {
  const cell = cells[column];
  return cell?.is === 'text' ? cell.text : cell?.is === 'time' ? cell.at.raw : null;
};
const timeIn = ({ cells }: KeptRow, column: KeptColumn) => {
  const cell = cells[column];
  return cell?.is === 'time' ? cell.at : null;
};
const moneyIn = ({ cells }: KeptRow, column: KeptColumn) => {
  const cell = cells[column];
  return cell?.is === 'money' ? cell.money : null;
};
/** Sorts numbers by their size and everything else by its letters. */
const sortedBy = (text: string | null, kind: CellKind): string | number =>
  kind === 'percent' || kind === 'count' ? Number(text ?? -1) : (text ?? '');

function columnOf(t: TFunction, id: KeptColumn, kind: CellKind, isLast: boolean): GridColumn<KeptRow> {
  const header = t(`rates.column.${id}`);
  const rest = isLast ? { flex: 1 } : {};
  const word = (row: KeptRow) => {
    const text = textIn(row, id);
    return text === null ? t('rates.all') : t(`checkouts.method.${text}`, { defaultValue: text });
  };
  if (kind === 'money')
    return moneyColumn({ id, header, width: 130 }, (row) => moneyIn(row, id), {
      ...rest,
      sortValue: (row) => moneyIn(row, id)?.minor ?? 0n,
    });
  return {
    id,
    header,
    width: kind === 'text' ? 220 : 130,
    ...rest,
    render: (row) => {
      const text = textIn(row, id);
      if (kind === 'word') return word(row);
      if (kind === 'time') return <GatewayTimeText value={timeIn(row, id)} />;
      if (kind === 'id') return <IdText value={text} />;
      if (text === null) return '—';
      return <bdi dir={kind === 'text' ? undefined : 'ltr'}>{kind === 'percent' ? `${text}%` : text}</bdi>;
    },
    text: (row) => (kind === 'word' ? word(row) : (textIn(row, id) ?? '')),
    sortValue: (row) => sortedBy(textIn(row, id), kind),
  };
}

export function ratesColumns(t: TFunction, name: KeptListName): GridColumn<KeptRow>[] {
  const columns = keptColumns(name);
  return columns.map(([id, kind], place) => columnOf(t, id, kind, place === columns.length - 1));
}

/** The text of a row that a search looks in. */
export const wordsOf = (t: TFunction, name: KeptListName, row: KeptRow): string =>
  ratesColumns(t, name)
    .map(({ text }) => text(row))
    .join(' ');
