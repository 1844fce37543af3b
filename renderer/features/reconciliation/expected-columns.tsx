/** The columns of what is expected, and the reason of each item in words. */
import { IconClockExclamation } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Comparison, Side } from '#shared/domain/reconciliation.ts';
import { daysBetween } from '#shared/time/business-date.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { nameOf, sideText } from '../../components/exception-texts.tsx';
import { formatCount, formatDate, type Locale } from '../../i18n/format.ts';
import type { ExpectedRow } from './lists.ts';
import { isolated } from '../../i18n/isolated.ts';

/** `today`: the business date of the comparison; null while there is none. */
type Times = { locale: Locale; today: string | null };

const daysBehind = (date: string, { today }: Times): number =>
  today === null ? 0 : daysBetween(date, today);

/** The reason why an item is expected, with the close or the days that it waits for. */
export function reasonText(t: TFunction, { reason, waitsFor }: ExpectedRow, times: Times): string {
  const { locale } = times;
  const day = (date: string) => formatDate(date, 'short', locale);
  switch (waitsFor?.kind) {
    case 'close': {
      const branch = waitsFor.branchName ?? t('closing.noBranch');
      const days = daysBehind(waitsFor.date, times);
      return t(days > 0 ? 'reconciliation.waitsFor.closeDays' : 'reconciliation.waitsFor.close', {
        branch: isolated(branch),
        date: day(waitsFor.date),
        count: days,
        number: formatCount(days, locale),
      });
    }
    case 'statement':
      return waitsFor.from === waitsFor.to
        ? t('reconciliation.waitsFor.statementDay', { date: day(waitsFor.from) })
        : t('reconciliation.waitsFor.statement', { from: day(waitsFor.from), to: day(waitsFor.to) });
    case undefined:
      return t(`reconciliation.expectedReason.${reason}`);
  }
}

/** What it waits for in few words, beside the columns that say its branch and its date. */
function briefReason(t: TFunction, row: ExpectedRow, times: Times): string {
  const { waitsFor } = row;
  if (waitsFor?.kind !== 'close') return reasonText(t, row, times);
  const days = daysBehind(waitsFor.date, times);
  return t(days > 0 ? 'reconciliation.waitsFor.briefDays' : 'reconciliation.waitsFor.brief', {
    date: formatDate(waitsFor.date, 'short', times.locale),
    count: days,
    number: formatCount(days, times.locale),
  });
}

/** A close that is this many days behind is late. */
const LATE_DAYS = 2;
const isLate = ({ waitsFor }: ExpectedRow, times: Times): boolean =>
  waitsFor?.kind === 'close' && daysBehind(waitsFor.date, times) >= LATE_DAYS;

/** Of one day those that wait for the same close stand together. */
export const byClose = (rows: readonly ExpectedRow[]): ExpectedRow[] => {
  const placeOf = ({ item, waitsFor }: ExpectedRow) =>
    waitsFor?.kind === 'close'
      ? `${waitsFor.date} ${waitsFor.branchName ?? ''}`
      : `~ ${item.branchName ?? ''}`;
  return rows.toSorted((a, b) =>
    a.item.date === b.item.date && placeOf(a) !== placeOf(b) ? (placeOf(a) < placeOf(b) ? -1 : 1) : 0,
  );
};

/** What it waits for; a close that is late says so. */
const reasonColumn = (t: TFunction, times: Times): GridColumn<ExpectedRow> => ({
  id: 'reason',
  header: t('closing.column.reason'),
  width: 240,
  flex: 1,
  render: (row) =>
    isLate(row, times) ? (
      // The cause stands above the list, with what ends it: of a row only the mark is loud.
      <span className="inline-row">
        <IconClockExclamation size={16} className="late-icon" aria-hidden />
        {briefReason(t, row, times)}
      </span>
    ) : (
      briefReason(t, row, times)
    ),
  text: (row) => reasonText(t, row, times),
});

/** The day of a close is a business day, and money comes on another: the head says which of them is listed. */
function dateHead(t: TFunction, comparison: Comparison, side: Side | null): string {
  if (comparison !== 'sales') return t('reconciliation.column.date');
  if (side === 'ours') return t('reports.fact.businessDate');
  return t(side === 'theirs' ? 'reconciliation.column.settledOn' : 'reconciliation.column.closedOrSettled');
}

/** `hasDue`: a row says by when. `side`: set if all items are of one side, which then is not repeated in every row; null if they are of both. */
export function expectedColumns(
  t: TFunction,
  {
    comparison,
    side,
    hasDue,
    ...times
  }: Times & { comparison: Comparison; side: Side | null; hasDue: boolean },
): GridColumn<ExpectedRow>[] {
  const { locale } = times;
  const dated = (
    id: string,
    header: string,
    value: (row: ExpectedRow) => string | null,
  ): GridColumn<ExpectedRow> => ({
    id,
    header,
    width: 130,
    render: (row) => {
      const date = value(row);
      return date === null ? '—' : formatDate(date, 'short', locale);
    },
    text: (row) => value(row) ?? '',
  });
  return [
    idColumn<ExpectedRow>(
      { id: 'name', header: t('reconciliation.column.reference'), width: 160 },
      ({ item }) => nameOf(item),
      { pinned: true },
    ),
    {
      id: 'side',
      header: t('reconciliation.column.side'),
      width: 140,
      hidden: side !== null,
      render: ({ item }) => sideText(t, item.side, comparison),
      text: ({ item }) => sideText(t, item.side, comparison),
    },
    moneyColumn<ExpectedRow>(
      { id: 'amount', header: t('bridge.column.amount'), width: 140 },
      ({ item }) => item.amount,
      { strong: true },
    ),
    dated('date', dateHead(t, comparison, side), ({ item }) => item.date),
    {
      ...dated('expectedBy', t('reconciliation.column.expectedBy'), ({ expectedBy }) => expectedBy),
      hidden: !hasDue,
    },
    {
      id: 'branch',
      header: t('terminals.column.branch'),
      width: 120,
      render: ({ item }) => <bdi>{item.branchName ?? '—'}</bdi>,
      text: ({ item }) => item.branchName ?? '',
    },
    reasonColumn(t, times),
  ];
}
