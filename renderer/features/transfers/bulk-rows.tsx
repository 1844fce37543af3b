/** The rows of a sheet of transfers: what is wrong beside each cell, and which look like another. */
import { Anchor, Button, SegmentedControl, Table } from '@mantine/core';
import { IconAlertTriangle, IconCircleDotted, IconDoorExit } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { sheetFilters } from '#shared/contract/sheets.ts';
import { sheetColumns, type SheetColumn } from '#shared/domain/sheets.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyText } from '../../components/money-text.tsx';
import { StateChip } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { isSent, type BulkRow, type BulkSheet } from './use-bulk.ts';

type Choose = (row: number, sends: boolean) => void;
const COLUMNS = sheetColumns.transfers;
/** Columns that are read from left to right in every language. */
const LATIN: readonly SheetColumn[] = ['number', 'amount'];
const LOOKS = {
  wrong: { tone: 'late', Icon: IconAlertTriangle },
  'left-out': { tone: 'neutral', Icon: IconDoorExit },
  ready: { tone: 'accent', Icon: IconCircleDotted },
} as const;
type State = keyof typeof LOOKS;
const STATES = Object.keys(LOOKS) as State[];
const stateOf = (row: BulkRow): State =>
  row.problems.length > 0 ? 'wrong' : isSent(row) ? 'ready' : 'left-out';

function Cell({ row, column, text }: { row: BulkRow; column: SheetColumn; text: string }) {
  const { t } = useTranslation();
  const method = column === 'method' && (text === 'bank' || text === 'wallet') ? text : null;
  return (
    <Table.Td className={column === 'amount' ? 'number-cell' : undefined}>
      {column === 'amount' && row.transfer && <MoneyText value={row.transfer.amount} />}
      {text !== '' && !(column === 'amount' && row.transfer) && (
        <bdi {...(LATIN.includes(column) && { dir: 'ltr' })}>
          {method ? t(`transfers.method.${method}`) : text}
        </bdi>
      )}
      {row.problems
        .filter((one) => one.column === column)
        .map(({ problem }) => (
          <div key={problem} className="sheet-problem">
            {t(`sheets.problem.${problem}`)}
          </div>
        ))}
    </Table.Td>
  );
}

/** One that is open already cannot be sent beside it. */
function Doubt({ row, choose, isBusy }: { row: BulkRow; choose: Choose; isBusy: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { doubt, sends } = row;
  if (!doubt) return null;
  const action = t(sends ? 'sheets.doubt.same' : 'transfers.bulk.other');
  return (
    <div className="sheet-problem">
      {doubt.like === 'row' ? (
        t('transfers.bulk.doubt.row', { row: counted(doubt.row).number })
      ) : (
        <>
          {t(`transfers.bulk.doubt.${doubt.isOpen ? 'open' : 'sent'}`)}{' '}
          <Anchor component={Link} href={`/operations/${doubt.opId}`} inherit underline="always">
            <TimeText atMs={doubt.atMs} dated />
          </Anchor>
        </>
      )}{' '}
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
        <Cell key={column} row={row} column={column} text={row.cells[at] ?? ''} />
      ))}
      <Table.Td>
        <StateChip tone={tone} icon={<Icon size={16} />} label={t(`sheets.state.${state}`)} />
        <Doubt row={row} {...acts} />
      </Table.Td>
    </Table.Tr>
  );
}

/** How many rows are in which state, and what is not taken of the file. */
function Counts({ sheet: { rows, passedOver } }: { sheet: BulkSheet }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const inState = (state: State) => rows.filter((row) => stateOf(row) === state).length;
  return (
    <div className="stack-8" data-testid="sheet-counts">
      <div>
        <strong>{t('sheets.all.links', counted(rows.length))}</strong>{' '}
        {STATES.filter((state) => inState(state) > 0)
          .map((state) => t(`sheets.count.${state}`, counted(inState(state))))
          .join(' · ')}
      </div>
      {passedOver.length > 0 && (
        <div className="muted">
          {t('sheets.passedOver')}{' '}
          {passedOver.map((header) => `\u2068${header}\u2069`).join(t('sheets.comma'))}
        </div>
      )}
      {inState('wrong') > 0 && <div className="muted">{t('transfers.bulk.notSent')}</div>}
    </div>
  );
}

const FITS: Readonly<Record<(typeof sheetFilters)[number], (row: BulkRow) => boolean>> = {
  all: () => true,
  wrong: ({ problems }) => problems.length > 0,
  doubt: ({ doubt }) => doubt !== null,
};

export function BulkRows({ sheet, ...acts }: { sheet: BulkSheet; choose: Choose; isBusy: boolean }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<(typeof sheetFilters)[number]>('all');
  const rows = sheet.rows.filter(FITS[filter]);
  return (
    <>
      <Counts sheet={sheet} />
      <div className="stack-8">
        <SegmentedControl
          size="xs"
          className="sheet-filter"
          aria-label={t('sheets.which')}
          value={filter}
          onChange={(value) => setFilter(sheetFilters.find((one) => one === value) ?? 'all')}
          data={sheetFilters.map((value) => ({ value, label: t(`sheets.filter.${value}`) }))}
        />
        <div className="sheet-rows" tabIndex={0} role="region" aria-label={t('sheets.rows')}>
          <Table className="close-table" aria-label={t('sheets.rows')} stickyHeader>
            <Table.Thead>
              <Table.Tr>
                <Table.Th className="number-cell">{t('sheets.row')}</Table.Th>
                {COLUMNS.map((column) => (
                  <Table.Th key={column} className={column === 'amount' ? 'number-cell' : undefined}>
                    {t(`sheets.column.${column}`)}
                  </Table.Th>
                ))}
                <Table.Th>{t('sheets.state.label')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Line key={row.row} row={row} {...acts} />
              ))}
            </Table.Tbody>
          </Table>
          {rows.length === 0 && <p className="muted sheet-none">{t('sheets.noRows')}</p>}
        </div>
      </div>
    </>
  );
}
