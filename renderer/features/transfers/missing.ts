/** What a person types to confirm prepared transfers, and which of it is still missing. */
import { useTranslation } from 'react-i18next';
import type { Money } from '#shared/money/money.ts';
import { isTypedAmount } from '#shared/money/typed-money.ts';

export type Written = { reason: string; note: string; retyped: string };

/** By name; empty while nothing is prepared. */
export function useMissing({ reason, retyped }: Written, amount: Money | null): string[] {
  const { t } = useTranslation();
  if (amount === null) return [];
  return [
    ...(reason.trim() === '' ? [t('payments.move.reason')] : []),
    ...(isTypedAmount(retyped, amount) ? [] : [t('operations.retyped')]),
  ];
}
