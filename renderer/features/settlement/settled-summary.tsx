/** The gateway's summary beside our own recount: two countings of the same money side by side; what differs is said. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sameMoney } from '#shared/money/money.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyList, MoneyText, TotalsText } from '../../components/money-text.tsx';
import { NotSummed, SumsComing } from '../../components/sums.tsx';
import { formatCount } from '../../i18n/format.ts';
import { areSumsComing, isNarrowed, useSettlement } from './store.ts';

function Count({ count }: { count: number }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return <span className="muted">{t('settlement.summary.rows', counted(count))}</span>;
}

/** What the gateway counts. A total that it does not give has no place. */
function OfGateway({ gateway }: Pick<OutputOf<'settlement.settledSummary'>, 'gateway'>) {
  const { t } = useTranslation();
  return (
    <span className="muted">
      {t('settlement.summary.gateway')}: {gateway === null && t('settlement.summary.none')}
      {gateway?.total && (
        <>
          <MoneyText value={gateway.total} />
          {gateway.count !== null && ' · '}
        </>
      )}
      {gateway && gateway.count !== null && <Count count={gateway.count} />}
    </span>
  );
}

/** Both cover all rows of the same branches; a filter of this PC narrows only ours. */
function Differs({ gateway, recount }: OutputOf<'settlement.settledSummary'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  const ours = recount.gross[0]?.amount;
  if (!gateway) return null;
  const otherCount = gateway.count !== null && gateway.count !== recount.count;
  const otherTotal = gateway.total !== null && (!ours || !sameMoney(gateway.total, ours));
  if (!otherCount && !otherTotal) return null;
  return (
    <div className="banner" data-tone="late" role="status">
      <IconAlertTriangle size={16} />
      {otherCount
        ? t('settlement.summary.differs', {
            gateway: formatCount(gateway.count ?? 0, locale),
            ours: formatCount(recount.count, locale),
          })
        : t('settlement.summary.differsTotal')}
    </div>
  );
}

export function SettledSummary() {
  const { t } = useTranslation();
  const counted = useCounted();
  const summary = useSettlement((state) => state.summary);
  const filter = useSettlement((state) => state.filter);
  const areComing = useSettlement(areSumsComing);
  const running = useSettlement((state) => state.progress !== null);
  if (!summary) return null;
  const { gateway, recount, unreadableCount } = summary;
  const narrowed = isNarrowed(filter);
  const unread = summary.read.readAtMs === null && recount.count === 0;
  return (
    <>
      <div className="settled-summary">
        <Fact
          label={
            <>
              <span title={t('settlement.filter.local')}>
                {t(narrowed ? 'settlement.summary.oursFiltered' : 'settlement.summary.ours')}
              </span>
              {!areComing && !unread && (
                <>
                  {' · '}
                  <Count count={recount.count} />
                </>
              )}
            </>
          }
        >
          {areComing ? (
            <SumsComing />
          ) : unread ? (
            <span className="muted">{t('app.asOf.never')}</span>
          ) : (
            <TotalsText totals={recount.gross} strong size={16} />
          )}
        </Fact>
        {(['fees', 'vat', 'net'] as const).map((key) => (
          <Fact key={key} label={t(`settlement.column.${key}`)}>
            {areComing ? <SumsComing /> : <MoneyList values={recount[key]} />}
          </Fact>
        ))}
        {!areComing && (
          <p className="settled-notes">
            <OfGateway gateway={gateway} />
            <NotSummed totals={recount.notSummed} />
          </p>
        )}
      </div>
      {!narrowed && !running && !areComing && <Differs {...summary} />}
      {unreadableCount > 0 && (
        <div className="banner" data-tone="bad" role="alert">
          {t('settlement.unreadable', counted(unreadableCount))}
        </div>
      )}
    </>
  );
}
