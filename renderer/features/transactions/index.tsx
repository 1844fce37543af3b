/** A terminal's transactions. */
import { Anchor, Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconListCheck, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Transaction } from '#shared/contract/terminals.ts';
import { useCanMoveMoney, useLocale, useNowMs } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay } from '../../people-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { Page } from '../../components/page.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { UnreadableRows } from '../../components/unreadable-rows.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount, formatTime } from '../../i18n/format.ts';
import { AcknowledgeDialog } from '../acknowledgement/index.tsx';
import { ReverseDialog } from '../reversal/index.tsx';
import { DetailDrawer } from './detail-drawer.tsx';
import { transactionColumns } from './columns.tsx';
import { Filters } from './filters.tsx';
import { TerminalHead } from './head.tsx';
import { ExportMenu } from '../reports/index.tsx';
import { filterWords } from './filter-words.ts';
import { useTransactions, type Sort } from './store.ts';
import { cancelsOut } from './undone.tsx';
import './transactions.css';

export { DetailDrawer } from './detail-drawer.tsx';

/** Rows that could not be read safely: kept, shown, and what acknowledging asks for because of them. */
function Unreadable() {
  const { t } = useTranslation();
  const locale = useLocale();
  const unreadable = useTransactions((state) => state.summary?.unreadable) ?? [];
  const [opened, setOpened] = useState(false);
  if (unreadable.length === 0) return null;
  return (
    <div className="banner flow" data-tone="bad" role="alert">
      <IconAlertTriangle size={18} />
      {t('terminals.unreadable.text', {
        count: unreadable.length,
        number: formatCount(unreadable.length, locale),
      })}
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => setOpened(!opened)}>
        {t('terminals.unreadable.show')}
      </Button>
      {opened && (
        <div className="banner-list">
          <UnreadableRows rows={unreadable} />
        </div>
      )}
    </div>
  );
}

const rowClassOf = (row: Transaction): string | undefined => {
  const classes = [
    ...(row.listing === 'outstanding' ? [] : ['row-gone']),
    ...(cancelsOut(row) ? ['row-undone'] : []),
  ];
  return classes.length === 0 ? undefined : classes.join(' ');
};

export function TerminalPage({ terminalId }: { terminalId: string }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const store = useTransactions();
  const { open, read, rows, summary, error, reading, filter, sort, setSort, loadMore, load } = store;
  const mayAcknowledge = useCanMoveMoney('acknowledge');
  const mayReverse = useCanMoveMoney('reverse').allowed;
  const mayRead = useMay('terminals.read');
  const [detailRow, setDetailRow] = useState<string | null>(null);
  const [reversing, setReversing] = useState<Transaction | null>(null);
  const [acknowledging, setAcknowledging] = useState(false);
  useEffect(() => open(terminalId), [open, terminalId]);
  const refresh = useCallback(
    () =>
      void read().then((answer) => {
        if (answer && answer.newRows > 0)
          notifications.show({
            message: t('terminals.newRows', {
              count: answer.newRows,
              number: formatCount(answer.newRows, locale),
            }),
          });
      }),
    [read, t, locale],
  );
  useRefreshKey(refresh);
  const startReverse = useCallback((row: Transaction) => {
    setDetailRow(null);
    setReversing(row);
  }, []);
  const columns = useMemo(
    () =>
      transactionColumns(t, {
        open: setDetailRow,
        reverse: startReverse,
        mayReverse,
      }),
    [t, mayReverse, startReverse],
  );
  const terminal = summary?.terminal;
  const unread = terminal !== undefined && terminal.lastReadAtMs === null && terminal.outstandingCount === 0;
  const acknowledged = terminal && terminal.outstandingCount === 0 && terminal.lastAcknowledgedAtMs !== null;

  return (
    <Page
      title={
        <span className="crumbs">
          <Anchor component={Link} href="/terminals" inherit c="dimmed" fw={500}>
            {t('app.nav.terminals')}
          </Anchor>
          <span className="muted">/</span>
          {terminal?.label ?? terminalId}
        </span>
      }
      subtitle={<IdText value={terminalId} />}
      asOf={terminal ? { readAtMs: terminal.lastReadAtMs, lastError: terminal.lastError } : undefined}
      actions={
        <>
          {summary && (
            <ExportMenu
              source={{ list: 'transactions', terminalId, filter, sort }}
              title={t('terminals.detail.list')}
              filter={filterWords(t, terminal?.label ?? terminalId, terminalId, filter)}
              columns={columns}
              count={summary.count}
            />
          )}
          <GuardedButton
            guard={mayRead}
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={reading}
            onClick={refresh}
          >
            {t('terminals.row.read')}
          </GuardedButton>
          <GuardedButton
            guard={mayAcknowledge}
            disabled={!terminal || terminal.outstandingCount + terminal.unreadableCount === 0}
            leftSection={<IconListCheck size={16} />}
            onClick={() => setAcknowledging(true)}
          >
            {t('operations.ack.start')}
          </GuardedButton>
        </>
      }
      footer={
        summary &&
        !unread && (
          <span>
            {t('terminals.footer.transactions', {
              count: summary.count,
              number: formatCount(summary.count, locale),
            })}{' '}
            <TotalsText totals={summary.sums.net} strong /> <NotSummed totals={summary.sums.notSummed} />
          </span>
        )
      }
    >
      {summary && <TerminalHead summary={summary} unread={unread} />}
      <Filters />
      <Unreadable />
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={() => void load()} />
        </div>
      )}
      <DataGrid
        id="transactions"
        label={t('terminals.detail.list')}
        rows={rows ?? []}
        columns={columns}
        getRowId={(row) => row.rowId}
        loading={rows === null && !error}
        onOpen={(row) => setDetailRow(row.rowId)}
        sort={sort}
        onSortChange={(next) => setSort(next as Sort)}
        onEndReached={() => void loadMore()}
        rowClass={rowClassOf}
        empty={
          unread && terminal ? (
            <NotRead {...terminal} />
          ) : (
            <EmptyState
              icon={<IconListCheck size={32} />}
              title={
                acknowledged
                  ? t('terminals.empty.acknowledgedTitle', {
                      time: formatTime(terminal.lastAcknowledgedAtMs ?? 0, nowMs, locale),
                      by: terminal.lastAcknowledgedBy ?? '',
                    })
                  : t('terminals.empty.transactionsTitle')
              }
              text={t('terminals.empty.transactionsText')}
            />
          )
        }
      />
      <DetailDrawer
        rowId={detailRow}
        onOpen={setDetailRow}
        onClose={() => setDetailRow(null)}
        onReverse={startReverse}
      />
      {reversing && <ReverseDialog transaction={reversing} onClose={() => setReversing(null)} />}
      {acknowledging && terminal && (
        <AcknowledgeDialog terminal={terminal} onClose={() => setAcknowledging(false)} />
      )}
    </Page>
  );
}
