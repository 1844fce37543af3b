/** Instant settlement: early money, and what it costs. */
import { Button, TextInput } from '@mantine/core';
import { IconBolt, IconRefresh } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toDecimal } from '#shared/money/money.ts';
import type { EligibleSale, Offer } from '#shared/contract/instant-settlement.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { DataGrid, type GridColumn } from '../../components/data-grid.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { IdText } from '../../components/id-text.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';
import { Page } from '../../components/page.tsx';
import { GatewayTimeText } from '../../components/time-text.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatCount } from '../../i18n/format.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { OfferCard } from './offer-card.tsx';
import { Requests } from './requests.tsx';
import { useInstant } from './store.ts';

function eligibleColumns(t: TFunction): GridColumn<EligibleSale>[] {
  return [
    {
      id: 'reference',
      header: t('terminals.column.reference'),
      width: 150,
      pinned: true,
      render: (row) => <IdText value={row.refNumber} />,
      text: (row) => row.refNumber ?? '',
    },
    {
      id: 'order',
      header: t('terminals.column.order'),
      width: 160,
      render: (row) => <IdText value={row.merchantOrderId} />,
      text: (row) => row.merchantOrderId ?? '',
    },
    {
      id: 'branch',
      header: t('terminals.column.branch'),
      width: 120,
      render: (row) => row.branchName ?? <IdText value={row.branchId} />,
      text: (row) => row.branchName ?? '',
      sortValue: (row) => row.branchName ?? '',
    },
    {
      id: 'amount',
      header: t('settlement.column.gross'),
      width: 130,
      align: 'end',
      render: (row) => <MoneyText value={row.amount} />,
      text: (row) => toDecimal(row.amount),
      sortValue: (row) => row.amount.minor,
    },
    {
      id: 'net',
      header: t('settlement.column.net'),
      width: 130,
      align: 'end',
      render: (row) => (row.net ? <MoneyText value={row.net} /> : '—'),
      text: (row) => (row.net ? toDecimal(row.net) : ''),
      sortValue: (row) => row.net?.minor ?? 0n,
    },
    {
      id: 'date',
      header: t('instantSettlement.column.sold'),
      width: 140,
      render: (row) => <GatewayTimeText value={row.transactionDate} />,
      text: (row) => row.transactionDate?.raw ?? '',
      sortValue: (row) => row.transactionDate?.raw ?? '',
    },
    {
      id: 'expected',
      header: t('instantSettlement.column.expected'),
      flex: 1,
      width: 150,
      render: (row) => <GatewayTimeText value={row.expectedSettlementDate} />,
      text: (row) => row.expectedSettlementDate?.raw ?? '',
      sortValue: (row) => row.expectedSettlementDate?.raw ?? '',
    },
  ];
}

function Head() {
  const { t } = useTranslation();
  const locale = useLocale();
  const overview = useInstant((state) => state.overview);
  if (!overview) return null;
  const { limits } = overview;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: '12px 40px' }}>
      <div>
        <div className="muted">
          {t('instantSettlement.eligible', {
            count: overview.eligibleCount,
            number: formatCount(overview.eligibleCount, locale),
          })}
        </div>
        <MoneyList values={overview.eligibleTotals} strong size={28} />
      </div>
      {limits?.perRequest && (
        <div>
          <div className="muted">{t('instantSettlement.limit.perRequest')}</div>
          <MoneyText value={limits.perRequest} />
        </div>
      )}
      {limits?.remainingToday && (
        <div>
          <div className="muted">{t('instantSettlement.limit.remaining')}</div>
          <MoneyText value={limits.remainingToday} />
        </div>
      )}
    </div>
  );
}

export { ConfirmDialog };

