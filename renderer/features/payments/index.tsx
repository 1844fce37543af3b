/** Payments: every order that the gateway lists, found by any part of what is known of it. */
import { Anchor, Button, Progress } from '@mantine/core';
import { IconCreditCardOff, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Payment, PaymentSort } from '#shared/contract/payments.ts';
import type { Money } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { areSumsComing } from '../../components/paged-list.ts';
import { ColumnChoice, useChosenColumns } from '../../components/column-choice.tsx';
import { useCounted } from '../../components/counted.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { EmptyState, NothingFits } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ListFoot } from '../../components/list-foot.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { NotRead } from '../../components/not-read.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { SumsComing } from '../../components/sums.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount, formatDate, localDate } from '../../i18n/format.ts';
import { paymentColumns } from './columns.tsx';
import { Filters } from './filters.tsx';
import { PaymentDrawer } from './payment-drawer.tsx';
import { everything, isNarrowed, showPayments, usePayments } from './store.ts';

export { PaymentsOfOrder } from './payments-of-order.tsx';
export { showPayments };

const NO_ROWS: Payment[] = [];
const OLDEST_FIRST: PaymentSort = { by: 'at', direction: 'asc' };

function DownloadBanner() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { progress, head, cancel, download } = usePayments();
  const number = (count: number) => formatCount(count, locale);
  if (progress)
    return (
      <div className="banner" role="status">
        <Progress
          w={160}
          value={progress.total ? Math.min(100, (100 * progress.rows) / progress.total) : 100}
          animated={progress.total === null}
          aria-label={t('payments.download')}
        />
        <span>{t('payments.downloading', { rows: number(progress.rows) })}</span>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void cancel()}>
          {t('app.actions.cancel')}
        </Button>
      </div>
    );
  const sync = head?.sync;
  if (!sync || sync.ended === null) return null;
  if (sync.ended === 'whole' && sync.unreadable === 0) return null;
  return (
    <div className="banner" data-tone="late" role="status">
      <span>
        {sync.ended === 'whole'
          ? t('payments.unreadable', { number: number(sync.unreadable) })
          : t(`payments.ended.${sync.ended}`, { rows: number(sync.rows) })}
      </span>
      <Button size="compact-xs" variant="subtle" onClick={() => void download()}>
        {t('payments.goOn')}
      </Button>
    </div>
  );
}

/** When the oldest payment that fits began; null while that is not known. */
function useOldest(): number | null {
  const { shownFilter, sums } = usePayments();
  const [oldest, setOldest] = useState<{ atMs: number | null; of: typeof sums } | null>(null);
  useEffect(() => {
    if (shownFilter === null || sums === null || sums.count === 0) return;
    const asked = { filter: shownFilter, sort: OLDEST_FIRST, cursor: null, limit: 1 };
    void orTell(call('payments.page', asked)).then((page) =>
      setOldest({ atMs: page?.rows[0]?.atMs ?? null, of: sums }),
    );
  }, [shownFilter, sums]);
  return oldest?.of === sums ? (oldest?.atMs ?? null) : null;
}

/** What went back, as the way to its payments: the list with the largest refund first. */
function Returned({ amount }: { amount: Money }) {
  const { t } = useTranslation();
  const setSort = usePayments((state) => state.setSort);
  const said = (
    <>
      {t('payments.returns')} <MoneyText value={amount} />
    </>
  );
  if (amount.minor === 0n) return said;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      title={t('payments.showReturned')}
      onClick={() => setSort({ by: 'returned', direction: 'desc' })}
    >
      {said}
    </Anchor>
  );
}

