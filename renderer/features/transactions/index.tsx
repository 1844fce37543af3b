/** A terminal's transactions. */
import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconListCheck, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Transaction, TransactionSort } from '#shared/contract/terminals.ts';
import { areSumsComing } from '../../components/paged-list.ts';
import { useCounted } from '../../components/counted.ts';
import { useCanMoveMoney, useLocale, useNowMs } from '../../app-store.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useMay } from '../../people-store.ts';
import { IdText } from '../../components/id-text.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { Page } from '../../components/page.tsx';
import { rowsUnderHead } from '../../components/paged-list.ts';
import { NotSummed, SumsComing, WithAuthorized } from '../../components/sums.tsx';
import { UnreadableNames, UnreadableRows } from '../../components/unreadable-rows.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount, formatTime } from '../../i18n/format.ts';
import { AcknowledgeDialog } from '../acknowledgement/index.tsx';
import { ReverseDialog } from '../reversal/index.tsx';
import { DetailDrawer } from './detail-drawer.tsx';
import { hasFlags, transactionColumns } from './columns.tsx';
import { Filters } from './filters.tsx';
import { TerminalHead } from './head.tsx';
import { ExportMenu } from '../reports/index.tsx';
import { filterWords } from './filter-texts.ts';
import { emptyFilter, useTransactions, type Summary } from './store.ts';
import { cancelsOut } from './undone.tsx';
import './transactions.css';

export { DetailDrawer } from './detail-drawer.tsx';

/** As many are named in the line itself. */
const NAMED = 1;

