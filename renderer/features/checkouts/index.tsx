/** Checkouts: pages on which customers pay. They are made and listed here. */
import { Modal, SegmentedControl } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPlus, IconReceipt2 } from '@tabler/icons-react';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { checkoutParts } from '#shared/contract/checkouts.ts';
import type { Money } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { useCanMoveMoney, useLocale, useOffered } from '../../app-store.ts';
import { ReadNow } from '../../components/gateway-list/read-now.tsx';
import { GatewayListRows } from '../../components/gateway-list/rows.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyList } from '../../components/money-text.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatAmounts, formatCount } from '../../i18n/format.ts';
import { ExportMenu } from '../reports/index.tsx';
import { Attempts, type Done } from '../making/index.tsx';
import { checkoutColumns } from './columns.tsx';
import { CheckoutDrawer } from './drawer.tsx';
import { Made } from './made.tsx';
import { NewCheckout } from './new-dialog.tsx';
import { isNarrowed, useCheckouts } from './store.ts';
import './checkouts.css';

export { NewCheckout } from './new-dialog.tsx';
export { ToPay } from './to-pay.tsx';

const ATTEMPTS = ['checkout'] as const;

/** The number and the sum of each part. The parts add up to the count. */
function Foot() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { filter, summary } = useCheckouts();
  if (!summary || summary.count === 0) return null;
  const parts = summary.parts.filter(({ count }) => count > 0);
  return (
    <footer className="page-foot" data-testid="checkout-sums">
      <span>{t('checkouts.count', counted(summary.count))}</span>
      {filter.group === null ? (
        parts.map(({ part, count, sums }) => (
          <span key={part}>
            <span className="muted">{t(`checkouts.group.${part}`)}</span> {counted(count).number} ·{' '}
            <MoneyList values={sums} />
          </span>
        ))
      ) : (
        <span>
          <MoneyList values={summary.sums} />
        </span>
      )}
    </footer>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { filter, summary, rows, ask } = useCheckouts();
  const columns = useMemo(() => checkoutColumns(t), [t]);
  return (
    <div className="toolbar">
      <SearchInput
        label={t('checkouts.search')}
        width={280}
        value={filter.text}
        onChange={(text) => ask({ text })}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('checkouts.column.state')}
        value={filter.group ?? 'all'}
        onChange={(value) => ask({ group: checkoutParts.find((group) => group === value) ?? null })}
        data={['all', ...checkoutParts].map((value) => ({ value, label: t(`checkouts.group.${value}`) }))}
      />
      <div className="list-tools">
        <ExportMenu
          source={{ list: 'checkouts', filter }}
          title={t('checkouts.title')}
          filter={[
            ...(filter.group === null ? [] : [t(`checkouts.group.${filter.group}`)]),
            ...(filter.text.trim() === '' ? [] : [filter.text.trim()]),
          ]}
          columns={rows?.length === 0 ? [] : columns}
          count={summary?.count}
        />
      </div>
    </div>
  );
}

/** The one sentence that matters before the list. */
function useHeadline(): string | undefined {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const summary = useCheckouts((state) => state.summary);
  if (!summary || summary.read.readAtMs === null) return undefined;
  const { waiting, waitingSums, held, unreadable } = summary;
  const said = (sums: readonly Money[]) => formatAmounts(sums, locale);
  return [
    t('checkouts.waiting', { ...counted(waiting), sum: said(waitingSums) }),
    ...(held.count > 0 ? [t('checkouts.held', { ...counted(held.count), sum: said(held.sums) })] : []),
    ...(unreadable > 0 ? [t('checkouts.unreadable', { number: formatCount(unreadable, locale) })] : []),
  ].join(' ');
}

export function CheckoutsPage({ tabs, openKey = null }: { tabs: ReactNode; openKey?: string | null }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const list = useCheckouts();
  const { summary, filter, load, refresh } = list;
  const [isNew, setNew] = useState(false);
  const [again, setAgain] = useState<Done | null>(null);
  const guard = useOffered('sessions.create', useCanMoveMoney('bill'));
  const headline = useHeadline();
  // Shows the stored checkouts, and then reads the newest part of the gateway's list.
  useFirstLoad(() => void load().then(() => refresh()));
  useRefreshKey(useCallback(() => void refresh(), [refresh]));
  useHotkeys([['N', () => guard.allowed && setNew(true), { usePhysicalKeys: true }]]);
  const columns = useMemo(() => checkoutColumns(t), [t]);
  const make = (variant: 'filled' | 'default') => (
    <GuardedButton
      guard={guard}
      variant={variant}
      leftSection={<IconPlus size={16} />}
      onClick={() => setNew(true)}
    >
      {t('checkouts.new.action')}
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
          {make('filled')}
        </>
      }
    >
      <Attempts whats={ATTEMPTS} onMade={(_, made) => setAgain(made)} />
      <Filters />
      <GatewayListRows
        list={list}
        isNarrowed={isNarrowed(filter)}
        id="checkouts"
        label={t('checkouts.title')}
        columns={columns}
        onOpen={(row) => navigate(`/payments/checkouts/${row.key}`)}
        empty={{
          icon: <IconReceipt2 size={32} />,
          title: t('checkouts.empty.title'),
          text: t('checkouts.empty.text'),
          action: make('default'),
        }}
      />
      <CheckoutDrawer openKey={openKey} onClose={() => navigate('/payments/checkouts')} />
      {isNew && <NewCheckout onClose={() => setNew(false)} />}
      {again && (
        <Modal opened onClose={() => setAgain(null)} title={<strong>{t('checkouts.made')}</strong>}>
          <Made made={again} onClose={() => setAgain(null)} />
        </Modal>
      )}
      <Foot />
    </Page>
  );
}
