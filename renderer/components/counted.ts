/** A count as the texts want it: the number that chooses the plural form, and its digits on the screen. */
import { useLocale } from '../app-store.ts';
import { formatCount } from '../i18n/format.ts';

export function useCounted(): (count: number) => { count: number; number: string } {
  const locale = useLocale();
  return (count) => ({ count, number: formatCount(count, locale) });
}
