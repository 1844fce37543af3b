/** Settled transactions: the download, the gateway's summary beside our own recount, filters, and every row. */
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconReceiptOff } from '@tabler/icons-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useShallow } from 'zustand/react/shallow';
import type { ListedSettled, SettledSort } from '#shared/contract/settlement.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile } from '../../app-store.ts';
import { useIsWide } from '../../components/is-wide.ts';
import { ColumnChoice, useChosenColumns } from '../../components/column-choice.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState, NothingFits } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { areSumsComing, rowsUnderHead } from '../../components/paged-list.ts';
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
import { clearFilters, SettledFilters } from './settled-filters.tsx';
import { cancelsOut } from './row-marks.tsx';
import { SettledHeadline, SettledSummary } from './settled-summary.tsx';
import { emptyFilter, isNarrowed, useSettlement, type SettlementState } from './store.ts';
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

const download = () => void useSettlement.getState().download();

function DownloadActions() {
  const { t } = useTranslation();
  const isRunning = useSettlement((state) => state.progress !== null);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={isRunning}
        onClick={download}
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
          <Menu.Item onClick={() => void useSettlement.getState().download({ anew: true })}>
            {t('settlement.downloadAnew')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

function NoRows() {
  const { t } = useTranslation();
  const summary = useSettlement((state) => state.summary);
  const filter = useSettlement((state) => state.filter);
  if (summary?.read.readAtMs === null && !isNarrowed(filter)) return <NotRead {...summary.read} />;
  if (isNarrowed(filter) || filter.branchIds.length > 0)
    return <NothingFits icon={<IconReceiptOff size={32} />} onClear={clearFilters} />;
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

const useAllColumns = () => {
  const { t } = useTranslation();
  const isWide = useIsWide();
  return useMemo(() => settledColumns(t, isWide), [t, isWide]);
};
const useColumns = () => {
  const rows = useSettlement((state) => state.rows) ?? NO_ROWS;
  return useChosenColumns('settled', useAllColumns(), rows);
};

function Export() {
  const { t } = useTranslation();
  const filter = useSettlement((state) => state.filter);
  const sort = useSettlement((state) => state.sort);
  const branches = useSettlement((state) => state.summary?.branches) ?? [];
  const count = useSettlement((state) => (areSumsComing(state) ? undefined : state.summary?.recount.count));
  return (
    <ExportMenu
      source={{ list: 'settled', filter, sort }}
      title={t('settlement.tabs.settled')}
      filter={filterWords(t, filter, branches)}
      columns={useColumns()}
      count={count}
    />
  );
}

/** The tools of the list: saved views, columns and export. */
function ListTools() {
  const profile = useActiveProfile();
  return (
    <>
      {profile && <ViewsButton key={profile.id} profileId={profile.id} />}
      <ColumnChoice gridId="settled" columns={useAllColumns()} />
      <Export />
    </>
  );
}

/** How many rows fit the question that the rows are of; null while that is not known. */
const countOf = ({ rows, next, summary, shownFilter, rowsOf }: SettlementState): number | null => {
  if (rows && next === null) return rows.length;
  return summary && shownFilter === rowsOf.filter ? summary.recount.count : null;
};

/** The rows, and the drawer of one of them. */
function List({ openKey }: { openKey: string | null }) {
  const { t } = useTranslation();
  const shown = useSettlement((state) => rowsUnderHead(state.rows, state.summary, state.error));
  const error = useSettlement((state) => state.error);
  const isRunning = useSettlement((state) => state.progress !== null);
  const sort = useSettlement((state) => state.sort);
  const question = useSettlement((state) => state.rowsOf);
  const count = useSettlement(countOf);
  const { setSort, setFilter, readAt, loadSettled } = useSettlement.getState();
  const [detail, setDetail] = useDetailRow(openKey);
  const endless = useMemo(() => ({ question, count, read: readAt }), [question, count, readAt]);
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={() => void loadSettled()} />}
      <DataGrid
        id="settled"
        label={t('settlement.tabs.settled')}
        rows={shown ?? NO_ROWS}
        columns={useColumns()}
        getRowId={(row) => row.transactionId}
        loading={(shown === null && !error) || (isRunning && (shown ?? NO_ROWS).length === 0)}
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
    </>
  );
}

/** Each part reads only what it shows from the store, so that a letter of the search draws neither the page nor its filters again. */
export function SettledTab({ tabs, openKey }: { tabs: ReactNode; openKey: string | null }) {
  const { t } = useTranslation();
  const read = useSettlement(useShallow((state) => state.summary?.read));
  useFirstLoad(firstLoad);
  useRefreshKey(download);
  return (
    <Page
      title={t('app.nav.settlement')}
      asOf={read}
      headline={<SettledHeadline />}
      actions={
        <>
          {tabs}
          <DownloadActions />
        </>
      }
    >
      <SettledDownload />
      <SettledSummary tools={<ListTools />} />
      <SettledFilters />
      <List openKey={openKey} />
    </Page>
  );
}
