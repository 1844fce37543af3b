/** The columns of a kept list, made from its description (`shared/domain/kept-lists.ts`). */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptRow } from '#shared/contract/kept.ts';
import {
  keptFacts,
  keptColumns,
  calledBy,
  type CellKind,
  type KeptColumn,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';
import type { Money } from '#shared/money/money.ts';
import { useLocale } from '../../app-store.ts';
import { moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { DayText } from '../../components/time-text.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { isolated } from '../../i18n/isolated.ts';
import { CellText, cellText, isUnchanged, PercentText, wordOf } from './cells.tsx';
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
  return text === null ? <Dash /> : <PercentText text={text} />;
}

const Dash = () => <span className="muted">—</span>;

/** "10% off", "EGP 50.00 off": the one is no amount, so the two are not read as one column of them. */
function Off({ row: { cells } }: { row: KeptRow }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { percentOff, amountOff } = cells;
  if (percentOff?.is === 'text')
    return t('kept.offBy', { what: isolated(`${percentOff.text.replace(/\.00$/, '')}%`) });
  return amountOff?.is === 'money' ? (
    t('kept.offBy', { what: formatMoney(amountOff.money, locale) })
  ) : (
    <Dash />
  );
}

/** No fixed fee: it is not the loudest of its row. */
const Fixed = ({ fee }: { fee: Money | null }) =>
  fee === null || fee.minor === 0n ? <Dash /> : <MoneyText value={fee} />;

/** `feeFor`: the fee that belongs to a row of another list. */
export function fixedFeeColumn(
  header: string,
  feeFor: (row: KeptRow) => KeptRow | null,
): GridColumn<KeptRow> {
  const value = (row: KeptRow) => {
    const fee = feeFor(row);
    return fee && moneyIn(fee, 'flatFee');
  };
  return {
    ...moneyColumn<KeptRow>({ id: 'flatFee', header, width: 130 }, value),
    render: (row) => <Fixed fee={value(row)} />,
  };
}

const amountColumn = (id: KeptColumn, header: string): GridColumn<KeptRow> =>
  id === 'flatFee'
    ? { ...fixedFeeColumn(header, (row) => row), sortable: true }
    : moneyColumn({ id, header, width: 130 }, (row) => moneyIn(row, id), { sortable: true });

/** What stands in a cell otherwise than in the drawer; undefined where both are the same. */
function ownCell(t: TFunction, row: KeptRow, column: KeptColumn): ReactNode {
  const cell = row.cells[column];
  switch (column) {
    // A bill is due on a day; at which minute nobody asks.
    case 'due':
      return cell?.is === 'time' ? <DayText value={cell.at} /> : <Dash />;
    case 'changed':
      return isUnchanged(row) ? <Dash /> : undefined;
    // What it is and its number are one thing.
    case 'about': {
      const kind = textIn(row, 'aboutKind');
      return (
        <>
          {kind !== null && <bdi>{wordOf(t, kind)}</bdi>} <IdText value={textIn(row, 'about')} />
        </>
      );
    }
    // The number by which a customer names a bill.
    case 'linkId':
    case 'invoice':
      return <IdText value={textIn(row, column)} copyable />;
    default:
      return undefined;
  }
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
  if (kind === 'money') return amountColumn(id, header);
  return {
    id,
    header,
    width: widthOf(kind),
    sortable,
    ...(NUMBERS.includes(kind) && !isOff && { align: 'end' as const }),
    // A fee without a method is for all of them.
    render: (row) => {
      const { cells, isGone } = row;
      const own = ownCell(t, row, id);
      return (
        <>
          {own !== undefined ? (
            own
          ) : isOff ? (
            <Off row={row} />
          ) : saysAll && !cells[id] ? (
            t('kept.all')
          ) : leads ? (
            <strong className="row-name">
              <CellText kind={kind} cell={cells[id]} />
            </strong>
          ) : kind === 'percent' ? (
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
  // A number at the far edge is too far from its row.
  const last = shown.at(-1);
  const taken =
    shown.find(([column]) => column === 'description')?.[0] ??
    (last && !NUMBERS.includes(last[1]) && last[1] !== 'money' ? last[0] : null);
  return keptFacts(name).map((fact, place) => ({
    ...columnOf(t, fact, {
      leads: fact[0] === leadOf(name),
      isName: fact[0] === calledBy(name),
      saysAll: name === 'merchant-fees' && fact[0] === 'method',
    }),
    ...(fact[0] === taken && { flex: 1 }),
    ...((place >= shown.length || fact[0] === 'amountOff') && { hidden: true }),
  }));
}
