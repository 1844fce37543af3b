/** Saved cards: which there are, and whose. A card is added by a checkout on which its owner agrees. */
import { useHotkeys } from '@mantine/hooks';
import { IconCreditCard, IconPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useCanMoveMoney, useLocale, useOffered } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { ReadNow } from '../../components/gateway-list/read-now.tsx';
import { GatewayListRows } from '../../components/gateway-list/rows.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { ListFoot } from '../../components/list-foot.tsx';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { NewCheckout } from '../checkouts/index.tsx';
import { ExportMenu } from '../reports/index.tsx';
import { savedCardColumns } from './columns.tsx';
import { CardDrawer } from './drawer.tsx';
import { useSavedCards } from './store.ts';

/** The one sentence before the list. */
function useHeadline(): string | undefined {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const { summary, filter } = useSavedCards();
  if (!summary || summary.read.readAtMs === null || filter.text.trim() !== '') return undefined;
  const { count, unreadable } = summary;
  const said = t('savedCards.count', counted(count));
  if (unreadable === 0) return said;
  return `${said} ${t('savedCards.unreadable', { number: formatCount(unreadable, locale) })}`;
}

function Toolbar() {
  const { t } = useTranslation();
  const { rows, summary, filter, ask } = useSavedCards();
  const columns = useMemo(() => savedCardColumns(t), [t]);
  const typed = filter.text.trim();
  return (
    <div className="toolbar">
      <SearchInput
        label={t('savedCards.search')}
        width={280}
        value={filter.text}
        onChange={(text) => ask({ text })}
      />
      <div className="list-tools">
        <ExportMenu
          source={{ list: 'savedCards', text: filter.text }}
          title={t('savedCards.title')}
          filter={typed === '' ? [] : [typed]}
          columns={rows?.length === 0 ? [] : columns}
          count={summary?.count}
        />
      </div>
    </div>
  );
}

type PageProps = { tabs: ReactNode; openKey?: string | null };

export function SavedCardsPage({ tabs, openKey = null }: PageProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const list = useSavedCards();
  const { summary, filter, load, refresh } = list;
  const counted = useCounted();
  const [isAdding, setAdding] = useState(false);
  const guard = useOffered('sessions.create', useCanMoveMoney('bill'));
  const headline = useHeadline();
  // Shows the stored cards, and then reads the gateway's list.
  useFirstLoad(() => void load().then(() => refresh()));
  useRefreshKey(useCallback(() => void refresh(), [refresh]));
  useHotkeys([['N', () => guard.allowed && setAdding(true), { usePhysicalKeys: true }]]);
  const columns = useMemo(() => savedCardColumns(t), [t]);
  const added = () => {
    setAdding(false);
    void refresh();
  };
  const add = (variant: 'filled' | 'default') => (
    <GuardedButton
      guard={guard}
      variant={variant}
      leftSection={<IconPlus size={16} />}
      onClick={() => setAdding(true)}
    >
      {t('savedCards.add')}
    </GuardedButton>
  );
  return (
    <Page
      title={t('app.nav.payments')}
      asOf={summary?.read}
      headline={headline}
      actions={
        <>
          {tabs}
          <ReadNow list={list} />
          {add('filled')}
        </>
      }
    >
      <Toolbar />
      <GatewayListRows
        list={list}
        isNarrowed={filter.text.trim() !== ''}
        id="saved-cards"
        label={t('savedCards.title')}
        columns={columns}
        onOpen={(row) => navigate(`/payments/cards/${row.key}`)}
        empty={{
          icon: <IconCreditCard size={32} />,
          title: t('savedCards.empty.title'),
          text: t('savedCards.empty.text'),
          action: add('default'),
        }}
      />
      {summary && summary.count > 0 && <ListFoot count={t('grid.rows', counted(summary.count))} />}
      <CardDrawer openKey={openKey} onClose={() => navigate('/payments/cards')} />
      {isAdding && <NewCheckout savesCard onClose={added} />}
    </Page>
  );
}
