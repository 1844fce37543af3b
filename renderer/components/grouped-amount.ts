/** An amount as it was typed, grouped as amounts are everywhere, so that a zero too many is seen. */
import { toDecimal } from '#shared/money/money.ts';
import { typedMoney } from '#shared/money/typed-money.ts';
import { formatDecimal, type Locale } from '../i18n/format.ts';

/** What is no amount in this currency, or is below zero, stays as it was typed. */
export function groupedAmount(typed: string, currency: string, locale: Locale): string {
  const amount = typedMoney(typed, currency);
  return amount ? formatDecimal(toDecimal(amount), locale) : typed;
}
