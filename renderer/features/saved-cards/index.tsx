/** Saved cards: which there are, and whose. A card is added by a checkout on which its owner agrees. */
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconCreditCard, IconPlus, IconRefresh } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { SavedCard } from '#shared/contract/saved-cards.ts';
import { useCanMoveMoney, useLocale, useOffered } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { NewCheckout } from '../checkouts/index.tsx';
import { ExportMenu } from '../reports/index.tsx';
import { savedCardColumns } from './columns.tsx';
import { CardDrawer } from './drawer.tsx';
import { useSavedCards } from './store.ts';

const NO_ROWS: SavedCard[] = [];

function Empty({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation();
  const guard = useOffered('sessions.create', useCanMoveMoney('bill'));
  const { text, summary } = useSavedCards();
  const narrowed = text.trim() !== '';
  if (summary?.read.readAtMs === null && !narrowed) return <NotRead {...summary.read} />;
  return (
    <EmptyState
      icon={<IconCreditCard size={32} />}
      title={t(narrowed ? 'savedCards.empty.filtered' : 'savedCards.empty.title')}
      text={t(narrowed ? 'savedCards.empty.filteredText' : 'savedCards.empty.text')}
      action={
        !narrowed && (
          <GuardedButton guard={guard} variant="default" onClick={onAdd}>
            {t('savedCards.add')}
          </GuardedButton>
        )
      }
    />
  );
}

/** The one sentence before the list. */
function useAnswer(): string | undefined {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const { summary, text } = useSavedCards();
  if (!summary || summary.read.readAtMs === null || text.trim() !== '') return undefined;
  const { count, unreadable } = summary;
  const said = t('savedCards.count', counted(count));
  if (unreadable === 0) return said;
  return `${said} ${t('savedCards.unreadable', { number: formatCount(unreadable, locale) })}`;
}

type PageProps = { tabs: ReactNode; openKey?: string | null };

export function SavedCardsPage({ tabs, openKey = null }: PageProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { rows, text, summary, isReading, error, readError, search, load, loadMore, refresh } =
    useSavedCards();
  const [isAdding, setAdding] = useState(false);
  const guard = useOffered('sessions.create', useCanMoveMoney('bill'));
  const answer = useAnswer();
  // Shows the stored cards, and then reads the gateway's list.
  useFirstLoad(() => void load().then(() => refresh()));
  const readAgain = useCallback(() => void refresh(), [refresh]);
  useRefreshKey(readAgain);
  useHotkeys([['N', () => guard.allowed && setAdding(true), { usePhysicalKeys: true }]]);
  const columns = useMemo(() => savedCardColumns(t), [t]);
  const problem = error ?? (summary?.read.lastError ? null : readError);
  const added = () => {
    setAdding(false);
    void refresh();
  };
  return (
    <Page
      title={t('app.nav.payments')}
      asOf={summary?.read}
      answer={answer}
      actions={
        <>
          {tabs}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={isReading}
            onClick={readAgain}
          >
            {t('savedCards.readNow')}
          </Button>
          <GuardedButton guard={guard} leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t('savedCards.add')}
          </GuardedButton>
        </>
      }
    >
      <div className="toolbar">
        <SearchInput label={t('savedCards.search')} width={280} value={text} onChange={search} />
        <ExportMenu
          source={{ list: 'savedCards', text }}
          title={t('savedCards.title')}
          filter={text.trim() === '' ? [] : [text.trim()]}
          columns={rows?.length === 0 ? [] : columns}
          count={summary?.count}
        />
      </div>
      {problem && <ErrorNotice error={problem} onRetry={() => void load()} />}
      <DataGrid
        id="saved-cards"
        label={t('savedCards.title')}
        rows={rows ?? NO_ROWS}
        columns={columns}
        getRowId={(row) => row.key}
        loading={(rows === null && !error) || (isReading && summary?.read.readAtMs === null)}
        rowClass={(row) => (row.isGone ? 'row-gone' : undefined)}
        onOpen={(row) => navigate(`/payments/cards/${row.key}`)}
        onEndReached={() => void loadMore()}
        empty={<Empty onAdd={() => setAdding(true)} />}
      />
      <CardDrawer openKey={openKey} onClose={() => navigate('/payments/cards')} />
      {isAdding && <NewCheckout savesCard onClose={added} />}
    </Page>
  );
}
