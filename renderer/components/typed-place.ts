import { toAsciiDigits } from '#shared/text/digits.ts';

/** The index of the row whose number was typed, in either digits; null if that is no number of a row. */
export function placeOf(typed: string, count: number): number | null {
  const digits = toAsciiDigits(typed).replaceAll(/[\s,.\u066C]/g, '');
  if (!/^\d{1,15}$/.test(digits)) return null;
  return Math.min(Math.max(Number(digits), 1), count) - 1;
}
