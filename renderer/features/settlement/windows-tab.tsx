/** Windows as a time line, and below it the batches of the chosen one. */
import { Button } from '@mantine/core';
import { IconCalendarOff, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { toDecimal } from '#shared/money/money.ts';
import type { SettlementWindow } from '#shared/contract/settlement.ts';
import { useActiveProfile, useLocale } from '../../app-store.ts';
import { DataGrid, type GridColumn } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Fact } from '../../components/fact.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatAge, formatDay } from '../../i18n/format.ts';
import { useNowMs } from '../../app-store.ts';
import { useSettlement } from './store.ts';
import { WindowStatus } from './window-status.tsx';

type Batch = SettlementWindow['batches'][number];

function batchColumns(t: TFunction, batches: Batch[]): GridColumn<Batch>[] {
  const columns: (GridColumn<Batch> & { given: (batch: Batch) => unknown })[] = [
    {
      id: 'batchId',
      header: t('settlement.column.batch'),
      width: 200,
      pinned: true,
      given: () => true,
      render: (row) => <IdText value={row.batchId} />,
      text: (row) => row.batchId,
    },
    {
      id: 'branch',
      header: t('terminals.column.branch'),
      width: 150,
      given: (row) => row.branchName ?? row.branchId,
      render: (row) => row.branchName ?? <IdText value={row.branchId} />,
      text: (row) => row.branchName ?? row.branchId ?? '',
    },
    {
      id: 'count',
      header: t('settlement.column.count'),
      width: 120,
      align: 'end',
      given: (row) => row.transactionsCount,
      render: (row) => row.transactionsCount ?? '—',
      text: (row) => String(row.transactionsCount ?? ''),
    },
    {
      id: 'gross',
      header: t('settlement.column.gross'),
      width: 160,
      align: 'end',
      given: (row) => row.gross,
      render: (row) => (row.gross ? <MoneyText value={row.gross} /> : '—'),
      text: (row) => (row.gross ? toDecimal(row.gross) : ''),
    },
    {
      id: 'net',
      header: t('settlement.column.net'),
      width: 160,
      align: 'end',
      given: (row) => row.net,
      render: (row) => (row.net ? <MoneyText value={row.net} strong /> : '—'),
      text: (row) => (row.net ? toDecimal(row.net) : ''),
    },
    {
      id: 'state',
      header: t('settlement.column.state'),
      flex: 1,
      width: 140,
      given: (row) => row.status,
      render: (row) => <WindowStatus status={row.status} />,
      text: (row) => (row.status?.kind === 'known' ? row.status.value : (row.status?.raw ?? '')),
    },
  ];
  // What the gateway does not give has no column; it is never shown as zero.
  return columns.filter((column) => batches.some((batch) => column.given(batch) !== null));
}

function WindowFacts({ window }: { window: SettlementWindow }) {
  const { t } = useTranslation();
  const money = (key: 'gross' | 'fees' | 'vat' | 'adjustments' | 'net', strong = false) =>
    window[key] && (
      <Fact label={t(`settlement.column.${key}`)}>
        <MoneyText value={window[key]} strong={strong} />
      </Fact>
    );
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '12px 32px', padding: '16px 24px' }}>
      <Fact label={t('settlement.column.window')}>
        <IdText value={window.windowId} copyable />
      </Fact>
      <Fact label={t('settlement.column.state')}>
        <WindowStatus status={window.status} />
      </Fact>
      <Fact label={t('settlement.column.opens')}>
        <GatewayTimeText value={window.opensAt} />
      </Fact>
      <Fact label={t('settlement.column.closes')}>
        <GatewayTimeText value={window.closesAt} />
      </Fact>
      {window.expectedPayoutDate !== null && (
        <Fact label={t('settlement.column.payout')}>
          <bdi dir="ltr">{window.expectedPayoutDate}</bdi>
        </Fact>
      )}
      {money('gross')}
      {money('fees')}
      {money('vat')}
      {money('adjustments')}
      {money('net', true)}
      {window.bankReference !== null && (
        <Fact label={t('settlement.column.bank')}>
          <IdText value={window.bankReference} copyable />
        </Fact>
      )}
    </div>
  );
}

