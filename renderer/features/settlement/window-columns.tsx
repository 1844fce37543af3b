/** The columns of settlement windows and of their batches. What the gateway does not give has no column; it is never shown as zero. */
import { Anchor } from '@mantine/core';
import type { TFunction } from 'i18next';
import { Link } from 'wouter';
import type { ListedWindow, SettlementWindow } from '#shared/contract/settlement.ts';
import { sumByCurrency, takenOff, type Money } from '#shared/money/money.ts';
import { formatCount, formatDate, localDate, type Locale } from '../../i18n/format.ts';
import { bridgePath } from '../../components/bridge-path.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { bridgeText } from './bridge-text.ts';
import { WindowBridge } from './window-bridge.tsx';
import { WindowStatus } from './window-status.tsx';

type Batch = SettlementWindow['batches'][number];
/** `extra`: where the page has room for it. Otherwise the drawer of a row has it. */
type Given<Row> = GridColumn<Row> & { given: (row: Row) => unknown; extra?: boolean };

const known = <Row,>(columns: Given<Row>[], rows: Row[], isWide: boolean): GridColumn<Row>[] =>
  columns.filter(({ given, extra = false }) => (isWide || !extra) && rows.some((row) => given(row) !== null));

const statusText = (status: SettlementWindow['status']) =>
  status?.kind === 'known' ? status.value : (status?.raw ?? '');

/** A payout date as the gateway wrote it; in words where it is a date. */
type PayoutDateProps = { value: string | null; locale: Locale; style?: 'short' | 'brief' };
export function PayoutDate({ value, locale, style = 'short' }: PayoutDateProps) {
  if (value === null) return <>—</>;
  return /^\d{4}-\d{2}-\d{2}$/.test(value) ? (
    <>{formatDate(value, style, locale)}</>
  ) : (
    <bdi dir="ltr">{value}</bdi>
  );
}

/** The day on which it opens; its id where that cannot be read. */
function WindowDay({ window, locale }: { window: ListedWindow; locale: Locale }) {
  const { opensAt, windowId } = window;
  return opensAt?.kind === 'instant' ? (
    <>{formatDate(localDate(opensAt.atMs), 'short', locale)}</>
  ) : (
    <IdText value={windowId} />
  );
}

const unexplainedOf = ({ bridge }: ListedWindow) =>
  bridge.state === 'unexplained' ? bridge.unexplained : null;

export const windowAmounts = ['gross', 'fees', 'vat', 'adjustments', 'net'] as const;
type Amount = (typeof windowAmounts)[number];
/** Gross less fees and VAT is the net: what is taken off has its minus. */
const shownIn = (row: ListedWindow, id: Amount) =>
  id === 'fees' || id === 'vat' ? takenOff(row[id]) : row[id];

