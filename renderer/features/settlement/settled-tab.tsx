/** Settled transactions: the gateway's summary beside our own recount, filters, and every row. */
import { Button, MultiSelect, Pill, Progress, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconReceiptOff } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { sameMoney } from '#shared/money/money.ts';
import type { SettledTransaction } from '#shared/contract/settlement.ts';
import { useLocale } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyList, MoneyText, TotalsText } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { settledColumns } from './settled-columns.tsx';
import { useSettlement, type SettledSort } from './store.ts';

/** Two countings of the same money side by side; what differs is said. */
function Summary() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { summary, filter } = useSettlement();
  if (!summary) return null;
  const { gateway, recount, unreadableCount } = summary;
  const narrowed =
    filter.text !== '' || filter.windowId !== null || filter.fromMs !== null || filter.toMs !== null;
  const ours = recount.gross[0]?.amount;
  const differs =
    gateway !== null &&
    !narrowed &&
    (gateway.count !== recount.count ||
      (gateway.total !== null && (!ours || !sameMoney(gateway.total, ours))));
  return (
    <>
      <div
        style={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: '12px 40px',
          padding: '14px 24px',
          background: 'var(--surface)',
          borderBlockEnd: '1px solid var(--line)',
        }}
      >
        <div>
          <div className="muted" style={{ fontSize: 12 }}>
            {t('settlement.summary.gateway')}
          </div>
          {gateway ? (
            <>
              {gateway.total ? <MoneyText value={gateway.total} strong size={16} /> : '—'}{' '}
              <span className="muted">
                {gateway.count !== null &&
                  t('settlement.summary.rows', {
                    count: gateway.count,
                    number: formatCount(gateway.count, locale),
                  })}
              </span>
            </>
          ) : (
            <span className="muted">{t('settlement.summary.none')}</span>
          )}
        </div>
        <div>
          <div className="muted" style={{ fontSize: 12 }}>
            {t(narrowed ? 'settlement.summary.oursFiltered' : 'settlement.summary.ours')}
          </div>
          <TotalsText totals={recount.gross} strong size={16} />{' '}
          <span className="muted">
            {t('settlement.summary.rows', {
              count: recount.count,
              number: formatCount(recount.count, locale),
            })}
          </span>
        </div>
        {(['fees', 'vat', 'net'] as const).map((key) => (
          <div key={key}>
            <div className="muted" style={{ fontSize: 12 }}>
              {t(`settlement.column.${key}`)}
            </div>
            <MoneyList values={recount[key]} />
          </div>
        ))}
      </div>
      {differs && (
        <div className="banner" data-tone="late" role="status">
          <IconAlertTriangle size={16} />
          {t('settlement.summary.differs', {
            gateway: formatCount(gateway?.count ?? 0, locale),
            ours: formatCount(recount.count, locale),
          })}
        </div>
      )}
      {unreadableCount > 0 && (
        <div className="banner" data-tone="bad" role="alert">
          {t('settlement.unreadable', { count: unreadableCount })}
        </div>
      )}
    </>
  );
}

const dayStart = (day: string) => (day === '' ? null : new Date(`${day}T00:00:00`).getTime());
const dayEnd = (day: string) => (day === '' ? null : new Date(`${day}T23:59:59.999`).getTime());

