/** Names and dates of a close in words. */
import { useTranslation } from 'react-i18next';
import type { ClosingBlock } from '#shared/domain/closing.ts';
import type { Money } from '#shared/money/money.ts';
import { useCounted } from '../../components/counted.ts';
import { MoneyText } from '../../components/money-text.tsx';

/** Two branches can be without a name: 'none' is the branch of terminals that belong to none. */
export function useBranchName(): (branch: { branchKey: string; branchName: string | null }) => string {
  const { t } = useTranslation();
  return ({ branchKey, branchName }) =>
    branchName ?? (branchKey === 'none' ? t('closing.noBranch') : branchKey);
}

export function useTypeName(): (paymentType: string | null) => string {
  const { t } = useTranslation();
  return (paymentType) =>
    paymentType === null
      ? t('closing.noType')
      : t(`terminals.paymentType.${paymentType}`, { defaultValue: paymentType });
}

export function useBlockText(): (blocked: { reason: ClosingBlock; count: number }) => string {
  const { t } = useTranslation();
  const counted = useCounted();
  return ({ reason, count }) => t(`closing.block.${reason}`, counted(count));
}

/** Counted − expected: always with its sign, and "no difference" in a word. */
export function DifferenceText({ value, strong = false }: { value: Money; strong?: boolean }) {
  const { t } = useTranslation();
  if (value.minor === 0n) return <span className="muted">{t('closing.noDifference')}</span>;
  const over = value.minor > 0n;
  return (
    <span className="chip" data-tone="late" title={t(over ? 'closing.over' : 'closing.short')}>
      <MoneyText value={value} strong={strong} signed />
    </span>
  );
}