function TimeLine({
  windows,
  chosen,
  onChoose,
}: {
  windows: SettlementWindow[];
  chosen: SettlementWindow | null;
  onChoose: (windowId: string) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  return (
    <div className="windows" role="listbox" aria-label={t('settlement.tabs.windows')}>
      {windows.map((window) => {
        const open = window.status?.kind === 'known' && window.status.value === 'OPEN';
        return (
          <button
            key={window.windowId}
            type="button"
            role="option"
            aria-selected={window === chosen}
            className="window-card"
            onClick={() => onChoose(window.windowId)}
          >
            <span style={{ fontSize: 13, fontWeight: 550 }}>
              {window.opensAt?.kind === 'instant' ? formatDay(window.opensAt.atMs, locale) : window.windowId}
            </span>
            {window.net ? (
              <MoneyText value={window.net} strong size={16} />
            ) : (
              <span className="muted">—</span>
            )}
            <WindowStatus status={window.status} />
            {open && window.closesAt?.kind === 'instant' && (
              <span className="muted" style={{ fontSize: 12 }}>
                {t('settlement.closesIn', { age: formatAge(window.closesAt.atMs, nowMs, locale) })}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

export function WindowsTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const profile = useActiveProfile();
  const { windows, chosenWindowId, error, refreshing, loadWindows, refreshWindows, chooseWindow, setFilter } =
    useSettlement();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void loadWindows().then(() => {
      if (useSettlement.getState().windows?.read.readAtMs === null) void refreshWindows();
    });
  }, [loadWindows, refreshWindows]);
  const refresh = useCallback(() => void refreshWindows(), [refreshWindows]);
  useRefreshKey(refresh);
  const list = windows?.windows ?? [];
  const chosen =
    list.find((window) => window.windowId === chosenWindowId) ??
    list.find((window) => window.batches.length > 0) ??
    list[0] ??
    null;
  const columns = useMemo(() => batchColumns(t, chosen?.batches ?? []), [t, chosen]);
  const empty = windows?.liveOnly ? (
    <EmptyState
      icon={<IconCalendarOff size={32} />}
      title={t('settlement.empty.liveOnlyTitle')}
      text={t('settlement.empty.liveOnlyText')}
    />
  ) : (
    <EmptyState
      icon={<IconCalendarOff size={32} />}
      title={t('settlement.empty.windowsTitle')}
      text={t('settlement.empty.windowsText')}
    />
  );
  return (
    <Page
      title={t('app.nav.settlement')}
      asOf={windows?.read}
      actions={
        <>
          {tabs}
          <Button leftSection={<IconRefresh size={16} />} loading={refreshing} onClick={refresh}>
            {t('app.actions.refresh')}
          </Button>
        </>
      }
    >
      {profile?.environment === 'practice' && <div className="banner">{t('settlement.practice')}</div>}
      {error && !windows && <ErrorNotice error={error} onRetry={() => void loadWindows()} />}
      {windows && list.length === 0 ? (
        empty
      ) : (
        <>
          <TimeLine windows={list} chosen={chosen} onChoose={chooseWindow} />
          {chosen && (
            <>
              <WindowFacts window={chosen} />
              <div className="toolbar" style={{ borderBlockStart: '1px solid var(--line)' }}>
                <strong>{t('settlement.batches')}</strong>
                <Button
                  size="xs"
                  style={{ marginInlineStart: 'auto' }}
                  onClick={() => navigate(`/settlement/bridge/${encodeURIComponent(chosen.windowId)}`)}
                >
                  {t('bridge.open')}
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => {
                    setFilter({ windowId: chosen.windowId });
                    navigate('/settlement/settled');
                  }}
                >
                  {t('settlement.showSettled')}
                </Button>
              </div>
              <DataGrid
                id="batches"
                label={t('settlement.batches')}
                rows={chosen.batches}
                columns={columns}
                getRowId={(row) => row.batchId}
                empty={
                  <EmptyState
                    icon={<IconCalendarOff size={28} />}
                    title={t('settlement.empty.batchesTitle')}
                    text={t('settlement.empty.batchesText')}
                  />
                }
              />
            </>
          )}
        </>
      )}
    </Page>
  );
}
