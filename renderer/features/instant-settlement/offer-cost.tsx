/** What early money costs: each fee on its own line, its share, what each day costs, and what waiting would. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyText } from '../../components/money-text.tsx';
import {
  formatBasisPoints,
  formatCount,
  formatDay,
  formatDuration,
  formatMoney,
  formatTenths,
  sameDay,
} from '../../i18n/format.ts';

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
    <div className="offer-line" data-strong={strong}>
      <span className={strong ? undefined : 'muted'}>{label}</span>
      {children}
    </div>
  );
}

/** What comes today anyway is not sooner by any day. */
const isFreeToday = ({ freeOn }: Offer, nowMs: number) =>
  freeOn?.kind === 'instant' && (freeOn.atMs <= nowMs || sameDay(freeOn.atMs, nowMs));

/** "Free on Sunday, or EGP 98.50 less today." */
export function WaitLine({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const { freeFrom, freeOn, totalFees } = offer;
  if (freeOn?.kind !== 'instant') return <p className="offer-wait">{t('instantSettlement.offer.noDate')}</p>;
  const fees = formatMoney(totalFees, locale);
  if (isFreeToday(offer, nowMs))
    return <p className="offer-wait">{t('instantSettlement.offer.compareToday', { fees })}</p>;
  const day = formatDay(freeOn.atMs, locale);
  const first = freeFrom?.kind === 'instant' ? formatDay(freeFrom.atMs, locale) : day;
  return (
    <p className="offer-wait">
      {first === day
        ? t('instantSettlement.offer.compare', { day, fees })
        : t('instantSettlement.offer.compareRange', { first, day, fees })}
    </p>
  );
}

function Fees({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const { rateFee, rateText, flatFee, vat } = offer;
  return (
    <>
      {rateFee && (
        <Line label={t('instantSettlement.offer.rate', { rate: rateText ?? '' })}>
          <MoneyText value={rateFee} />
        </Line>
      )}
      {flatFee && (
        <Line label={t('instantSettlement.offer.flat')}>
          <MoneyText value={flatFee} />
        </Line>
      )}
      {vat && (
        <Line label={t('instantSettlement.offer.vat')}>
          <MoneyText value={vat} />
        </Line>
      )}
    </>
  );
}

export function CostFacts({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const today = isFreeToday(offer, useNowMs());
  const { feeShareBasisPoints, daysSoonerTenths, costPerDay, yearlyBasisPoints, usuallyTakesMs } = offer;
  const percent = (basisPoints: number) => <bdi dir="ltr">{formatBasisPoints(basisPoints, locale)}</bdi>;
  return (
    <div>
      <Line
        label={
          <>
            {t('instantSettlement.offer.covers', {
              count: offer.count,
              number: formatCount(offer.count, locale),
            })}
            {offer.branchCount > 1 && (
              <> · {t('instantSettlement.offer.branches', counted(offer.branchCount))}</>
            )}
          </>
        }
      >
        <MoneyText value={offer.total} />
      </Line>
      <Line label={t('instantSettlement.offer.anyway')}>
        <MoneyText value={offer.totalNet} />
      </Line>
      <Fees offer={offer} />
      {feeShareBasisPoints !== null && (
        <Line label={t('instantSettlement.offer.share')} strong>
          {percent(feeShareBasisPoints)}
        </Line>
      )}
      {!today && daysSoonerTenths !== null && costPerDay && (
        <Line
          label={t('instantSettlement.offer.perDay', {
            count: daysSoonerTenths / 10,
            number: formatTenths(daysSoonerTenths, locale),
          })}
          strong
        >
          <MoneyText value={costPerDay} />
        </Line>
      )}
      {!today && yearlyBasisPoints !== null && (
        <Line label={t('instantSettlement.offer.yearly')}>{percent(yearlyBasisPoints)}</Line>
      )}
      {usuallyTakesMs !== null && (
        <Line label={t('instantSettlement.offer.arrives')}>
          <span>
            {usuallyTakesMs < 60_000
              ? t('instantSettlement.offer.underAMinute')
              : formatDuration(usuallyTakesMs, locale)}
          </span>
        </Line>
      )}
    </div>
  );
}