export function InstantSettlementPage() {
  const { t } = useTranslation();
  const locale = useLocale();
  const mayMove = useCanMoveMoney();
  const {
    overview,
    requests,
    eligible,
    pickedIds,
    target,
    slots,
    busy,
    error,
    load,
    refresh,
    setTarget,
    pick,
    suggest,
    quotePicked,
    requote,
    clearOffers,
  } = useInstant();
  const [taking, setTaking] = useState<Offer | null>(null);
  const [refreshing, setRefreshing] = useState(false);
  const asked = useRef(false);
  const refreshNow = useCallback(() => {
    setRefreshing(true);
    void refresh().finally(() => setRefreshing(false));
  }, [refresh]);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void load().then(refreshNow);
  }, [load, refreshNow]);
  useRefreshKey(refreshNow);
  const columns = useMemo(() => eligibleColumns(t), [t]);
  const pickable = useMemo(() => (eligible ?? []).filter((sale) => !sale.requested), [eligible]);

  return (
    <Page
      title={t('app.nav.instant')}
      asOf={overview?.unavailable ? undefined : overview?.read}
      actions={
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} />}
          loading={refreshing}
          onClick={refreshNow}
        >
          {t('app.actions.refresh')}
        </Button>
      }
    >
      <div
        className="page-scroll"
        style={{ display: 'grid', gap: 24, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {overview?.unavailable && <ErrorNotice error={overview.unavailable} onRetry={refreshNow} />}
        <Head />
        {overview &&
          !overview.unavailable &&
          overview.eligibleCount === 0 &&
          overview.read.readAtMs !== null && (
            <EmptyState
              icon={<IconBolt size={32} />}
              title={t('instantSettlement.empty.title')}
              text={t('instantSettlement.empty.text')}
            />
          )}
        {overview && overview.eligibleCount > 0 && (
          <form
            style={{ display: 'flex', alignItems: 'flex-end', gap: 10 }}
            onSubmit={(event) => {
              event.preventDefault();
              void suggest();
            }}
          >
            <TextInput
              label={t('instantSettlement.target')}
              size="md"
              w={260}
              dir="ltr"
              inputMode="decimal"
              autoComplete="off"
              value={target}
              onChange={(event) => setTarget(event.currentTarget.value)}
            />
            <Button
              type="submit"
              size="md"
              loading={busy}
              disabled={target.trim() === '' || !mayMove.allowed}
            >
              {t('instantSettlement.showOffers')}
            </Button>
            {!mayMove.allowed && <span className="muted">{mayMove.reason}</span>}
          </form>
        )}
        {error && <ErrorNotice error={error} />}
        {slots.length > 0 && (
          <div className="offers">
            {slots.map((slot) => (
              <OfferCard
                key={slot.which}
                slot={slot}
                onTake={setTaking}
                onRequote={() => void requote(slot.which)}
              />
            ))}
          </div>
        )}
        <section>
          <h2 style={{ fontSize: 16 }}>{t('instantSettlement.request.title')}</h2>
          <Requests requests={requests?.requests ?? []} />
        </section>
        {pickable.length > 0 && (
          <details>
            <summary style={{ cursor: 'pointer', fontWeight: 600 }}>
              {t('instantSettlement.pick', {
                count: pickable.length,
                number: formatCount(pickable.length, locale),
              })}
            </summary>
            <div
              style={{
                display: 'flex',
                flexDirection: 'column',
                blockSize: 420,
                marginBlockStart: 12,
                border: '1px solid var(--line)',
                borderRadius: 10,
                overflow: 'hidden',
              }}
            >
              <DataGrid
                id="eligible"
                label={t('instantSettlement.column.list')}
                rows={pickable}
                columns={columns}
                getRowId={(row) => row.transactionId}
                selectedIds={pickedIds}
                onSelectedIdsChange={pick}
                empty={null}
              />
            </div>
            <Button
              mt={12}
              variant="default"
              loading={busy}
              disabled={pickedIds.length === 0 || !mayMove.allowed}
              onClick={() => void quotePicked()}
            >
              {t('instantSettlement.quotePicked', {
                count: pickedIds.length,
                number: formatCount(pickedIds.length, locale),
              })}
            </Button>
          </details>
        )}
      </div>
      {taking && <ConfirmDialog offer={taking} onClose={() => setTaking(null)} onEnded={clearOffers} />}
    </Page>
  );
}
