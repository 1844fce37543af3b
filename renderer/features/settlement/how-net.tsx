/** How a net comes about, of one settled transaction and of a window: nothing between the first and the last is missing. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListedSettled, ListedWindow } from '#shared/contract/settlement.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import type { Money } from '#shared/money/money.ts';
import { Calculation, type CalculationTerm } from '../../components/calculation.tsx';

type Taken = Pick<ListedWindow, 'fees' | 'vat' | 'adjustments'>;

/** What the gateway's own parts do not explain has a line of its own. */
function termsOf(
  t: TFunction,
  gross: Money,
  { fees, vat, adjustments }: Taken,
  net: Money,
): CalculationTerm[] {
  const minus = (name: string, amount: Money | null): CalculationTerm[] =>
    amount ? [{ name, amount: { ...amount, minor: -amount.minor } }] : [];
  const terms = [
    { name: t('settlement.column.gross'), amount: gross },
    ...minus(t('settlement.column.fees'), fees),
    ...minus(t('settlement.column.vat'), vat),
    ...(adjustments ? [{ name: t('settlement.column.adjustments'), amount: adjustments }] : []),
  ];
  const rest = terms.reduce((left, { amount }) => left - amount.minor, net.minor);
  return [
    ...terms,
    ...(rest === 0n
      ? []
      : [{ name: t('settlement.notExplained'), amount: { ...net, minor: rest }, isOdd: true }]),
    { name: t('settlement.column.net'), amount: net, isSum: true },
  ];
}

export function SettledNet({ row }: { row: ListedSettled }) {
  const { t } = useTranslation();
  const { fee, vat, net, adds } = row;
  if (net === null) return null;
  const amount = adds.minor === 0n ? shownAmount(row) : adds;
  const terms = termsOf(t, amount, { fees: fee, vat, adjustments: null }, net);
  return <Calculation label={t('settlement.calculation')} terms={terms} />;
}

export function WindowNet({ window }: { window: ListedWindow }) {
  const { t } = useTranslation();
  const { gross, net } = window;
  if (gross === null || net === null) return null;
  return <Calculation label={t('settlement.calculation')} terms={termsOf(t, gross, window, net)} />;
}
