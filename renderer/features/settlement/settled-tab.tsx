/** Settled transactions: the download, the gateway's summary beside our own recount, filters, and every row. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconReceiptOff } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ListedSettled, SettledSort } from '#shared/contract/settlement.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile } from '../../app-store.ts';
import { useIsWide } from '../../components/is-wide.ts';
import { areSumsComing } from '../../components/paged-list.ts';
import { useColumnChoice } from '../../components/column-choice.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState, NothingFits } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { GridColumn } from '../../components/grid-columns.ts';
import { NotRead } from '../../components/not-read.tsx';
import { rowsUnderHead } from '../../components/paged-list.ts';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { ExportMenu } from '../reports/index.tsx';
import { filterWords } from './filter-texts.ts';
import { settledColumns } from './settled-columns.tsx';
import './settlement.css';
import { SettledDetail } from './settled-detail.tsx';
import { SettledDownload } from './settled-download.tsx';
import { SettledFilters, useClearFilters } from './settled-filters.tsx';
import { cancelsOut } from './row-marks.tsx';
import { SettledHeadline, SettledSummary } from './settled-summary.tsx';
import { emptyFilter, isNarrowed, useSettlement } from './store.ts';
import { ViewsButton } from './views-button.tsx';

const NO_ROWS: ListedSettled[] = [];
const undoneClass = (row: ListedSettled) => (cancelsOut(row) ? 'row-undone' : undefined);
const ANY_ORDER: SettledSort = { by: 'settlementDate', direction: 'desc' };

/** Reads what is stored; and downloads what never was, or goes on where it was cut off. A person's cancel stays. */
function firstLoad(): void {
  const { loadSettled, download } = useSettlement.getState();
  void loadSettled().then(() => {
    const { summary } = useSettlement.getState();
    if (summary && (summary.sync === null || summary.sync.ended === null)) void download();
  });
}

function DownloadActions({ onDownload }: { onDownload: () => void }) {
  const { t } = useTranslation();
  const { progress, download } = useSettlement();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={progress !== null}
        onClick={onDownload}
        title={t('settlement.downloadNew')}
      >
        {t('settlement.downloadFrom')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('settlement.downloadMore')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void download({ anew: true })}>{t('settlement.downloadAnew')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function NoRows() {
  const { t } = useTranslation();
  const { summary, filter } = useSettlement();
  const clear = useClearFilters();
  if (summary?.read.readAtMs === null && !isNarrowed(filter)) return <NotRead {...summary.read} />;
  if (isNarrowed(filter) || filter.branchIds.length > 0)
    return <NothingFits icon={<IconReceiptOff size={32} />} onClear={clear} />;
  return (
    <EmptyState
      icon={<IconReceiptOff size={32} />}
      title={t('settlement.empty.settledTitle')}
      text={t('settlement.empty.settledText')}
    />
  );
}

/** The row that the address names, read by itself: the list may be narrowed to others, or far from it. */
function useNamedRow(openKey: string | null): ListedSettled | null {
  const [row, setRow] = useState<ListedSettled | null>(null);
  useEffect(() => {
    if (openKey === null) return;
    let asked = true;
    const input = { filter: { ...emptyFilter, text: openKey }, sort: ANY_ORDER, cursor: null, limit: 50 };
    void orTell(call('settlement.settledPage', input)).then((page) => {
      if (asked) setRow(page?.rows.find(({ transactionId }) => transactionId === openKey) ?? null);
    });
    return () => {
      asked = false;
    };
  }, [openKey]);
  return row?.transactionId === openKey ? row : null;
}

/** The row whose drawer is open: the one that the address names, or one that was opened in the list. */
function useDetailRow(openKey: string | null) {
  const [, navigate] = useLocation();
  const [row, setRow] = useState<ListedSettled | null>(null);
  const named = useNamedRow(openKey);
  const open = (next: ListedSettled | null) => {
    setRow(next);
    if (openKey !== null) navigate('/settlement/settled', { replace: true });
  };
  return [openKey === null ? row : named, open] as const;
}

/** What can be done with the list: its kept views, the choice of its columns, and its file. */
function ListTools({ columns, choice }: { columns: GridColumn<ListedSettled>[]; choice: ReactNode }) {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  const { summary, filter, sort } = useSettlement();
  const areComing = useSettlement(areSumsComing);
  return (
    <>
      {profile && <ViewsButton key={profile.id} profileId={profile.id} />}
      {choice}
      <ExportMenu
        source={{ list: 'settled', filter, sort }}
        title={t('settlement.tabs.settled')}
        filter={filterWords(t, filter, summary?.branches ?? [])}
        columns={columns}
        count={areComing ? undefined : summary?.recount.count}
      />
    </>
  );
}

export function SettledTab({ tabs, openKey }: { tabs: ReactNode; openKey: string | null }) {
  const { t } = useTranslation();
  const settlement = useSettlement();
  const { rows, summary, progress, error, setFilter, sort, setSort } = settlement;
  const { loadSettled, download, next, rowsOf, readAt, shownFilter } = settlement;
  const shown = rowsUnderHead(rows, summary, error);
  const [detail, setDetail] = useDetailRow(openKey);
  useFirstLoad(firstLoad);
  const refresh = useCallback(() => void download(), [download]);
  useRefreshKey(refresh);
  const isWide = useIsWide();
  const all = useMemo(() => settledColumns(t, isWide), [t, isWide]);
  const counted = summary && shownFilter === rowsOf.filter ? summary.recount.count : null;
  const count = rows && next === null ? rows.length : counted;
  const endless = useMemo(() => ({ question: rowsOf, count, read: readAt }), [rowsOf, count, readAt]);
  const { columns, button } = useColumnChoice('settled', all, rows ?? NO_ROWS);
  return (
    <Page
      title={t('app.nav.settlement')}
      asOf={summary?.read}
      headline={<SettledHeadline />}
      actions={
        <>
          {tabs}
          <DownloadActions onDownload={refresh} />
        </>
      }
    >
      <SettledDownload />
      <SettledSummary tools={<ListTools columns={columns} choice={button} />} />
      <SettledFilters />
      {error && <ErrorNotice error={error} onRetry={() => void loadSettled()} />}
      <DataGrid
        id="settled"
        label={t('settlement.tabs.settled')}
        rows={shown ?? NO_ROWS}
        columns={columns}
        getRowId={(row) => row.transactionId}
        loading={(shown === null && !error) || (progress !== null && (rows ?? NO_ROWS).length === 0)}
        onOpen={setDetail}
        rowClass={undoneClass}
        sort={sort}
        onSortChange={(next) => setSort(next as SettledSort)}
        endless={endless}
        empty={<NoRows />}
      />
      <SettledDetail
        row={detail}
        onClose={() => setDetail(null)}
        onPair={(text) => {
          setDetail(null);
          setFilter({ ...emptyFilter, text });
        }}
      />
    </Page>
  );
}
