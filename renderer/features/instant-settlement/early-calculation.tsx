/** How what arrives of an early payout comes about, from its sales on. */
import { useTranslation } from 'react-i18next';
import type { InstantRequest, Offer } from '#shared/contract/instant-settlement.ts';
import { earlyTerms } from '#shared/domain/early-terms.ts';
import { Calculation } from '../../components/calculation.tsx';

export function EarlyCalculation({ of }: { of: Offer | InstantRequest }) {
  const { t } = useTranslation();
  const terms = earlyTerms(of);
  if (terms.length === 0) return null;
  return (
    <Calculation
      label={t('instantSettlement.calculation')}
      terms={terms.map(({ term, amount, isSum }) => ({
        name:
          term === 'rate' && !('rateText' in of && of.rateText !== null)
            ? t('instantSettlement.offer.rateUnnamed')
            : t(`instantSettlement.offer.${term}`, { rate: 'rateText' in of ? of.rateText : '' }),
        amount,
        isSum,
        isOdd: term === 'rest',
      }))}
    />
  );
}
