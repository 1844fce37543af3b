/** How a net comes about, of one settled transaction and of a window: nothing between the first and the last is missing. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ListedSettled, ListedWindow } from '#shared/contract/settlement.ts';
import { shownAmount } from '#shared/domain/kinds/index.ts';
import { sameMoney, takenOff, type Money } from '#shared/money/money.ts';
import { Calculation, type CalculationTerm } from '../../components/calculation.tsx';

type Taken = Pick<ListedWindow, 'fees' | 'vat' | 'adjustments'>;

/**
 * What the gateway's own parts do not explain has a line of its own. An amount that it does not give is left out: without both
 * ends the parts do not come to the net, and stand for themselves.
 */
function termsOf(
  t: TFunction,
  gross: Money | null,
  { fees, vat, adjustments }: Taken,
  net: Money | null,
): CalculationTerm[] {
  const part = (name: string, amount: Money | null): CalculationTerm[] => (amount ? [{ name, amount }] : []);
  const terms = [
    ...part(t('settlement.column.gross'), gross),
    ...part(t('settlement.column.fees'), takenOff(fees)),
    ...part(t('settlement.column.vat'), takenOff(vat)),
    ...part(t('settlement.column.adjustments'), adjustments),
  ];
  if (gross === null || net === null) return terms;
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
  // The amount alone is what stands above it.
  if (fee === null && vat === null && net === null) return null;
  const amount = adds.minor === 0n ? shownAmount(row) : adds;
  const terms = termsOf(t, amount, { fees: fee, vat, adjustments: null }, net);
  return <Calculation label={t('settlement.calculation')} terms={terms} />;
}

/** What the bank paid too much or too little of a window, where its net is what was expected: the last lines of its calculation. */
function atBank(t: TFunction, { gross, net, bridge }: ListedWindow): CalculationTerm[] {
  const { state, expected, unexplained, deposited } = bridge;
  if (state !== 'unexplained' || !gross || !net || !expected || !sameMoney(net, expected)) return [];
  if (!unexplained || !deposited) return [];
  return [
    { name: t('bridge.line.unexplained'), amount: unexplained, isOdd: true },
    { name: t('bridge.line.deposited'), amount: deposited, isSum: true },
  ];
}

/** The net is what was expected at the bank: one calculation leads from the gross to what was deposited. */
export const endsAtBank = (t: TFunction, window: ListedWindow): boolean => atBank(t, window).length > 0;

export function WindowNet({ window }: { window: ListedWindow }) {
  const { t } = useTranslation();
  const terms = [...termsOf(t, window.gross, window, window.net), ...atBank(t, window)];
  if (terms.length === 0) return null;
  return <Calculation label={t('settlement.calculation')} terms={terms} />;
}
