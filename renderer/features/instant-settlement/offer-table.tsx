/** The offers in one table: what arrives, what it costs and what waiting would, then the way to take one, then every term. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstantLimits, Offer } from '#shared/contract/instant-settlement.ts';
import { limitBroken } from '#shared/domain/early-cost.ts';
import { negated } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { earlyTermNames, earlyTerms } from '#shared/domain/early-terms.ts';
import { useCounted } from '../../components/counted.ts';
import { useCanMoveMoney, useLocale, type MayMove } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatBasisPoints, formatMoney } from '../../i18n/format.ts';
import { CostTerms, Covered, durationText, WaitLine } from './offer-cost.tsx';
import { useSecondsLeft } from './seconds-left.ts';
import { useInstant, type OfferSlot } from './store.ts';

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

type BodyProps = {
  slot: OfferSlot;
  offer: Offer;
  /** Its button is the one in the accent's colour. */
  first: boolean;
  limits: InstantLimits | null;
  onTake: () => void;
  onRequote: () => void;
};

function Ways({ slot, offer, first, limits, onTake, onRequote }: BodyProps) {
  const { t } = useTranslation();
  const counted = useCounted();
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
          <IconAlertTriangle size={16} /> {t('instantSettlement.offer.gone', counted(slot.gone))}
        </div>
      )}
      <div className="offer-take">
        {secondsLeft > 0 && !gone ? (
          <>
            <GuardedButton guard={guard} variant={first ? 'filled' : 'default'} onClick={onTake}>
              {t('instantSettlement.offer.take', { amount: formatMoney(offer.netTransfer, locale) })}
            </GuardedButton>
            <span className="muted size-13">{t('instantSettlement.offer.valid', counted(secondsLeft))}</span>
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

type TableProps = {
  slots: readonly OfferSlot[];
  limits: InstantLimits | null;
  onTake: (offer: Offer) => void;
  onRequote: (which: OfferSlot['which']) => void;
};

type TermProps = {
  slots: readonly OfferSlot[];
  name: ReactNode;
  strong?: boolean;
  of: (offer: Offer) => ReactNode;
};

/** A line of the table: one term of every offer. */
function Term({ slots, name, strong = false, of }: TermProps) {
  return (
    <tr data-strong={strong || undefined}>
      <th scope="row">{name}</th>
      {slots.map(({ which, offer }) => (
        <td key={which} className="number-cell">
          {offer ? of(offer) : '—'}
        </td>
      ))}
    </tr>
  );
}

/** From what the sales come to, to what arrives: every term, with its sign. */
function Sum({ slots }: Pick<TableProps, 'slots'>) {
  const { t } = useTranslation();
  const terms = new Map(slots.map(({ which, offer }) => [which, offer ? earlyTerms(offer) : []]));
  const found = new Set([...terms.values()].flat().map(({ term }) => term));
  const rateText = slots.flatMap(({ offer }) => offer?.rateText ?? [])[0] ?? '';
  return (
    <>
      {earlyTermNames
        .filter((name) => found.has(name))
        .map((name) => (
          <tr key={name} data-strong={['anyway', 'receive'].includes(name) || undefined}>
            <th scope="row">{t(`instantSettlement.offer.${name}`, { rate: rateText })}</th>
            {slots.map(({ which }) => {
              const one = terms.get(which)?.find(({ term }) => term === name);
              return (
                <td key={which} className="number-cell" data-term={one && (one.isSum ? 'sum' : 'part')}>
                  {one ? (
                    <MoneyText
                      value={one.amount}
                      signed={!one.isSum && name !== 'sales'}
                      strong={one.isSum}
                    />
                  ) : (
                    '—'
                  )}
                </td>
              );
            })}
          </tr>
        ))}
    </>
  );
}

/** What a person decides by, equally large: what waiting would bring, less what it costs to have it now, is what arrives. */
function Decision({ slots }: Pick<TableProps, 'slots'>) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <>
      <Term
        slots={slots}
        name={t('instantSettlement.offer.sales')}
        of={(offer) => (
          <>
            <MoneyText value={offer.total} />
            <div className="muted size-12">
              <Covered offer={offer} />
            </div>
          </>
        )}
      />
      <Term
        slots={slots}
        strong
        name={t('instantSettlement.offer.waiting')}
        of={(offer) => <WaitLine offer={offer} />}
      />
      <Term
        slots={slots}
        strong
        name={t('instantSettlement.offer.cost')}
        of={({ totalFees, feeShareBasisPoints }) => (
          <>
            <MoneyText value={negated(totalFees)} strong size={20} />
            {feeShareBasisPoints !== null && (
              <div className="muted size-12">
                {t('instantSettlement.offer.share', {
                  share: formatBasisPoints(feeShareBasisPoints, locale),
                })}
              </div>
            )}
          </>
        )}
      />
      <Term
        slots={slots}
        strong
        name={t('instantSettlement.offer.receive')}
        of={({ netTransfer, usuallyTakesMs }) => (
          <>
            <MoneyText value={netTransfer} strong size={20} />
            {usuallyTakesMs !== null && (
              <div className="muted size-12">
                {t('instantSettlement.offer.within', { time: durationText(t, usuallyTakesMs, locale) })}
              </div>
            )}
          </>
        )}
      />
    </>
  );
}

/** The offers beside each other, term by term; the first that can be taken has the one accent button. */
export function OfferTable({ slots, limits, onTake, onRequote }: TableProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const target = useInstant((state) => state.target);
  const offers = slots.flatMap(({ offer }) => offer ?? []);
  const wanted = offers[0] ? typedAmount(target, offers[0].total.currency) : null;
  const amount = wanted ? formatMoney(wanted, locale) : target;
  // The heads of the columns name the wanted amount with its currency.
  const isNamed = wanted !== null && offers.every(({ total }) => total.currency === wanted.currency);
  return (
    <section className="card offer" aria-label={t('instantSettlement.offer.title')}>
      {slots.map(
        ({ which, error }) =>
          error && <ErrorNotice key={which} error={error} onRetry={() => onRequote(which)} />,
      )}
      {offers.length > 0 && (
        <div className="offer-scroll">
          <table
            className={`offer-table ${isNamed ? 'currency-in-head' : ''}`}
            aria-label={t('instantSettlement.offer.title')}
          >
            <thead>
              <tr>
                <td />
                {slots.map(({ which }) => (
                  <th key={which} scope="col" className="number-cell">
                    {t(`instantSettlement.offer.${which}`, { amount })}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <Decision slots={slots} />
              <tr>
                <td />
                {slots.map((slot, at) => (
                  <td key={slot.which}>
                    {slot.offer && (
                      <div className="offer-ways">
                        <Ways
                          slot={slot}
                          offer={slot.offer}
                          first={at === slots.findIndex(({ offer }) => offer !== null)}
                          limits={limits}
                          onTake={() => slot.offer && onTake(slot.offer)}
                          onRequote={() => onRequote(slot.which)}
                        />
                      </div>
                    )}
                  </td>
                ))}
              </tr>
            </tbody>
            <tbody className="offer-terms">
              <tr>
                <th scope="rowgroup" colSpan={slots.length + 1}>
                  {t('instantSettlement.calculation')}
                </th>
              </tr>
              <Sum slots={slots} />
              <CostTerms slots={slots} Term={Term} />
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
