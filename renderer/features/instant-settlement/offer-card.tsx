/** One offer: what arrives and what it costs, equally large; then what waiting would cost, which is nothing. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstantLimits, Offer } from '#shared/contract/instant-settlement.ts';
import { limitBroken } from '#shared/domain/early-cost.ts';
import { useCanMoveMoney, useLocale, type MayMove } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatCount, formatMoney } from '../../i18n/format.ts';
import { CostFacts, WaitLine } from './offer-cost.tsx';
import { useSecondsLeft } from './seconds-left.ts';
import type { OfferSlot } from './store.ts';

/** Why this offer cannot be taken; null if it can. */
function useProblem(offer: Offer, limits: InstantLimits | null): string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  if (offer.netTransfer.minor <= 0n) return t('instantSettlement.offer.feesAbove');
  const broken = limitBroken(offer.total, limits);
  return (
    broken && t(`instantSettlement.typed.over.${broken.which}`, { limit: formatMoney(broken.limit, locale) })
  );
}

const Big = ({ label, children, end }: { label: string; children: ReactNode; end?: boolean }) => (
  <div className={end ? 'at-end' : undefined}>
    <div className="muted">{label}</div>
    {children}
  </div>
);

type BodyProps = {
  slot: OfferSlot;
  offer: Offer;
  limits: InstantLimits | null;
  onTake: () => void;
  onRequote: () => void;
};

function Ways({ slot, offer, limits, onTake, onRequote }: BodyProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const mayMove = useCanMoveMoney('instant-settle');
  const secondsLeft = useSecondsLeft(offer.validUntilMs);
  const problem = useProblem(offer, limits);
  const guard: MayMove = problem === null ? mayMove : { allowed: false, reason: problem };
  const gone = slot.gone > 0;
  return (
    <>
      {problem !== null && (
        <div className="instant-typed" data-tone="bad">
          <IconAlertTriangle size={16} /> {problem}
        </div>
      )}
      {gone && (
        <div className="instant-typed" data-tone="late" role="status">
          <IconAlertTriangle size={16} />{' '}
          {t('instantSettlement.offer.gone', { count: slot.gone, number: formatCount(slot.gone, locale) })}
        </div>
      )}
      <div className="row">
        {secondsLeft > 0 && !gone ? (
          <>
            <GuardedButton guard={guard} onClick={onTake}>
              {t('instantSettlement.offer.take', { amount: formatMoney(offer.netTransfer, locale) })}
            </GuardedButton>
            <span className="muted size-13">
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

function OfferBody(props: BodyProps) {
  const { t } = useTranslation();
  const { offer } = props;
  return (
    <>
      <div className="offer-sum">
        <Big label={t('instantSettlement.offer.receive')}>
          <MoneyText value={offer.netTransfer} strong size={20} />
        </Big>
        <Big label={t('instantSettlement.offer.cost')} end>
          <MoneyText value={offer.totalFees} strong size={20} />
        </Big>
      </div>
      <WaitLine offer={offer} />
      <CostFacts offer={offer} />
      <Ways {...props} />
    </>
  );
}

type CardProps = {
  slot: OfferSlot;
  limits: InstantLimits | null;
  onTake: (offer: Offer) => void;
  onRequote: () => void;
};

export function OfferCard({ slot, limits, onTake, onRequote }: CardProps) {
  const { t } = useTranslation();
  const { offer, error } = slot;
  return (
    <section className="card offer" aria-label={t(`instantSettlement.offer.${slot.which}`)}>
      <h3>{t(`instantSettlement.offer.${slot.which}`)}</h3>
      {error && <ErrorNotice error={error} onRetry={onRequote} />}
      {offer && (
        <OfferBody
          slot={slot}
          offer={offer}
          limits={limits}
          onTake={() => onTake(offer)}
          onRequote={onRequote}
        />
      )}
    </section>
  );
}