export function windowColumns(
  t: TFunction,
  locale: Locale,
  windows: ListedWindow[],
  isWide: boolean,
): GridColumn<ListedWindow>[] {
  const money = (id: Amount, width: number) => ({
    ...moneyColumn<ListedWindow>(
      { id, header: t(`settlement.column.${id}`), width },
      (row) => shownIn(row, id),
      { strong: id === 'net', sortValue: (row) => shownIn(row, id)?.minor ?? 0n },
    ),
    given: (row: ListedWindow) => row[id],
  });
  const branches = ({ batches }: ListedWindow) =>
    new Set(batches.flatMap(({ branchId }) => branchId ?? [])).size;
  const columns: Given<ListedWindow>[] = [
    {
      id: 'window',
      header: t('settlement.column.window'),
      width: 116,
      pinned: true,
      given: () => true,
      render: (row) => <WindowDay window={row} locale={locale} />,
      text: (row) => row.windowId,
      sortValue: (row) => row.windowId,
    },
    {
      id: 'bridge',
      header: t('settlement.column.bridge'),
      width: 230,
      given: () => true,
      render: (row) => (
        <Anchor
          component={Link}
          href={bridgePath(row.windowId)}
          underline="hover"
          c="inherit"
          className="window-bridge-link"
        >
          <WindowBridge window={row} withAmount={false} />
        </Anchor>
      ),
      text: (row) => bridgeText(t, row, { locale, today: localDate(Date.now()) }),
      sortValue: (row) => row.bridge.state,
    },
    {
      ...moneyColumn<ListedWindow>(
        { id: 'unexplained', header: t('settlement.column.unexplained'), width: 128 },
        unexplainedOf,
        { strong: true, signed: true, sortValue: (row) => unexplainedOf(row)?.minor ?? 0n },
      ),
      given: unexplainedOf,
      // Only what is not explained has a figure here: how the others stand is said beside it.
      render: (row) => {
        const amount = unexplainedOf(row);
        return amount && <MoneyText value={amount} strong signed />;
      },
    },
    money('gross', 128),
    money('fees', 112),
    money('vat', 104),
    {
      ...money('adjustments', 138),
      // Most windows have none: the one that has is seen at once.
      render: (row: ListedWindow) =>
        row.adjustments && (
          <span className={row.adjustments.minor === 0n ? 'muted' : undefined}>
            <MoneyText value={row.adjustments} />
          </span>
        ),
    },
    money('net', 128),
    {
      id: 'payout',
      header: t('settlement.column.payout'),
      width: 138,
      given: (row) => row.expectedPayoutDate,
      // Without the day of the week, which has no short form in Arabic: at 1280 the amounts fit beside it.
      render: (row) => <PayoutDate value={row.expectedPayoutDate} locale={locale} style="brief" />,
      text: (row) => row.expectedPayoutDate ?? '',
      sortValue: (row) => row.expectedPayoutDate ?? '',
    },
    {
      extra: true,
      id: 'state',
      header: t('settlement.column.state'),
      width: 124,
      given: (row) => row.status,
      render: (row) => <WindowStatus status={row.status} />,
      text: (row) => statusText(row.status),
      sortValue: (row) => statusText(row.status),
    },
    {
      extra: true,
      id: 'count',
      header: t('settlement.column.count'),
      width: 104,
      align: 'end',
      given: (row) => row.transactionsCount,
      render: (row) => (row.transactionsCount === null ? '—' : formatCount(row.transactionsCount, locale)),
      text: (row) => String(row.transactionsCount ?? ''),
      sortValue: (row) => row.transactionsCount ?? 0,
    },
    {
      extra: true,
      id: 'branches',
      header: t('settlement.column.branches'),
      width: 90,
      align: 'end',
      given: (row) => (branches(row) === 0 ? null : true),
      render: (row) => formatCount(branches(row), locale),
      text: (row) => String(branches(row)),
      sortValue: branches,
    },
    {
      ...idColumn<ListedWindow>(
        { id: 'id', header: t('settlement.column.windowId'), width: 132 },
        (row) => row.windowId,
      ),
      extra: true,
      given: () => true,
    },
    {
      ...idColumn<ListedWindow>(
        { id: 'bank', header: t('settlement.column.bank'), width: 170 },
        (row) => row.bankReference,
      ),
      extra: true,
      given: (row) => row.bankReference,
    },
    {
      extra: true,
      id: 'opens',
      header: t('settlement.column.opens'),
      width: 120,
      given: (row) => row.opensAt,
      render: (row) => <GatewayTimeText value={row.opensAt} />,
      text: (row) => row.opensAt?.raw ?? '',
      sortValue: (row) => row.opensAt?.raw ?? '',
    },
    {
      extra: true,
      id: 'closes',
      header: t('settlement.column.closes'),
      width: 120,
      given: (row) => row.closesAt,
      render: (row) => <GatewayTimeText value={row.closesAt} />,
      text: (row) => row.closesAt?.raw ?? '',
      sortValue: (row) => row.closesAt?.raw ?? '',
    },
  ];
  return known(columns, windows, isWide);
}

/** What all windows come to, term by term: gross less what is taken off is the net. Null if one of them lacks an amount. */
export function sumOfWindows(windows: readonly ListedWindow[], id: Amount): Money[] | null {
  const amounts = windows.map((row) => shownIn(row, id));
  return amounts.every((amount) => amount !== null) ? sumByCurrency(amounts) : null;
}

export function BatchName({ batch }: { batch: Batch }) {
  return (
    <>
      {batch.branchName ?? <IdText value={batch.branchId} />}
      <div className="muted">
        <IdText value={batch.batchId} />
      </div>
    </>
  );
}