/** Rows that could not be read safely: kept, shown, and what acknowledging asks for because of them. */
function Unreadable() {
  const { t } = useTranslation();
  const counted = useCounted();
  const unreadable = useTransactions((state) => state.summary?.unreadable) ?? [];
  const [opened, setOpened] = useState(false);
  if (unreadable.length === 0) return null;
  return (
    <div className="banner unread-banner" data-tone="late" role="alert">
      <IconAlertTriangle size={18} />
      <div>
        <span>{t('terminals.unreadable.text', counted(unreadable.length))}</span>
        {unreadable.length <= NAMED && !opened && (
          <>
            <UnreadableNames rows={unreadable} />
            {unreadable.map(({ rowId, problem, field }) => (
              <div key={rowId}>{t(`terminals.unreadable.problem.${problem}`, { field })}</div>
            ))}
          </>
        )}
      </div>
      <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
        {t(opened ? 'terminals.unreadable.hide' : 'terminals.unreadable.show')}
      </Button>
      {opened && (
        <div className="banner-list">
          <UnreadableRows rows={unreadable} copyable />
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

const NO_ROWS: Transaction[] = [];

type Terminal = Summary['terminal'];
/** Nothing is known of a terminal that was never read. */
const isUnread = ({ lastReadAtMs, outstandingCount }: Terminal) =>
  lastReadAtMs === null && outstandingCount === 0;

/** Reads the terminal, and says how many rows are new. */
function useReadTerminal(): () => void {
  const { t } = useTranslation();
  const locale = useLocale();
  const read = useTransactions((state) => state.read);
  const refresh = useCallback(
    () =>
      void read().then((answer) => {
        if (!answer || answer.newRows === 0) return;
        const number = formatCount(answer.newRows, locale);
        notifications.show({ message: t('terminals.newRows', { count: answer.newRows, number }) });
      }),
    [read, t, locale],
  );
  useRefreshKey(refresh);
  return refresh;
}

type ActionsProps = {
  terminalId: string;
  columns: ReturnType<typeof transactionColumns>;
  onRead: () => void;
  onAcknowledge: () => void;
};

function Actions({ terminalId, columns, onRead, onAcknowledge }: ActionsProps) {
  const { t } = useTranslation();
  const { summary, filter, sort, reading } = useTransactions();
  const areComing = useTransactions(areSumsComing);
  const mayAcknowledge = useCanMoveMoney('acknowledge');
  const mayRead = useMay('terminals.read');
  const terminal = summary?.terminal;
  // A row that could not be read may be readable now: that is tried before anybody acknowledges it unread.
  const hasUnreadable = (terminal?.unreadableCount ?? 0) > 0;
  return (
    <>
      {summary && (
        <ExportMenu
          source={{ list: 'transactions', terminalId, filter, sort }}
          title={t('terminals.detail.list')}
          filter={filterWords(t, terminal?.label ?? terminalId, terminalId, filter)}
          columns={columns}
          count={areComing ? undefined : summary.count}
        />
      )}
      <GuardedButton
        guard={mayRead}
        variant={hasUnreadable ? 'filled' : 'default'}
        leftSection={<IconRefresh size={16} />}
        loading={reading}
        onClick={onRead}
      >
        {t('terminals.row.read')}
      </GuardedButton>
      <GuardedButton
        guard={mayAcknowledge}
        variant={hasUnreadable ? 'default' : 'filled'}
        disabled={!terminal || terminal.outstandingCount + terminal.unreadableCount === 0}
        leftSection={<IconListCheck size={16} />}
        onClick={onAcknowledge}
      >
        {t('operations.ack.start')}
      </GuardedButton>
    </>
  );
}

/** The sums of the rows under the filter. */
function Foot({ count, sums, terminal }: Pick<Summary, 'count' | 'sums' | 'terminal'>) {
  const { t } = useTranslation();
  const counted = useCounted();
  const areComing = useTransactions(areSumsComing);
  // Of what the head speaks of, too, the head says what is not in the net.
  const isTold = useTransactions(({ filter }) => filter === emptyFilter);
  if (areComing) return <SumsComing />;
  return (
    <span>
      {t('terminals.footer.transactions', counted(count))} <TotalsText totals={sums.net} strong />
      {!isTold && <WithAuthorized sums={sums} count={count} whole />}{' '}
      {terminal.unreadableCount > 0 && !isTold && (
        <span className="muted">
          · {t('closing.step.unread', counted(terminal.unreadableCount))}
          {t('operations.ack.comma')}
          {t('terminals.sum.notInNet')}{' '}
        </span>
      )}
      <NotSummed totals={sums.notSummed} />
    </span>
  );
}

/** A list without rows: never read, acknowledged by somebody, or without such transactions. */
function Empty({ terminal }: { terminal: Terminal | undefined }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  if (terminal && isUnread(terminal)) return <NotRead {...terminal} />;
  const acknowledgedAtMs = terminal?.outstandingCount === 0 ? terminal.lastAcknowledgedAtMs : null;
  return (
    <EmptyState
      icon={<IconListCheck size={32} />}
      title={
        terminal && acknowledgedAtMs !== null
          ? t('terminals.empty.acknowledgedTitle', {
              time: formatTime(acknowledgedAtMs, nowMs, locale),
              by: terminal.lastAcknowledgedBy ?? '',
            })
          : t('terminals.empty.transactionsTitle')
      }
      text={t('terminals.empty.transactionsText')}
    />
  );
}

/** The row whose drawer is open: one that the address names, or one that was opened in the list. */
function useDetailRow(terminalId: string, openRow: string | null) {
  const [, navigate] = useLocation();
  const [row, setRow] = useState<string | null>(null);
  const open = useCallback(
    (rowId: string | null) => {
      setRow(rowId);
      if (openRow !== null) navigate(`/terminals/${encodeURIComponent(terminalId)}`, { replace: true });
    },
    [navigate, terminalId, openRow],
  );
  return [openRow ?? row, open] as const;
}

/** The sale whose dialog of reversal is open, in place of the drawer. */
function useReversing(setDetailRow: (rowId: null) => void) {
  const [reversing, setReversing] = useState<Transaction | null>(null);
  const reverse = useCallback(
    (row: Transaction) => {
      setDetailRow(null);
      setReversing(row);
    },
    [setDetailRow],
  );
  return { reversing, reverse, endReversing: () => setReversing(null) };
}

/** A list in which nothing is special has no column for it. */
function useColumns(
  rows: readonly Transaction[] | null,
  open: (rowId: string) => void,
  reverse: (row: Transaction) => void,
) {
  const { t } = useTranslation();
  const mayReverse = useCanMoveMoney('reverse').allowed;
  const withFlags = rows?.some(hasFlags) ?? true;
  return useMemo(
    () => transactionColumns(t, { open, reverse, mayReverse }, withFlags),
    [t, open, mayReverse, reverse, withFlags],
  );
}

type PageProps = { terminalId: string; openRow?: string | null };

export function TerminalPage({ terminalId, openRow = null }: PageProps) {
  const { t } = useTranslation();
  const { open, rows, summary, error, sort, setSort, loadMore, load } = useTransactions();
  const [detailRow, setDetailRow] = useDetailRow(terminalId, openRow);
  const { reversing, reverse, endReversing } = useReversing(setDetailRow);
  const [acknowledging, setAcknowledging] = useState(false);
  useEffect(() => open(terminalId), [open, terminalId]);
  const readTerminal = useReadTerminal();
  const columns = useColumns(rows, setDetailRow, reverse);
  const terminal = summary?.terminal;
  const unread = terminal !== undefined && isUnread(terminal);
  const shown = rowsUnderHead(rows, summary, error);
  return (
    <Page
      title={
        <Crumbs href="/terminals" place={t('app.nav.terminals')}>
          {terminal?.label ?? terminalId}
        </Crumbs>
      }
      subtitle={<IdText value={terminalId} />}
      asOf={terminal ? { readAtMs: terminal.lastReadAtMs, lastError: terminal.lastError } : undefined}
      actions={
        <Actions
          terminalId={terminalId}
          columns={columns}
          onRead={readTerminal}
          onAcknowledge={() => setAcknowledging(true)}
        />
      }
      footer={summary && !unread && <Foot {...summary} />}
    >
      <Unreadable />
      {summary && <TerminalHead summary={summary} unread={unread} />}
      <Filters />
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={() => void load()} />
        </div>
      )}
      <DataGrid
        id="transactions"
        label={t('terminals.detail.list')}
        rows={shown ?? NO_ROWS}
        columns={columns}
        getRowId={(row) => row.rowId}
        loading={shown === null && !error}
        onOpen={(row) => setDetailRow(row.rowId)}
        sort={sort}
        onSortChange={(next) => setSort(next as TransactionSort)}
        onEndReached={() => void loadMore()}
        rowClass={rowClassOf}
        empty={<Empty terminal={terminal} />}
      />
      <DetailDrawer
        rowId={detailRow}
        onOpen={setDetailRow}
        onClose={() => setDetailRow(null)}
        onReverse={reverse}
      />
      {reversing && <ReverseDialog transaction={reversing} onClose={endReversing} />}
      {acknowledging && terminal && (
        <AcknowledgeDialog terminal={terminal} onClose={() => setAcknowledging(false)} />
      )}
    </Page>
  );
}