function SettledFilters() {
  const { t } = useTranslation();
  const { filter, setFilter, summary, download } = useSettlement();
  return (
    <div className="toolbar">
      <SearchInput
        label={t('settlement.filter.text')}
        width={230}
        value={filter.text}
        onChange={(text) => setFilter({ text })}
      />
      <MultiSelect
        size="xs"
        miw={150}
        clearable
        aria-label={t('terminals.column.branch')}
        placeholder={filter.branchIds.length === 0 ? t('terminals.filter.allBranches') : ''}
        data={(summary?.branches ?? []).map(({ branchId, branchName }) => ({
          value: branchId,
          label: branchName ?? branchId,
        }))}
        value={filter.branchIds}
        onChange={(branchIds) => {
          setFilter({ branchIds });
          void download();
        }}
      />
      <TextInput
        size="xs"
        type="date"
        aria-label={t('settlement.filter.from')}
        onChange={(event) => setFilter({ fromMs: dayStart(event.currentTarget.value) })}
      />
      <TextInput
        size="xs"
        type="date"
        aria-label={t('settlement.filter.to')}
        onChange={(event) => setFilter({ toMs: dayEnd(event.currentTarget.value) })}
      />
      <span className="muted" style={{ fontSize: 12 }}>
        {t('settlement.filter.local')}
      </span>
      {filter.windowId !== null && (
        <Pill
          withRemoveButton
          onRemove={() => setFilter({ windowId: null })}
          removeButtonProps={{ 'aria-label': t('settlement.filter.clearWindow') }}
        >
          {t('settlement.column.window')} <IdText value={filter.windowId} />
        </Pill>
      )}
    </div>
  );
}

function SettledDetail({ row, onClose }: { row: SettledTransaction | null; onClose: () => void }) {
  const { t } = useTranslation();
  const fields = row ? Object.entries(JSON.parse(row.raw) as Record<string, unknown>) : [];
  return (
    <SideDrawer opened={row !== null} onClose={onClose} title={t('settlement.detail')}>
      {row && (
        <>
          <MoneyText value={row.amount} strong size={28} />
          <dl className="facts" style={{ marginBlockStart: 16 }}>
            {fields.map(([name, value]) => (
              <div key={name} style={{ display: 'contents' }}>
                <dt>
                  <bdi dir="ltr" className="id">
                    {name}
                  </bdi>
                </dt>
                <dd>
                  <bdi dir="ltr">{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </SideDrawer>
  );
}

export function SettledTab({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { rows, summary, progress, error, sort, setSort, loadSettled, loadMore, download, cancelDownload } =
    useSettlement();
  const [detail, setDetail] = useState<SettledTransaction | null>(null);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void loadSettled().then(() => {
      if (useSettlement.getState().summary?.read.readAtMs === null) void download();
    });
  }, [loadSettled, download]);
  const refresh = useCallback(() => void download(), [download]);
  useRefreshKey(refresh);
  const columns = useMemo(() => settledColumns(t), [t]);
  return (
    <Page
      title={t('app.nav.settlement')}
      asOf={summary?.read}
      actions={
        <>
          {tabs}
          <Button leftSection={<IconDownload size={16} />} disabled={progress !== null} onClick={refresh}>
            {t('settlement.download')}
          </Button>
        </>
      }
    >
      {progress && (
        <div className="banner" role="status">
          <Progress
            w={160}
            value={progress.totalRows ? (100 * progress.rows) / progress.totalRows : 100}
            animated={progress.totalRows === null}
            aria-label={t('settlement.download')}
          />
          {t('settlement.downloading', {
            rows: formatCount(progress.rows, locale),
            total: progress.totalRows === null ? '…' : formatCount(progress.totalRows, locale),
          })}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void cancelDownload()}>
            {t('app.actions.cancel')}
          </Button>
        </div>
      )}
      <Summary />
      <SettledFilters />
      {error && <ErrorNotice error={error} onRetry={() => void loadSettled()} />}
      <DataGrid
        id="settled"
        label={t('settlement.tabs.settled')}
        rows={rows ?? []}
        columns={columns}
        getRowId={(row) => row.transactionId}
        loading={(rows === null && !error) || (progress !== null && (rows ?? []).length === 0)}
        onOpen={setDetail}
        sort={sort}
        onSortChange={(next) => setSort(next as SettledSort | null)}
        onEndReached={() => void loadMore()}
        empty={
          <EmptyState
            icon={<IconReceiptOff size={32} />}
            title={t('settlement.empty.settledTitle')}
            text={t('settlement.empty.settledText')}
          />
        }
      />
      <SettledDetail row={detail} onClose={() => setDetail(null)} />
    </Page>
  );
}
