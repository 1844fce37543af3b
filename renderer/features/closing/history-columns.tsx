/** The columns of the day history. */
import { Button } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Total } from '#shared/contract/terminals.ts';
import { DayDifference, differenceOfDay } from '../../components/close-texts.tsx';
import { amountsText } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { formatDate, formatZNumber, type Locale } from '../../i18n/format.ts';
import { useCounted } from '../../components/counted.ts';
import { StateChip } from '../../components/state-chip.tsx';
import { useTranslation } from 'react-i18next';
import { DayStateChip } from './closing-state.tsx';
import type { HistoryFeet } from './history-foot.tsx';
import type { HistoryLine } from './history-waiting.ts';

/** With the year only where it is another one. */
const dayText = (date: string, thisYear: string, locale: Locale): string =>
  formatDate(date, date.startsWith(thisYear) ? 'short' : 'dated', locale);

const totalsColumn = (
  id: string,
  header: string,
  value: (row: HistoryLine) => Total[] | null,
): GridColumn<HistoryLine> => ({
  id,
  header,
  width: 120,
  align: 'end',
  amounts: (row) => (value(row) ?? []).map(({ amount }) => amount),
  render: (row) => <TotalsText totals={value(row) ?? []} />,
  text: (row) => amountsText((value(row) ?? []).map(({ amount }) => amount)),
});

/** The state of a day. A day that is not closed shows how late it is. */
function DayState({ row: { state, waiting, daysLate } }: { row: HistoryLine }) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (waiting === undefined || daysLate === 0) return <DayStateChip state={state} />;
  return (
    <StateChip
      tone="late"
      icon={<IconClockExclamation size={16} />}
      label={t('closing.branches.daysLate', counted(daysLate))}
    />
  );
}

/** The net of a day. If it is not known, or this person may not see it, the number of its transactions. */
function Net({ row }: { row: HistoryLine }) {
  const { t } = useTranslation();
  const counted = useCounted();
  if (row.sums === null && row.waiting)
    return <span className="muted">{t('terminals.footer.transactions', counted(row.waiting))}</span>;
  return <TotalsText totals={row.sums?.net ?? []} />;
}

/** The press on the row does the same, so Tab does not stop here. */
function CloseIt({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  return (
    <Button size="compact-xs" variant="default" tabIndex={-1} onClick={onPress}>
      {t('closing.history.closeIt')}
    </Button>
  );
}

/** What no day of the list has takes no room from what they have. */
const withoutEmpty = (rows: readonly HistoryLine[], columns: GridColumn<HistoryLine>[]) =>
  columns.filter(({ id, text }) => !SELDOM.includes(id) || rows.some((row) => !NONE.includes(text(row))));
const SELDOM = ['refunds', 'voids', 'reversals', 'late', 'pc'];
const NONE = ['', '0'];

export function historyColumns(
  t: TFunction,
  locale: Locale,
  branchName: (row: HistoryLine) => string,
  rows: readonly HistoryLine[],
  onClose: (row: HistoryLine) => void,
): GridColumn<HistoryLine>[] {
  const thisYear = String(new Date().getFullYear());
  const isShared = rows.some(({ pc }) => pc !== null);
  return withoutEmpty(rows, [
    {
      id: 'date',
      header: t('closing.history.date'),
      width: 190,
      pinned: true,
      render: (row) => <strong className="row-name">{dayText(row.businessDate, thisYear, locale)}</strong>,
      text: (row) => row.businessDate,
    },
    {
      id: 'branch',
      header: t('terminals.column.branch'),
      width: 110,
      render: branchName,
      text: branchName,
    },
    {
      id: 'pc',
      header: t('activity.column.pc'),
      width: 110,
      render: (row) => row.pc?.name ?? <span className="muted">{t('headOffice.thisPc')}</span>,
      text: (row) => row.pc?.name ?? (isShared ? t('headOffice.thisPc') : ''),
    },
    {
      id: 'z',
      header: t('closing.history.number'),
      width: 80,
      align: 'end',
      render: (row) => (row.number === null ? '—' : <IdText value={formatZNumber(row.number)} />),
      text: (row) => (row.number === null ? '' : formatZNumber(row.number)),
    },
    {
      id: 'state',
      header: t('terminals.column.state'),
      width: 110,
      render: (row) => <DayState row={row} />,
      text: (row) => t(`closing.state.${row.state}`),
    },
    totalsColumn('sales', t('terminals.sum.sales'), (row) => row.sales),
    totalsColumn('refunds', t('closing.history.refunds'), (row) => row.sums?.refunds ?? null),
    totalsColumn('voids', t('closing.history.voids'), (row) => row.sums?.voids ?? null),
    // An old Z, from before transactions had kinds, has them without a sign, and has no net.
    totalsColumn('reversals', t('closing.history.reversals'), (row) => row.sums?.reversals ?? row.reversals),
    {
      ...totalsColumn('net', t('terminals.sum.net'), (row) => row.sums?.net ?? null),
      render: (row) => <Net row={row} />,
    },
    {
      id: 'difference',
      header: t('closing.column.difference'),
      width: 120,
      align: 'end',
      amounts: differenceOfDay,
      render: (row) =>
        row.difference === null ? <span className="muted">—</span> : <DayDifference day={row} />,
      text: (row) => amountsText(row.difference ?? []),
    },
    {
      id: 'late',
      header: t('closing.history.daysLate'),
      width: 90,
      align: 'end',
      render: (row) =>
        row.daysLate === 0 || row.waiting !== undefined ? (
          '—'
        ) : (
          <span className="chip" data-tone="late">
            {row.daysLate}
          </span>
        ),
      text: (row) => (row.waiting === undefined ? String(row.daysLate) : ''),
    },
    {
      id: 'by',
      header: t('closing.history.closedBy'),
      width: 96,
      flex: 1,
      // A day that nobody has begun to close has the button that closes it, at the end of its row.
      render: (row) =>
        row.waiting === undefined ? (row.closed?.by ?? '—') : <CloseIt onPress={() => onClose(row)} />,
      text: (row) => row.closed?.by ?? '',
    },
  ]);
}

/** The same columns with what their closed days come to. How many are not closed goes on up to the amounts. */
export const withFeet = (
  columns: GridColumn<HistoryLine>[],
  feet: HistoryFeet['feet'] | undefined,
): GridColumn<HistoryLine>[] =>
  columns.map((column) =>
    feet?.has(column.id)
      ? {
          ...column,
          foot: feet.get(column.id),
          ...(column.id === 'branch' && { footSpan: columns.findIndex(({ id }) => id === 'sales') - 1 }),
        }
      : column,
  );
