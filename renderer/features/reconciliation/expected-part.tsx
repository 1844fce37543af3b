/** Items that wait with nothing wrong: within the normal days, or of a time that no statement covers. */
import { Button, Select } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import type { Comparison } from '#shared/domain/reconciliation.ts';
import { restReasons } from '#shared/domain/reconciliation.ts';
import { useLocale } from '../../app-store.ts';
import { idColumn, moneyColumn } from '../../components/columns.tsx';
import { DataGrid, type GridColumn } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { nameOf, sideText } from '../../components/exception-words.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { formatDate, type Locale } from '../../i18n/format.ts';
import { SideFacts } from './item-facts.tsx';
import { useExpected, type ExpectedRow } from './lists.ts';
import { PartTabs } from './part-tabs.tsx';

const NO_ROWS: ExpectedRow[] = [];

/** The reason why an item is expected, with the close or the days that it waits for. */
function reasonText(t: TFunction, { reason, waitsFor }: ExpectedRow, locale: Locale): string {
  const day = (date: string) => formatDate(date, 'short', locale);
  switch (waitsFor?.kind) {
    case 'close': {
      const branch = waitsFor.branchName ?? t('closing.noBranch');
      return t('reconciliation.waitsFor.close', {
        branch: `\u2068${branch}\u2069`,
        date: day(waitsFor.date),
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

/** The way to the close or the statement that it waits for. */
function WaitsForLink({ waitsFor }: Pick<ExpectedRow, 'waitsFor'>) {
  const { t } = useTranslation();
  if (!waitsFor) return null;
  const href = waitsFor.kind === 'close' ? '/close/branches' : '/reconcile/import';
  return (
    <Button component={Link} href={href} variant="default">
      {t(`reconciliation.waitsFor.open.${waitsFor.kind}`)}
    </Button>
  );
}

function expectedColumns(t: TFunction, comparison: Comparison, locale: Locale): GridColumn<ExpectedRow>[] {
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
      render: ({ item }) => sideText(t, item.side, comparison),
      text: ({ item }) => sideText(t, item.side, comparison),
    },
    moneyColumn<ExpectedRow>(
      { id: 'amount', header: t('bridge.column.amount'), width: 140 },
      ({ item }) => item.amount,
      { strong: true },
    ),
    dated('date', t('reconciliation.column.date'), ({ item }) => item.date),
    dated('expectedBy', t('reconciliation.column.expectedBy'), ({ expectedBy }) => expectedBy),
    {
      id: 'branch',
      header: t('terminals.column.branch'),
      width: 120,
      render: ({ item }) => <bdi>{item.branchName ?? '—'}</bdi>,
      text: ({ item }) => item.branchName ?? '',
    },
    {
      id: 'reason',
      header: t('closing.column.reason'),
      width: 240,
      flex: 1,
      render: (row) => reasonText(t, row, locale),
      text: (row) => reasonText(t, row, locale),
    },
  ];
}

type DrawerProps = { row: ExpectedRow; comparison: Comparison; onClose: () => void };

function ExpectedDrawer({ row, comparison, onClose }: DrawerProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <SideDrawer opened onClose={onClose} title={t('reconciliation.part.expected')}>
      <div className="reconcile-drawer">
        <p className="reconcile-why">
          {t(`reconciliation.expectedWhy.${row.reason}`)}
          {row.expectedBy !== null &&
            ` ${t('reconciliation.expectedBy', { date: formatDate(row.expectedBy, 'short', locale) })}`}
          {row.waitsFor && ` ${reasonText(t, row, locale)}.`}
        </p>
        <WaitsForLink waitsFor={row.waitsFor} />
        <SideFacts side={row.item.side} comparison={comparison} items={[row.item]} />
      </div>
    </SideDrawer>
  );
}

export function ExpectedPart({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const { comparison } = summary;
  const locale = useLocale();
  const { query, rows, error, ask, begin, load, loadMore } = useExpected();
  const [opened, setOpened] = useState<ExpectedRow | null>(null);
  useEffect(() => {
    const known = useExpected.getState();
    if (known.query.comparison !== comparison) begin({ comparison, reason: null, text: '' });
    else void known.load();
  }, [comparison, begin]);
  const { language, digits } = locale;
  const columns = useMemo(
    () => expectedColumns(t, comparison, { language, digits }),
    [t, comparison, language, digits],
  );
  return (
    <>
      <PartTabs summary={summary} part="expected" />
      <div className="toolbar">
        <SearchInput
          label={t('reconciliation.filter.text')}
          width={220}
          value={query.text}
          onChange={(text) => ask({ text }, 'soon')}
        />
        <Select
          size="xs"
          w={260}
          clearable
          aria-label={t('closing.column.reason')}
          placeholder={t('closing.column.reason')}
          data={restReasons.map((value) => ({
            value,
            label: t(`reconciliation.expectedReason.${value}`),
          }))}
          value={query.reason}
          onChange={(reason) => ask({ reason })}
        />
        <span className="muted size-12">{t('reconciliation.expectedHint')}</span>
      </div>
      {error && <ErrorNotice error={error} onRetry={() => void load()} />}
      <DataGrid
        id={`expected-${comparison}`}
        label={t('reconciliation.part.expected')}
        rows={rows ?? NO_ROWS}
        columns={columns}
        getRowId={({ item }) => `${item.side}/${item.itemId}`}
        loading={rows === null && !error}
        onOpen={setOpened}
        onEndReached={() => void loadMore()}
        empty={
          <EmptyState
            icon={<IconHourglass size={32} />}
            title={t('reconciliation.empty.expectedTitle')}
            text={t('reconciliation.empty.expectedText')}
          />
        }
      />
      {opened && <ExpectedDrawer row={opened} comparison={comparison} onClose={() => setOpened(null)} />}
    </>
  );
}
