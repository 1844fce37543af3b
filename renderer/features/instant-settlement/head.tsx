/** What can be paid early, how it comes to what awaits settlement, and the limits it must keep to. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import { addMoney, negated, type Money } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';

type Overview = OutputOf<'instantSettlement.overview'>;

/** The terms between the eligible sales and all that awaits settlement; null where they are not of one currency. */
function termsOf({ eligibleTotals, eligibleNets }: Overview, onHold: readonly Money[]) {
  const [total, ...totals] = eligibleTotals;
  const [net, ...nets] = eligibleNets ?? [];
  const [all, ...others] = onHold;
  if (!total || !net || !all || totals.length + nets.length + others.length > 0) return null;
  if (total.currency !== all.currency) return null;
  return { fees: addMoney(net, negated(total)), rest: addMoney(all, negated(net)) };
}

/**
 * The gross sales that can be paid early are more than the net of all that awaits settlement: each term between them is said where
 * these sales are known.
 */
function Awaiting({ overview, isKnown }: { overview: Overview; isKnown: boolean }) {
  const { t } = useTranslation();
  const onHold = (overview.balances ?? []).flatMap((balance) => balance.onHold ?? []);
  if (onHold.length === 0) return null;
  const terms = isKnown ? termsOf(overview, onHold) : null;
  return (
    <>
      {terms && (
        <>
          <Fact term="part" label={t('instantSettlement.offer.usualFees')}>
            <MoneyText value={terms.fees} />
          </Fact>
          {terms.rest.minor !== 0n && (
            <Fact term="part" label={t('instantSettlement.balance.rest')}>
              <MoneyText value={terms.rest} signed />
            </Fact>
          )}
        </>
      )}
      <Fact
        term={terms ? 'sum' : undefined}
        label={t(
          // If no other sale awaits settlement, this is the net of the sales above.
          terms?.rest.minor === 0n
            ? 'instantSettlement.balance.onHoldSame'
            : 'instantSettlement.balance.onHold',
        )}
      >
        <MoneyList values={onHold} />
      </Fact>
    </>
  );
}

/** What a request must keep to: one line beside the field that asks for an amount. The balance for transfers bounds no request. */
export function Limits({ overview: { limits } }: { overview: Overview }) {
  const { t } = useTranslation();
  const part = (label: string, value: Money | null | undefined, after?: ReactNode) =>
    value && (
      <span>
        {label} <MoneyText value={value} strong />
        {after}
      </span>
    );
  return (
    <div className="instant-limits">
      {part(t('instantSettlement.limit.minimum'), limits?.minimum)}
      {part(t('instantSettlement.limit.perRequest'), limits?.perRequest)}
      {part(
        t('instantSettlement.limit.remaining'),
        limits?.remainingToday,
        limits?.daily && (
          <>
            {' '}
            {t('instantSettlement.limit.of')} <MoneyText value={limits.daily} />
          </>
        ),
      )}
    </div>
  );
}

export function Head({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { eligibleCount, eligibleTotals, read, unavailable } = overview;
  // Never read, or refused since: how much can be paid early is not known, and no zero.
  const known = read.readAtMs !== null && unavailable === null;
  return (
    <div className="instant-row">
      <div>
        <div className="muted">
          {known
            ? t('instantSettlement.eligible', counted(eligibleCount))
            : t('instantSettlement.eligibleUnknown')}
        </div>
        <MoneyList values={known ? eligibleTotals : []} strong size={28} />
      </div>
      <Awaiting overview={overview} isKnown={known} />
    </div>
  );
}
