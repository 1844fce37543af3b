import { toAsciiDigits } from '#shared/text/digits.ts';

/** A place as it is typed, in either digits, as the index of its row; null if it is none. */
export function placeOf(typed: string, count: number): number | null {
  const digits = toAsciiDigits(typed).replaceAll(/[\s,.\u066C]/g, '');
  if (!/^\d{1,15}$/.test(digits)) return null;
  return Math.min(Math.max(Number(digits), 1), count) - 1;
}
