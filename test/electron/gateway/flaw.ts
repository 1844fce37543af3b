/** What is wrong with a decoded value, or null. Numbers are counts only; amounts are bigint minor units. */
import { currencyScale } from '#shared/money/currencies.ts';
import { NumberText } from '#electron/gateway/json.ts';

export function flaw(value: unknown, place: string): string | null {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) ? null : `${place} is the number ${value}`;
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof NumberText) return `${place} is a number that was not decoded`;
  if ('minor' in value) {
    const { minor, currency } = value as { minor: unknown; currency: unknown };
    return typeof minor === 'bigint' && typeof currency === 'string' && currencyScale(currency) !== null
      ? null
      : `${place} is no amount`;
  }
  for (const [name, inner] of Object.entries(value)) {
    const found = flaw(inner, `${place}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
