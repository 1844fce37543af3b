/** A tab of kept lists of the gateway: head, toolbar, list and drawer, the same for every list. */
import { IconListSearch } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { KeptRow } from '#shared/contract/kept.ts';
import { sharedIn } from '#shared/contract/sharing.ts';
import {
  isListed,
  keptChoices,
  keptListsIn,
  calledBy,
  pathOfKept,
  type KeptListName,
} from '#shared/domain/kept-lists.ts';
import { keptTabs, type KeptTab } from '#shared/domain/kept-tabs.ts';
import { madeIn } from '#shared/domain/making.ts';
import { ReadNow } from '../../components/gateway-list/read-now.tsx';
import { GatewayListRows } from '../../components/gateway-list/rows.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { NewBill } from '../bills/index.tsx';
import { CollectDeliveries, DeliveriesWork } from '../deliveries/index.tsx';
import { NewEntry, thingOf } from '../catalogue/index.tsx';
import { Attempts } from '../making/index.tsx';
import { BulkTransfer, Forecast, NewSchedule, NewTransfer } from '../transfers/index.tsx';
import { ImportSheet } from '../sheets/index.tsx';
import { SharingWork } from '../sharing/index.tsx';
import { NewWebhook } from '../webhooks/index.tsx';
import { isUnchanged } from './cells.tsx';
import { keptGridColumns } from './columns.tsx';
import { KeptDrawer } from './drawer.tsx';
import { KeptFoot } from './foot.tsx';
import { Headline } from './headline.tsx';
import { useWithFees } from './method-fees.tsx';
import { isNarrowed, useKept } from './store.ts';
import { KeptToolbar } from './toolbar.tsx';
import { useWithLastDelivery } from './webhook-columns.tsx';
import './kept.css';

/** The list itself, with what is open of it. */
function List({ name, tab, openKey }: { name: KeptListName; tab: KeptTab; openKey: string | null }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const list = useKept(name);
  const { sort, order } = list;
  const own = useMemo(() => keptGridColumns(t, name), [t, name]);
  const all = useWithLastDelivery(name, useWithFees(name, own), list.rows);
  // Nothing of it was changed: a column of dashes.
  const hasChanges = (list.rows ?? []).some((row) => !isUnchanged(row));
  const columns = useMemo(
    () => (hasChanges ? all : all.filter(({ id }) => id !== 'changed')),
    [all, hasChanges],
  );
  return (
    <>
      <GatewayListRows
        key={name}
        list={list}
        isNarrowed={isNarrowed(list.filter)}
        id={`kept-${name}`}
        label={t(`kept.list.${name}`)}
        columns={columns}
        {...(sort && { sort })}
        onSortChange={({ by, direction }) => {
          const column = columns.find(({ id }) => id === by);
          if (column) order({ by: column.id as NonNullable<typeof sort>['by'], direction });
        }}
        {...(calledBy(name) && { onOpen: (row: KeptRow) => navigate(pathOfKept(name, row.key)) })}
        empty={{
          icon: <IconListSearch size={32} />,
          title: t(`kept.empty.${tab}`),
          text: t(`kept.about.${tab}`),
          ...(!isListed(name) && { unread: t('deliveries.none') }),
        }}
      />
      {calledBy(name) && <KeptDrawer name={name} openKey={openKey} onClose={() => navigate(keptTabs[tab])} />}
    </>
  );
}

type PageProps = {
  tabs: ReactNode;
  tab: KeptTab;
  /** The row that is open: in which list it is, and its key. */
  open?: { list: string; key: string };
  /** What stands beside the list. */
  children?: ReactNode;
};

/** In a link in place of a list's name: what follows is no row, but what the list is narrowed to, as `column=word`. */
const NARROWED = 'only';

/** The toolbar has it from then on. */
function useNarrowed(name: KeptListName, tab: KeptTab, to: string | null): void {
  const [, navigate] = useLocation();
  const { ask } = useKept(name);
  useEffect(() => {
    if (to === null) return;
    const asked = new URLSearchParams(to);
    const words = keptChoices(name).map((column) => [column, asked.get(column)] as const);
    ask({ text: '', words: Object.fromEntries(words.filter(([, word]) => word !== null)) });
    navigate(keptTabs[tab], { replace: true });
  }, [to, name, tab, ask, navigate]);
}

export function KeptListsPage({ tabs, tab, open, children }: PageProps) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const isNarrowing = open?.list === NARROWED;
  const names = keptListsIn(tab);
  const [chosen, setChosen] = useState<KeptListName | null>(null);
  const name = names.find((one) => one === (open?.list ?? chosen)) ?? names[0] ?? 'banks';
  const list = useKept(name);
  const { summary, look, refresh } = list;
  const columns = useMemo(() => keptGridColumns(t, name), [t, name]);
  useNarrowed(name, tab, isNarrowing ? open.key : null);
  useEffect(() => void look(), [look]);
  useRefreshKey(useCallback(() => void refresh(true), [refresh]));
  const thing = thingOf(name);
  const made = madeIn(name);
  const rows = <List name={name} tab={tab} openKey={isNarrowing ? null : (open?.key ?? null)} />;
  const whats = useMemo(() => (made === null ? [] : [made]), [made]);
  return (
    <Page
      title={t(`app.nav.${keptTabs[tab].split('/')[1]}`)}
      asOf={summary?.read && { ...summary.read, told: !isListed(name) }}
      headline={<Headline name={name} tab={tab} />}
      actions={
        <>
          {tabs}
          {isListed(name) ? <ReadNow list={list} /> : <CollectDeliveries />}
          {thing && <NewEntry what={thing} onMade={(key) => navigate(pathOfKept(name, key))} />}
          {name === 'sent' && (
            <>
              <BulkTransfer />
              <NewTransfer />
            </>
          )}
          {made === 'schedule' && <NewSchedule />}
          {made === 'webhook' && <NewWebhook onMade={(key) => navigate(pathOfKept(name, key))} />}
          {(name === 'customers' || name === 'links') && <ImportSheet key={name} kind={name} />}
          {(made === 'link' || made === 'invoice') && <NewBill what={made} />}
        </>
      }
    >
      {!isListed(name) && <DeliveriesWork toWebhook={list.filter.words.toWebhook ?? null} />}
      {made === 'schedule' && <Forecast />}
      {sharedIn(name) && <SharingWork />}
      <Attempts whats={whats} onMade={(_, { key }) => navigate(pathOfKept(name, key))} />
      <KeptToolbar tab={tab} name={name} onName={setChosen} columns={columns} />
      {children ? (
        <div className="kept-beside">
          <div className="kept-rows">{rows}</div>
          {children}
        </div>
      ) : (
        rows
      )}
      {!children && <KeptFoot name={name} />}
    </Page>
  );
}
