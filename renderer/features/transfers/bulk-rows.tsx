/** The rows of a sheet of transfers: what is wrong beside each cell, and which look like another. */
import { Anchor, Button, Table } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { SheetRow } from '#shared/contract/sheets.ts';
import { sheetColumns, type SheetColumn } from '#shared/domain/sheets.ts';
import { PAYOUT_CURRENCY } from '#shared/domain/payout.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { SumRow } from '../../components/sum-row.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatMoney } from '../../i18n/format.ts';
import { LOOKS, PassedOver, SaveWrong, SheetCell, SheetTable, type SheetFilter } from '../sheets/index.tsx';
import { isSent, type BulkRow, type BulkSheet } from './use-bulk.ts';

type Choose = (row: number, sends: boolean) => void;
const COLUMNS = sheetColumns.transfers;
const STATES = ['ready', 'left-out', 'wrong'] as const satisfies readonly SheetRow['state'][];
type State = (typeof STATES)[number];
const stateOf = (row: BulkRow): State =>
  row.problems.length > 0 ? 'wrong' : isSent(row) ? 'ready' : 'left-out';

/** An amount, a way of sending and an account that were understood are shown as everywhere. */
function understood(t: TFunction, { transfer }: BulkRow, column: SheetColumn, text: string): ReactNode {
  const amount = column === 'amount' ? (transfer?.amount ?? typedAmount(text, PAYOUT_CURRENCY)) : null;
  if (amount) return <MoneyText value={amount} />;
  if (column === 'number' && text.trim() !== '') return <IdText value={text} />;
  const isMethod = column === 'method' && (text === 'bank' || text === 'wallet');
  return isMethod ? <bdi>{t(`transfers.method.${text}`)}</bdi> : undefined;
}

/** One that is open already cannot be sent beside it. */
function Doubt({ row, choose, isBusy }: { row: BulkRow; choose: Choose; isBusy: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { doubt, sends } = row;
  if (!doubt) return null;
  const action = t(sends ? 'sheets.doubt.same' : 'transfers.bulk.other');
  return (
    <div className="sheet-problem sheet-doubt">
      {doubt.like === 'row' ? (
        <span>{t('transfers.bulk.doubt.row', { row: counted(doubt.row).number })}</span>
      ) : (
        <span>
          {t(`transfers.bulk.doubt.${doubt.isOpen ? 'open' : 'sent'}`)}{' '}
          <Anchor component={Link} href={`/operations/${doubt.opId}`} inherit underline="always">
            <TimeText atMs={doubt.atMs} dated />
          </Anchor>
        </span>
      )}
      {!(doubt.like === 'sent' && doubt.isOpen) && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          aria-label={`${action}: ${counted(row.row).number}`}
          onClick={() => choose(row.row, !sends)}
        >
          {action}
        </Button>
      )}
    </div>
  );
}

function Line({ row, ...acts }: { row: BulkRow; choose: Choose; isBusy: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const state = stateOf(row);
  const { tone, Icon } = LOOKS[state];
  return (
    <Table.Tr>
      <Table.Td className="number-cell muted">{counted(row.row).number}</Table.Td>
      {COLUMNS.map((column, at) => (
        <SheetCell
          key={column}
          column={column}
          text={row.cells[at] ?? ''}
          problems={row.problems}
          context="transfers"
        >
          {understood(t, row, column, row.cells[at] ?? '')}
        </SheetCell>
      ))}
      <Table.Td>
        <StateChip tone={tone} icon={<Icon size={16} />} label={t(`sheets.state.${state}`)} />
        <Doubt row={row} {...acts} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What leaves if the rows are sent as they stand; null if none is. */
const sumOfSent = (rows: readonly BulkRow[]): Money | null =>
  sumByCurrency(rows.flatMap((row) => (isSent(row) && row.transfer ? [row.transfer.amount] : [])))[0] ?? null;

/** The rows that are not sent because of what is in them, as a file to correct. */
export function SaveWrongRows({ sheet: { rows, fileName } }: { sheet: BulkSheet }) {
  const wrong = rows.filter(FITS.wrong);
  if (wrong.length === 0) return null;
  const rowsOf = () => Promise.resolve(wrong);
  return <SaveWrong kind="transfers" fileName={fileName} count={wrong.length} rowsOf={rowsOf} />;
}

/** How many rows are in which state, and what is not taken of the file. */
export function Counts({ sheet: { rows, passedOver } }: { sheet: BulkSheet }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const inState = (state: State) => rows.filter((row) => stateOf(row) === state).length;
  const sum = sumOfSent(rows);
  const said = (state: State) =>
    state === 'ready' && sum
      ? t('sheets.readySum', { ...counted(inState(state)), total: formatMoney(sum, locale) })
      : t(`sheets.count.${state}`, counted(inState(state)));
  return (
    <div data-testid="sheet-counts">
      <strong>{t('sheets.all.links', counted(rows.length))}</strong>{' '}
      {STATES.filter((state) => inState(state) > 0)
        .map(said)
        .join(' · ')}
      <div className="sheet-asides">
        {inState('wrong') > 0 && <div className="muted size-13">{t('transfers.bulk.notSent')}</div>}
        <PassedOver headers={passedOver} />
      </div>
    </div>
  );
}

const FITS: Readonly<Record<SheetFilter, (row: BulkRow) => boolean>> = {
  all: () => true,
  wrong: ({ problems }) => problems.length > 0,
  doubt: ({ doubt }) => doubt !== null,
};

const countsOf = ({ rows }: BulkSheet) => ({
  all: rows.length,
  wrong: rows.filter(FITS.wrong).length,
  doubt: rows.filter(FITS.doubt).length,
});

function InAll({ sum }: { sum: Money }) {
  const { t } = useTranslation();
  return (
    <SumRow label={t('transfers.bulk.ready')} before={3} after={3}>
      <MoneyText value={sum} strong />
    </SumRow>
  );
}

export function BulkRows({ sheet, ...acts }: { sheet: BulkSheet; choose: Choose; isBusy: boolean }) {
  const [filter, setFilter] = useState<SheetFilter>('all');
  const rows = sheet.rows.filter(FITS[filter]);
  const sum = filter === 'all' ? sumOfSent(sheet.rows) : null;
  return (
    <div className="stack-8">
      <SheetTable
        columns={COLUMNS}
        filter={filter}
        onFilter={setFilter}
        hasNone={rows.length === 0}
        counts={countsOf(sheet)}
        currencies={[PAYOUT_CURRENCY]}
        foot={sum && <InAll sum={sum} />}
      >
        {rows.map((row) => (
          <Line key={row.row} row={row} {...acts} />
        ))}
      </SheetTable>
    </div>
  );
}
