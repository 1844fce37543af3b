/** What can be paid early, the limits it must keep to, and the balance. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Money } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { Fact } from '../../components/fact.tsx';
import { MoneyList, MoneyText } from '../../components/money-text.tsx';

export function Head({ overview }: { overview: OutputOf<'instantSettlement.overview'> }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { limits, balances, eligibleCount, eligibleTotals, read, unavailable } = overview;
  // Never read, or refused since: how much can be paid early is not known, and no zero.
  const known = read.readAtMs !== null && unavailable === null;
  const fact = (label: string, value: Money | null | undefined, after?: ReactNode) =>
    value && (
      <Fact label={label}>
        <MoneyText value={value} />
        {after}
      </Fact>
    );
  return (
    <div className="instant-head">
      <div>
        <div className="muted">
          {known
            ? t('instantSettlement.eligible', counted(eligibleCount))
            : t('instantSettlement.eligibleUnknown')}
        </div>
        <MoneyList values={known ? eligibleTotals : []} strong size={28} />
      </div>
      {fact(t('instantSettlement.limit.minimum'), limits?.minimum)}
      {fact(t('instantSettlement.limit.perRequest'), limits?.perRequest)}
      {fact(
        t('instantSettlement.limit.remaining'),
        limits?.remainingToday,
        limits?.daily && (
          <span className="muted">
            {' '}
            {t('instantSettlement.limit.of')} <MoneyText value={limits.daily} />
          </span>
        ),
      )}
      {balances && balances.length > 0 && (
        <Fact label={t('instantSettlement.balance.available')}>
          <MoneyList values={balances.map(({ available }) => available)} />
        </Fact>
      )}
      {balances?.some(({ onHold }) => onHold) && (
        <Fact label={t('instantSettlement.balance.onHold')}>
          <MoneyList values={balances.flatMap(({ onHold }) => onHold ?? [])} />
        </Fact>
      )}
    </div>
  );
}
