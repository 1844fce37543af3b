/** What early money costs: its share, what each day costs, and what waiting would. */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#shared/contract/instant-settlement.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyText } from '../../components/money-text.tsx';
import {
  formatBasisPoints,
  formatDay,
  formatDuration,
  formatTenths,
  sameDay,
  type Locale,
} from '../../i18n/format.ts';
import type { OfferSlot } from './store.ts';

/** True if the money comes today without a fee: paying for it early gains no day. */
const isFreeToday = ({ freeOn }: Offer, nowMs: number) =>
  freeOn?.kind === 'instant' && (freeOn.atMs <= nowMs || sameDay(freeOn.atMs, nowMs));

/** When the money would come anyway: "on Sunday 29 Nov, at no extra cost". */
function useWait(offer: Offer): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const { freeFrom, freeOn } = offer;
  if (freeOn?.kind !== 'instant') return t('instantSettlement.offer.noDate');
  if (isFreeToday(offer, nowMs)) return t('instantSettlement.offer.compareToday');
  const day = formatDay(freeOn.atMs, locale);
  const first = freeFrom?.kind === 'instant' ? formatDay(freeFrom.atMs, locale) : day;
  return first === day
    ? t('instantSettlement.offer.compare', { day })
    : t('instantSettlement.offer.compareRange', { first, day });
}

/** What waiting would bring: the usual fees come off all the same. */
export function WaitLine({ offer }: { offer: Offer }) {
  const when = useWait(offer);
  return (
    <>
      <MoneyText value={offer.totalNet} strong size={20} />
      <div className="offer-wait muted size-12">{when}</div>
    </>
  );
}

/** Above offers whose sales are paid today anyway: the fee buys some hours. */
export function FreeToday({ offers }: { offers: readonly Offer[] }) {
  const { t } = useTranslation();
  const nowMs = useNowMs();
  if (offers.length === 0 || !offers.every((offer) => isFreeToday(offer, nowMs))) return null;
  return (
    <p className="offer-today" data-testid="free-today">
      <IconInfoCircle size={18} aria-hidden />
      <span>
        <strong>{t('instantSettlement.offer.freeToday')}</strong> {t('instantSettlement.offer.freeTodayText')}
      </span>
    </p>
  );
}

/** How many sales an offer covers, and of how many branches. */
export function Covered({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      {t('instantSettlement.offer.covers', counted(offer.count))}
      {offer.branchCount > 1 && <> · {t('instantSettlement.offer.branches', counted(offer.branchCount))}</>}
    </>
  );
}

export const durationText = (t: TFunction, ms: number, locale: Locale): string =>
  ms < 60_000 ? t('instantSettlement.offer.underAMinute') : formatDuration(ms, locale);

type CostProps = {
  slots: readonly OfferSlot[];
  Term: (props: {
    slots: readonly OfferSlot[];
    name: ReactNode;
    strong?: boolean;
    of: (offer: Offer) => ReactNode;
  }) => ReactNode;
};

/** What the cost is by the day and by the year; and when the money comes. */
export function CostTerms({ slots, Term }: CostProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const offers = slots.flatMap(({ offer }) => offer ?? []);
  const percent = (basisPoints: number) => <bdi dir="ltr">{formatBasisPoints(basisPoints, locale)}</bdi>;
  const isSooner = (offer: Offer) => !isFreeToday(offer, nowMs);
  const days =
    offers.find((offer) => isSooner(offer) && offer.daysSoonerTenths !== null)?.daysSoonerTenths ?? null;
  return (
    <>
      {days !== null && (
        <Term
          slots={slots}
          name={t('instantSettlement.offer.eachDay')}
          of={(offer) =>
            offer.costPerDay && offer.daysSoonerTenths !== null && isSooner(offer) ? (
              <>
                <MoneyText value={offer.costPerDay} />
                <div className="muted size-12">
                  {t('instantSettlement.offer.daysSooner', {
                    count: offer.daysSoonerTenths / 10,
                    number: formatTenths(offer.daysSoonerTenths, locale),
                  })}
                </div>
              </>
            ) : (
              '—'
            )
          }
        />
      )}
      {offers.some((offer) => isSooner(offer) && offer.yearlyBasisPoints !== null) && (
        <Term
          slots={slots}
          name={t('instantSettlement.offer.yearly')}
          of={(offer) =>
            isSooner(offer) && offer.yearlyBasisPoints !== null ? percent(offer.yearlyBasisPoints) : '—'
          }
        />
      )}
      {offers.some(({ usuallyTakesMs }) => usuallyTakesMs !== null) && (
        <Term
          slots={slots}
          name={t('instantSettlement.offer.arrives')}
          of={({ usuallyTakesMs }) =>
            usuallyTakesMs === null ? '—' : durationText(t, usuallyTakesMs, locale)
          }
        />
      )}
    </>
  );
}
