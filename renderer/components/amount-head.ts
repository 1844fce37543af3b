/** A table whose amounts have one currency says it once, in the head of their columns. */
import { useLocale } from '../app-store.ts';
import { currencyLabel } from '../i18n/format.ts';

type AmountHead = {
  /** For the table; empty if each amount has to say its currency. */
  readonly className: string;
  /** The name of a column of amounts, with the currency if all have the same. */
  readonly amountHead: (name: string) => string;
};

export function useAmountHead(amounts: Iterable<{ readonly currency: string }>): AmountHead {
  const { language } = useLocale();
  const currencies = new Set(Array.from(amounts, ({ currency }) => currency));
  const [only] = currencies;
  if (only === undefined || currencies.size > 1) return { className: '', amountHead: (name) => name };
  return {
    className: 'currency-in-head',
    amountHead: (name) => `${name} (${currencyLabel(only, language)})`,
  };
}
