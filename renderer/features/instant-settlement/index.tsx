/** Instant settlement: early money, and what it costs. */
import { Button, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { useNowMs, useStatus } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useFirstLoad } from '../../components/opening.ts';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { ExportMenu } from '../reports/index.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { eligibleColumns } from './eligible-columns.tsx';
import { Head, Limits } from './head.tsx';
import './instant.css';
import { OfferTable } from './offer-table.tsx';
import { Picked } from './picked.tsx';
import { Requests } from './requests.tsx';
import { useInstant } from './store.ts';
import { TargetForm } from './target-form.tsx';
import { UnavailableNotice } from './unavailable-notice.tsx';
import { unavailableNow } from './unavailable.ts';

export { ConfirmDialog };

/** Shows what is stored, then reads it again: an offer is made of what is eligible now. */
function useReadAtOnce() {
  const { load, refresh } = useInstant();
  const [refreshing, setRefreshing] = useState(false);
  const refreshNow = useCallback(() => {
    setRefreshing(true);
    void refresh().finally(() => setRefreshing(false));
  }, [refresh]);
  useFirstLoad(() => void load().then(refreshNow));
  useRefreshKey(refreshNow);
  return { refreshing, refreshNow };
}

function Offers({ onTake }: { onTake: (offer: Offer) => void }) {
  const { overview, slots, requote } = useInstant();
  if (slots.length === 0) return null;
  return (
    <OfferTable
      slots={slots}
      limits={overview?.limits ?? null}
      onTake={onTake}
      onRequote={(which) => void requote(which)}
    />
  );
}

export function InstantSettlementPage() {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  const offline = useStatus()?.connection.state === 'offline';
  const { overview, requests, eligible, error, clearOffers } = useInstant();
  const columns = useMemo(() => eligibleColumns(t), [t]);
  const pickable = (eligible ?? []).filter((sale) => !sale.requested).length;
  const [taking, setTaking] = useState<Offer | null>(null);
  const { refreshing, refreshNow } = useReadAtOnce();
  const cause = overview && unavailableNow(overview, { offline, nowMs });
  return (
    <Page
      title={t('app.nav.instant')}
      asOf={overview?.unavailable ? undefined : overview?.read}
      actions={
        <>
          {pickable > 0 && (
            <ExportMenu
              source={{ list: 'eligible' }}
              title={t('instantSettlement.column.list')}
              columns={columns}
              count={pickable}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={refreshing}
            onClick={refreshNow}
          >
            {t('app.actions.refresh')}
          </Button>
        </>
      }
    >
      <div className="page-scroll instant-page">
        {!overview && !error && <Skeleton height={60} width={280} radius={6} />}
        {overview && <Head overview={overview} />}
        {cause && !(cause.why === 'stale' && refreshing) && (
          <UnavailableNotice cause={cause} onRefresh={refreshNow} />
        )}
        {overview &&
          (cause || overview.eligibleCount === 0 ? (
            <Limits overview={overview} />
          ) : (
            <TargetForm overview={overview} />
          ))}
        {error && <ErrorNotice error={error} />}
        <Offers onTake={setTaking} />
        {overview && !cause && <Picked />}
        <section>
          <Requests of={requests} />
        </section>
      </div>
      {taking && <ConfirmDialog offer={taking} onClose={() => setTaking(null)} onEnded={clearOffers} />}
    </Page>
  );
}
