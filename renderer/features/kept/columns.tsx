/** The columns of a kept list, made from its description (`shared/domain/kept-lists.ts`). */
import type { TFunction } from 'i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import {
  keptFacts,
  keptColumns,
  calledBy,
  type CellKind,
  type KeptColumn,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';
import { moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { CellText, cellText, PercentText } from './cells.tsx';
import { textIn } from './text-in.ts';

const moneyIn = ({ cells }: KeptRow, column: KeptColumn) => {
  const cell = cells[column];
  return cell?.is === 'money' ? cell.money : null;
};
const widthOf = (kind: CellKind): number => (kind === 'text' || kind === 'name' ? 200 : 130);

/** Numbers stand at the end of their column, so that they can be compared. */
const NUMBERS: readonly CellKind[] = ['percent', 'rate', 'count'];

function Percent({ row, column }: { row: KeptRow; column: KeptColumn }) {
  const text = textIn(row, column);
  return text === null ? <span className="muted">—</span> : <PercentText text={text} />;
}

/**
 * `leads`: the first column, which is strong. `isName`: the column by which a row is called, which says that it is gone. `saysAll`: where nothing was given, all are meant.
 */
function columnOf(
  t: TFunction,
  [id, kind]: [KeptColumn, CellKind],
  { leads, isName, saysAll }: { leads: boolean; isName: boolean; saysAll: boolean },
): GridColumn<KeptRow> {
  // What a discount takes off is one or the other.
  const isOff = id === 'percentOff';
  const header = t(isOff ? 'kept.column.off' : `kept.column.${id}`);
  // Phones and emails are not put in an order: it would tell of those that are masked.
  const sortable = kind !== 'contact';
  if (kind === 'money')
    return moneyColumn({ id, header, width: 130 }, (row) => moneyIn(row, id), { sortable });
  return {
    id,
    header,
    width: widthOf(kind),
    sortable,
    ...(NUMBERS.includes(kind) && { align: 'end' as const }),
    // A fee without a method is for all of them.
    render: (row) => {
      const { cells, isGone } = row;
      return (
        <>
          {isOff && !cells[id] ? (
            <CellText kind="money" cell={cells.amountOff} />
          ) : saysAll && !cells[id] ? (
            t('kept.all')
          ) : leads ? (
            <strong className="row-name">
              <CellText kind={kind} cell={cells[id]} />
            </strong>
          ) : kind === 'percent' && !isOff ? (
            <Percent row={row} column={id} />
          ) : (
            <CellText kind={kind} cell={cells[id]} />
          )}
          {isGone && isName && <span className="size-13"> {t('kept.gone')}</span>}
        </>
      );
    },
    text: ({ cells }) => (saysAll && !cells[id] ? t('kept.all') : cellText(t, kind, cells[id])),
  };
}

/** What a row leads with: what it is called, or before a number the first that is said of it. */
function leadOf(name: KeptListName): KeptColumn | null {
  const called = calledBy(name);
  const [first] = keptColumns(name);
  const isNumber = keptColumns(name).some(([column, kind]) => column === called && kind === 'id');
  return isNumber && first ? first[0] : called;
}

/** The columns on the screen, and behind them, hidden, those of the drawer: a file can have them all. */
export function keptGridColumns(t: TFunction, name: KeptListName): GridColumn<KeptRow>[] {
  const shown = keptColumns(name);
  return keptFacts(name).map((fact, place) => ({
    ...columnOf(t, fact, {
      leads: fact[0] === leadOf(name),
      isName: fact[0] === calledBy(name),
      saysAll: name === 'merchant-fees' && fact[0] === 'method',
    }),
    // A number at the far edge is too far from its row.
    ...(place === shown.length - 1 && !NUMBERS.includes(fact[1]) && fact[1] !== 'money' && { flex: 1 }),
    ...((place >= shown.length || fact[0] === 'amountOff') && { hidden: true }),
  }));
}
