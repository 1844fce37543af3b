/** What the amounts of a row say of each other. */
import { moneyIn, text, type Obj } from '../fields.ts';
import { NumberText } from '../json.ts';
import type { Sum } from './form.ts';

/** `swapped`: it holds if whole and rest change places. Null if a term is missing, or nothing was taken off. */
type Verdict = 'holds' | 'swapped' | 'broken' | null;

/** Whether whole − less + plus = rest, in minor units. `plus` is 0 if the form has no such term. */
export function verdictOf(whole: bigint, less: readonly bigint[], rest: bigint, plus: bigint): Verdict {
  const taken = less.reduce((sum, one) => sum + one, 0n);
  if (whole - taken + plus === rest) return 'holds';
  return taken > 0n && rest - taken === whole ? 'swapped' : 'broken';
}

/** A row in our words. */
export function sumVerdict(row: Obj, { whole, less, rest, plus }: Sum): Verdict {
  const currency = text(row, 'currency');
  const minor = (name: string) => moneyIn(row, name, currency)?.minor;
  const terms = [minor(whole), minor(rest), ...less.map(minor)];
  if (terms.some((term) => term === undefined)) return null;
  const [wholeMinor = 0n, restMinor = 0n, ...lessMinor] = terms as bigint[];
  return verdictOf(wholeMinor, lessMinor, restMinor, plus === undefined ? 0n : (minor(plus) ?? 0n));
}

/** Written with decimals: no minor unit is. */
export const hasDecimals = (value: unknown): boolean =>
  (value instanceof NumberText || typeof value === 'string') &&
  /^-?\d+\.\d+$/.test(text({ value }, 'value') ?? '');

/** VAT on a fee is seldom a whole pound, and hardly ever in so many rows. */
export const ENOUGH_ROWS = 3;
export const isAboveZero = (value: unknown): boolean => /[1-9]/.test(text({ value }, 'value') ?? '');
