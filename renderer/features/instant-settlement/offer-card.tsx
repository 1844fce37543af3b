/** One offer: what it covers, what it costs, what arrives, and what waiting would cost: nothing. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { useCanMoveMoney, useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatBasisPoints, formatCount, formatDay, formatMoney } from '../../i18n/format.ts';
import type { OfferSlot } from './store.ts';

/** Whole seconds until the offer must be asked for again. */
function useSecondsLeft(validUntilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((validUntilMs - nowMs) / 1_000));
}

function Line({
  label,
  children,
  strong = false,
}: {
  label: ReactNode;
  children: ReactNode;
  strong?: boolean;
}) {
  return (
    <div className="offer-line" style={strong ? { fontWeight: 600 } : undefined}>
      <span className={strong ? undefined : 'muted'}>{label}</span>
      {children}
    </div>
  );
}

function OfferBody({
  offer,
  onTake,
  onRequote,
}: {
  offer: Offer;
  onTake: () => void;
  onRequote: () => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mayMove = useCanMoveMoney('instant-settle');
  const secondsLeft = useSecondsLeft(offer.validUntilMs);
  return (
    <>
      <div style={{ display: 'flex', justifyContent: 'space-between', gap: 16 }}>
        <div>
          <div className="muted">{t('instantSettlement.offer.receive')}</div>
          <MoneyText value={offer.netTransfer} strong size={20} />
        </div>
        <div style={{ textAlign: 'end' }}>
          <div className="muted">{t('instantSettlement.offer.cost')}</div>
          <MoneyText value={offer.totalFees} strong size={20} />
        </div>
      </div>
      <div>
        <Line
          label={t('instantSettlement.offer.covers', {
            count: offer.count,
            number: formatCount(offer.count, locale),
          })}
        >
          <MoneyText value={offer.total} />
        </Line>
        <Line label={t('instantSettlement.offer.anyway')}>
          <MoneyText value={offer.totalNet} />
        </Line>
        {offer.rateFee && (
          <Line label={t('instantSettlement.offer.rate', { rate: offer.rateText ?? '' })}>
            <MoneyText value={offer.rateFee} />
          </Line>
        )}
        {offer.flatFee && (
          <Line label={t('instantSettlement.offer.flat')}>
            <MoneyText value={offer.flatFee} />
          </Line>
        )}
        {offer.vat && (
          <Line label={t('instantSettlement.offer.vat')}>
            <MoneyText value={offer.vat} />
          </Line>
        )}
        {offer.feeShareBasisPoints !== null && (
          <Line label={t('instantSettlement.offer.share')} strong>
            <bdi dir="ltr">{formatBasisPoints(offer.feeShareBasisPoints, locale)}</bdi>
          </Line>
        )}
      </div>
      {offer.freeOn?.kind === 'instant' && (
        <div>
          {t('instantSettlement.offer.compare', {
            day: formatDay(offer.freeOn.atMs, locale),
            fees: formatMoney(offer.totalFees, locale),
          })}
        </div>
      )}
      <div style={{ display: 'flex', alignItems: 'center', gap: 12 }}>
        {secondsLeft > 0 ? (
          <>
            <GuardedButton guard={mayMove} onClick={onTake}>
              {t('instantSettlement.offer.take', { amount: formatMoney(offer.netTransfer, locale) })}
            </GuardedButton>
            <span className="muted" style={{ fontSize: 13 }}>
              {t('instantSettlement.offer.valid', {
                count: secondsLeft,
                number: formatCount(secondsLeft, locale),
              })}
            </span>
          </>
        ) : (
          <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={onRequote}>
            {t('instantSettlement.offer.again')}
          </Button>
        )}
      </div>
    </>
  );
}

export function OfferCard({
  slot,
  onTake,
  onRequote,
}: {
  slot: OfferSlot;
  onTake: (offer: Offer) => void;
  onRequote: () => void;
}) {
  const { t } = useTranslation();
  const { offer, error } = slot;
  return (
    <section
      className="card"
      style={{ display: 'grid', gap: 14, alignContent: 'start' }}
      aria-label={t(`instantSettlement.offer.${slot.which}`)}
    >
      <h3 style={{ margin: 0, fontSize: 14 }}>{t(`instantSettlement.offer.${slot.which}`)}</h3>
      {error && <ErrorNotice error={error} onRetry={onRequote} />}
      {offer && <OfferBody offer={offer} onTake={() => onTake(offer)} onRequote={onRequote} />}
    </section>
  );
}
