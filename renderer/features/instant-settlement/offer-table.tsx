/** The offers in one table: what arrives, what it costs and what waiting would, then the way to take one, then every term. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstantLimits, Offer } from '#shared/contract/instant-settlement.ts';
import { limitBroken } from '#shared/domain/early-cost.ts';
import { negated } from '#shared/money/money.ts';
import { typedAmount } from '#shared/money/typed-money.ts';
import { earlyTerms, type EarlyTermName } from '#shared/domain/early-terms.ts';
import { useCounted } from '../../components/counted.ts';
import { useCanMoveMoney, useLocale, type MayMove } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { MoneyText } from '../../components/money-text.tsx';
import { formatBasisPoints, formatMoney } from '../../i18n/format.ts';
import { CostTerms, Covered, durationText, FreeToday, WaitLine } from './offer-cost.tsx';
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
  limits: InstantLimits | null;
  onTake: () => void;
  onRequote: () => void;
};

/** Money that costs a fee is never the accent of the page: waiting is free. */
function Ways({ slot, offer, limits, onTake, onRequote }: BodyProps) {
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
            <GuardedButton guard={guard} variant="default" onClick={onTake}>
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
  /** Its part in the calculation. */
  term?: (offer: Offer) => 'part' | 'sum' | undefined;
};

/** A line of the table: one term of every offer. */
function Term({ slots, name, strong = false, of, term }: TermProps) {
  return (
    <tr data-strong={strong || undefined}>
      <th scope="row">{name}</th>
      {slots.map(({ which, offer }) => (
        <td key={which} className="number-cell" data-term={offer ? term?.(offer) : undefined}>
          {offer ? of(offer) : '—'}
        </td>
      ))}
    </tr>
  );
}

const termIn = (offer: Offer, name: EarlyTermName) => earlyTerms(offer).find(({ term }) => term === name);

/** The offers that have this term; nothing where none has it. */
function Named({ slots, of, name }: Pick<TableProps, 'slots'> & { of: EarlyTermName; name: string }) {
  if (!slots.some(({ offer }) => offer && termIn(offer, of))) return null;
  return (
    <Term
      slots={slots}
      name={name}
      of={(offer) => {
        const term = termIn(offer, of);
        return term ? <MoneyText value={term.amount} signed /> : '—';
      }}
      term={(offer) => (termIn(offer, of) ? 'part' : undefined)}
    />
  );
}

/** What the cost consists of. */
function CostParts({ slots }: Pick<TableProps, 'slots'>) {
  const { t } = useTranslation();
  const rateText = slots.flatMap(({ offer }) => offer?.rateText ?? [])[0] ?? '';
  const found = (['rate', 'flat', 'vat', 'otherFees'] as const).filter((name) =>
    slots.some(({ offer }) => offer && termIn(offer, name)),
  );
  return found.map((name) => (
    <Term
      key={name}
      slots={slots}
      name={t(`instantSettlement.offer.${name}`, { rate: rateText })}
      of={(offer) => {
        const term = termIn(offer, name);
        return term ? <MoneyText value={term.amount} signed /> : '—';
      }}
    />
  ));
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
        term={() => 'part'}
        of={(offer) => (
          <>
            <MoneyText value={offer.total} />
            <div className="muted size-12">
              <Covered offer={offer} />
            </div>
          </>
        )}
      />
      <Named slots={slots} of="usualFees" name={t('instantSettlement.offer.usualFees')} />
      <Term
        slots={slots}
        strong
        name={t('instantSettlement.offer.waiting')}
        term={() => 'sum'}
        of={(offer) => <WaitLine offer={offer} />}
      />
      <Term
        slots={slots}
        strong
        name={t('instantSettlement.offer.cost')}
        term={() => 'part'}
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
      <Named slots={slots} of="rest" name={t('instantSettlement.offer.rest')} />
      <Term
        slots={slots}
        strong
        name={t('instantSettlement.offer.paidEarly')}
        term={() => 'sum'}
        of={(offer) => (
          <>
            <MoneyText value={offer.netTransfer} strong size={20} />
            {offer.usuallyTakesMs !== null && (
              <div className="muted size-12">
                {t('instantSettlement.offer.within', { time: durationText(t, offer.usuallyTakesMs, locale) })}
              </div>
            )}
          </>
        )}
      />
    </>
  );
}

/** The offers beside each other, term by term, below what waiting would bring. */
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
      <FreeToday offers={offers} />
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
                {slots.map((slot) => (
                  <td key={slot.which}>
                    {slot.offer && (
                      <div className="offer-ways">
                        <Ways
                          slot={slot}
                          offer={slot.offer}
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
                  {t('instantSettlement.offer.costDetail')}
                </th>
              </tr>
              <CostParts slots={slots} />
              <CostTerms slots={slots} Term={Term} />
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