/** How many payments fit, and their net; then what it is made of, and what is left out of it. */
function Headline() {
  const { t } = useTranslation();
  const counted = useCounted();
  const locale = useLocale();
  const nowMs = useNowMs();
  const oldest = useOldest();
  const { head, sums: read } = usePayments();
  const areComing = usePayments(areSumsComing);
  if (head === null || head.read.readAtMs === null) return null;
  if (read === null || areComing) return <SumsComing />;
  const { count, sums, gone, notSummed } = read;
  const since = oldest === null ? null : localDate(oldest);
  const isToday = since === localDate(nowMs);
  return (
    <span className="contents" data-testid="payment-sums">
      <span>
        {t('payments.count', counted(count))}{' '}
        {since !== null &&
          (isToday ? t('payments.today') : t('payments.since', { day: formatDate(since, 'brief', locale) }))}
        {sums.map(({ currency, net }) => (
          <span key={currency}>
            {' '}
            · {t('payments.net')} <MoneyText value={net} strong />
          </span>
        ))}
      </span>
      <span className="muted">
        {sums.map(({ currency, sales, returns }, at) => (
          <span key={currency}>
            {at > 0 && ' · '}
            {t('payments.sales')} <MoneyText value={sales} /> · <Returned amount={returns} />
          </span>
        ))}
      </span>
      {sums.length > 0 && <span className="muted">{t('payments.heldOut')}</span>}
      {gone > 0 && <span className="muted">{t('payments.goneCount', counted(gone))}</span>}
      {notSummed > 0 && <span className="muted">{t('payments.notSummed', counted(notSummed))}</span>}
    </span>
  );
}

/** How many payments fit, and their net. */
function Foot() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { head, sums, filter } = usePayments();
  const areComing = usePayments(areSumsComing);
  if (head === null || head.read.readAtMs === null) return null;
  if (sums === null || areComing)
    return (
      <ListFoot>
        <SumsComing />
      </ListFoot>
    );
  if (sums.count === 0 && !isNarrowed(filter)) return null;
  return (
    <ListFoot
      count={t('payments.count', counted(sums.count))}
      of={t('payments.net')}
      sums={sums.sums.map(({ net }) => net)}
    />
  );
}

/** Reads what is stored; and downloads what never was, or goes on where it was cut off. */
function firstLoad(): void {
  const { load, download } = usePayments.getState();
  void load().then(() => {
    const { head } = usePayments.getState();
    if (head && (head.sync === null || head.sync.ended === null)) void download();
  });
}

export function PaymentsPage({ tabs, openKey = null }: { tabs: ReactNode; openKey?: string | null }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { rows, head, progress, error, downloadError, filter, load, loadMore, download } = usePayments();
  const { sort, setSort, ask } = usePayments();
  useFirstLoad(firstLoad);
  const refresh = useCallback(() => void download(), [download]);
  useRefreshKey(refresh);
  const problem = error ?? downloadError;
  const all = useMemo(() => paymentColumns(t), [t]);
  const columns = useChosenColumns('payments', all, rows ?? NO_ROWS);
  return (
    <Page
      title={t('app.nav.payments')}
      asOf={head?.read}
      headline={<Headline />}
      actions={
        <>
          {tabs}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            disabled={progress !== null}
            onClick={refresh}
          >
            {t('payments.download')}
          </Button>
        </>
      }
    >
      <DownloadBanner />
      <Filters columns={columns}>
        <ColumnChoice gridId="payments" columns={all} />
      </Filters>
      {problem && <ErrorNotice error={problem} onRetry={() => void load()} />}
      <DataGrid
        id="payments"
        label={t('app.nav.payments')}
        rows={rows ?? NO_ROWS}
        columns={columns}
        getRowId={(row) => row.key}
        rowClass={(row) => (row.isGone ? 'row-gone' : undefined)}
        loading={(rows === null && !error) || (progress !== null && (rows ?? []).length === 0)}
        onOpen={(row) => navigate(`/payments/${encodeURIComponent(row.key)}`)}
        sort={sort}
        onSortChange={(next) => setSort(next as PaymentSort)}
        onEndReached={() => void loadMore()}
        empty={
          head?.read.readAtMs === null && !isNarrowed(filter) ? (
            <NotRead {...head.read} />
          ) : isNarrowed(filter) ? (
            <NothingFits icon={<IconCreditCardOff size={32} />} onClear={() => ask(everything)} />
          ) : (
            <EmptyState
              icon={<IconCreditCardOff size={32} />}
              title={t('payments.empty.title')}
              text={t('payments.empty.text')}
            />
          )
        }
      />
      <Foot />
      <PaymentDrawer paymentKey={openKey} onClose={() => navigate('/payments')} />
    </Page>
  );
}
