/** A tab of kept lists of the gateway: head, toolbar, list and drawer, the same for every list. */
import { Button } from '@mantine/core';
import { IconListSearch, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { KeptRow } from '#shared/contract/kept.ts';
import {
  keptListsIn,
  keptTabs,
  opensBy,
  pathOfKept,
  type KeptListName,
  type KeptTab,
} from '#shared/domain/kept-lists.ts';
import { useLocale } from '../../app-store.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { CatalogueAttempts, NewEntry, thingOf } from '../catalogue/index.tsx';
import { keptGridColumns } from './columns.tsx';
import { KeptDrawer } from './drawer.tsx';
import { isNarrowed, useKept } from './store.ts';
import { KeptToolbar } from './toolbar.tsx';

const NO_ROWS: KeptRow[] = [];

function Empty({ name, tab }: { name: KeptListName; tab: KeptTab }) {
  const { t } = useTranslation();
  const { filter, summary } = useKept(name);
  const narrowed = isNarrowed(filter);
  if (summary?.read.readAtMs === null && !narrowed) return <NotRead {...summary.read} />;
  return (
    <EmptyState
      icon={<IconListSearch size={32} />}
      title={t(narrowed ? 'kept.empty.filtered' : 'kept.empty.title')}
      text={t(narrowed ? 'kept.empty.filteredText' : `kept.empty.${tab}`)}
    />
  );
}

/** The list itself, with what is open of it. */
function List({ name, tab, openKey }: { name: KeptListName; tab: KeptTab; openKey: string | null }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { rows, error, readError, summary, sort, isReading, filter, load, loadMore, order } = useKept(name);
  const columns = useMemo(() => keptGridColumns(t, name), [t, name]);
  const problem = error ?? (summary?.read.lastError ? null : readError);
  const isComing = isReading && summary?.read.readAtMs === null && !isNarrowed(filter);
  return (
    <>
      {problem && <ErrorNotice error={problem} onRetry={() => void load()} />}
      <DataGrid
        key={name}
        id={`kept-${name}`}
        label={t(`kept.list.${name}`)}
        rows={rows ?? NO_ROWS}
        columns={columns}
        getRowId={(row) => row.key}
        loading={(rows === null && !error) || isComing}
        rowClass={(row) => (row.isGone ? 'row-gone' : undefined)}
        {...(sort && { sort })}
        onSortChange={({ by, direction }) => {
          const column = columns.find(({ id }) => id === by);
          if (column) order({ by: column.id as NonNullable<typeof sort>['by'], direction });
        }}
        {...(opensBy(name) && { onOpen: (row: KeptRow) => navigate(pathOfKept(name, row.key)) })}
        onEndReached={() => void loadMore()}
        empty={<Empty name={name} tab={tab} />}
      />
      {opensBy(name) && <KeptDrawer name={name} openKey={openKey} onClose={() => navigate(keptTabs[tab])} />}
    </>
  );
}

type PageProps = {
  tabs: ReactNode;
  tab: KeptTab;
  /** The row that is open: in which list it is, and its key. */
  open?: { list: string; key: string };
  /** What stands above the list. */
  children?: ReactNode;
};

export function KeptListsPage({ tabs, tab, open, children }: PageProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [, navigate] = useLocation();
  const names = keptListsIn(tab);
  const [chosen, setChosen] = useState<KeptListName | null>(null);
  const name = names.find((one) => one === (open?.list ?? chosen)) ?? names[0] ?? 'banks';
  const { summary, isReading, look, refresh } = useKept(name);
  const columns = useMemo(() => keptGridColumns(t, name), [t, name]);
  useEffect(() => void look(), [look]);
  const readAgain = useCallback(() => void refresh(true), [refresh]);
  useRefreshKey(readAgain);
  const thing = thingOf(name);
  const unreadable = summary?.unreadable ?? 0;
  return (
    <Page
      title={t(`app.nav.${keptTabs[tab].split('/')[1]}`)}
      asOf={summary?.read}
      answer={
        unreadable > 0
          ? t('kept.unreadable', { number: formatCount(unreadable, locale) })
          : t(`kept.about.${tab}`)
      }
      actions={
        <>
          {tabs}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={isReading}
            onClick={readAgain}
          >
            {t('kept.readNow')}
          </Button>
          {thing && <NewEntry what={thing} onMade={(key) => navigate(pathOfKept(name, key))} />}
        </>
      }
    >
      {children}
      {thing && <CatalogueAttempts />}
      <KeptToolbar tab={tab} name={name} onName={setChosen} columns={columns} />
      <List name={name} tab={tab} openKey={open?.key ?? null} />
    </Page>
  );
}
