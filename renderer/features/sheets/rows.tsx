/** Rows of a sheet: their cells with what is wrong beside each, and what happens with the row. */
import { Button, Table } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircle,
  IconCircleCheck,
  IconCopy,
  IconHandStop,
  IconQuestionMark,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Sheet, SheetRow } from '#shared/contract/sheets.ts';
import { sheetColumns, type SheetColumn, type SheetKind } from '#shared/domain/sheets.ts';
import { sumByCurrency, type Money } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { call } from '../../api/client.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { SumRow } from '../../components/sum-row.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatDate, type Locale } from '../../i18n/format.ts';
import { SheetCell, SheetTable } from './sheet-table.tsx';
import { saidOf, useRows, type SheetFilter } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

export const LOOKS: Readonly<Record<SheetRow['state'], { tone: Tone; Icon: typeof IconCheck }>> = {
  wrong: { tone: 'bad', Icon: IconAlertTriangle },
  'left-out': { tone: 'neutral', Icon: IconCopy },
  unchecked: { tone: 'neutral', Icon: IconCircle },
  ready: { tone: 'good', Icon: IconCircleCheck },
  done: { tone: 'good', Icon: IconCheck },
  refused: { tone: 'bad', Icon: IconHandStop },
  'not-known': { tone: 'unknown', Icon: IconQuestionMark },
  'by-person': { tone: 'neutral', Icon: IconUser },
};
/** A row may be left out, or sent all the same, as long as nothing was sent of it. */
const TO_MAKE: readonly SheetRow['state'][] = ['unchecked', 'ready'];
const OPEN: readonly SheetRow['state'][] = ['left-out', 'unchecked', 'ready'];

const ISO_DAY = /^\d{4}-\d\d-\d\d$/;

function Doubt({
  kind,
  row: { row, doubt, sends, state },
  isBusy,
}: {
  kind: SheetKind;
  row: SheetRow;
  isBusy: boolean;
}) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (!doubt) return null;
  const like =
    doubt.like === 'row'
      ? t(`sheets.doubt.row.${kind}`, { row: counted(doubt.row).number })
      : t(doubt.like === 'attempt' ? 'sheets.doubt.attempt' : `sheets.doubt.${kind}`, {
          name: isolated(doubt.name),
        });
  const other = doubt.like === 'attempt' ? 'sheets.doubt.anyway' : (`sheets.doubt.other.${kind}` as const);
  const action = t(sends ? 'sheets.doubt.same' : other);
  return (
    <div className="sheet-problem sheet-doubt">
      <span>{like}</span>
      {OPEN.includes(state) && (
        <Button
          size="compact-xs"
          variant="default"
          disabled={isBusy}
          aria-label={`${action}: ${counted(row).number}`}
          onClick={() => void orTell(call('sheets.choose', { kind, row, sends: !sends }))}
        >
          {action}
        </Button>
      )}
    </div>
  );
}

/** An amount has its currency with it. */
const columnsOf = (kind: SheetKind) => sheetColumns[kind].filter((column) => column !== 'currency');
const cellOf = (kind: SheetKind, row: SheetRow, column: SheetColumn): string => {
  const columns: readonly SheetColumn[] = sheetColumns[kind];
  return row.cells[columns.indexOf(column)] ?? '';
};
const isWrong = ({ problems }: SheetRow, column: SheetColumn): boolean =>
  problems.some((one) => one.column === column && one.problem !== 'date-past');

/** The amount of a row of links as it was understood, whether or not it can be asked for; null where it was not. */
function readAmount(kind: SheetKind, row: SheetRow): Money | null {
  if (kind !== 'links' || isWrong(row, 'currency')) return null;
  return typedAmount(cellOf(kind, row, 'amount'), cellOf(kind, row, 'currency') || 'EGP');
}

/** That amount, if a link can be made of it. */
const amountOf = (kind: SheetKind, row: SheetRow): Money | null =>
  isWrong(row, 'amount') ? null : readAmount(kind, row);

/** A day that was understood is shown as everywhere; what was not stays as it was typed, an amount with its currency. */
function shownCell(kind: SheetKind, row: SheetRow, column: SheetColumn, locale: Locale): string {
  const text = cellOf(kind, row, column);
  if (column === 'amount') return [cellOf(kind, row, 'currency'), text].filter((one) => one !== '').join(' ');
  return column === 'due' && ISO_DAY.test(text) && !isWrong(row, column)
    ? formatDate(text, 'plain', locale)
    : text;
}

/** What is wrong with the currency stands with the amount. */
const problemsOf = ({ problems }: SheetRow): SheetRow['problems'] =>
  problems.map((one) => (one.column === 'currency' ? { ...one, column: 'amount' as const } : one));

function Line({ kind, row, isBusy }: { kind: SheetKind; row: SheetRow; isBusy: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { tone, Icon } = LOOKS[row.state];
  const amount = readAmount(kind, row);
  return (
    <Table.Tr>
      <Table.Td className="number-cell muted">{counted(row.row).number}</Table.Td>
      {columnsOf(kind).map((column) => (
        <SheetCell
          key={column}
          column={column}
          text={shownCell(kind, row, column, locale)}
          problems={problemsOf(row)}
        >
          {column === 'amount' && amount ? <MoneyText value={amount} /> : undefined}
        </SheetCell>
      ))}
      <Table.Td>
        <StateChip tone={tone} icon={<Icon size={16} />} label={t(`sheets.state.${row.state}`)} />
        {row.theirs.map((said, at) => (
          <div key={at} className="sheet-problem">
            {t('sheets.gatewaySays')} <bdi>{saidOf(said, locale.language)}</bdi>
          </div>
        ))}
        <Doubt kind={kind} row={row} isBusy={isBusy} />
      </Table.Td>
    </Table.Tr>
  );
}

/** What the links that are still to be made come to. */
function ToMake({ rows }: { rows: readonly SheetRow[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const amounts = rows.flatMap((row) => {
    const amount = TO_MAKE.includes(row.state) ? amountOf('links', row) : null;
    return amount ? [amount] : [];
  });
  if (amounts.length === 0) return null;
  return (
    <SumRow label={t('sheets.inAll', counted(amounts.length))} before={2} after={columnsOf('links').length}>
      <MoneyList values={sumByCurrency(amounts)} strong />
    </SumRow>
  );
}

export function SheetRows({ kind, sheet, isBusy }: { kind: SheetKind; sheet: Sheet; isBusy: boolean }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<SheetFilter>('all');
  const { atMs, counts } = sheet;
  const isWhole = filter === 'all';
  const { rows, hasMore, error, more } = useRows(kind, filter, JSON.stringify([atMs, counts, isBusy]));
  return (
    <div className="stack-8">
      <SheetTable
        columns={columnsOf(kind)}
        filter={filter}
        onFilter={setFilter}
        counts={counts}
        currencies={rows.flatMap((row) => readAmount(kind, row)?.currency ?? [])}
        foot={kind === 'links' && isWhole && !hasMore && <ToMake rows={rows} />}
        notice={error && <ErrorNotice error={error} />}
        hasNone={rows.length === 0 && !error}
      >
        {rows.map((row) => (
          <Line key={row.row} kind={kind} row={row} isBusy={isBusy} />
        ))}
      </SheetTable>
      {hasMore && (
        <div>
          <Button size="compact-sm" variant="default" onClick={more}>
            {t('sheets.more')}
          </Button>
        </div>
      )}
    </div>
  );
}
