import { currencyScale } from './currencies.ts';

/** An amount in minor units (piastres, cents) of one currency. Never a float, never two currencies in one value. */
export type Money = { readonly minor: bigint; readonly currency: string };

type MoneyProblem = 'not-a-decimal' | 'too-many-decimals' | 'unknown-currency';
export type MoneyResult = { ok: true; value: Money } | { ok: false; problem: MoneyProblem };

const DECIMAL = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/;

/**
 * Reads an ASCII decimal ("120", "120.5", "-0.05") as money. Zeros beyond the currency's scale are dropped
 * ("1.500" EGP is 1.50), any other digit there is refused: nothing is ever rounded.
 */
export function parseMoney(decimal: string, currency: string): MoneyResult {
  const scale = currencyScale(currency);
  if (scale === null) return { ok: false, problem: 'unknown-currency' };
  const match = DECIMAL.exec(decimal);
  if (!match) return { ok: false, problem: 'not-a-decimal' };
  const [, sign, whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(scale))) return { ok: false, problem: 'too-many-decimals' };
  const digits = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  return { ok: true, value: { minor: sign === '-' ? -digits : digits, currency } };
}

/** Throws on a currency without a known scale: a programming error, not input. */
function knownScale(currency: string): number {
  const scale = currencyScale(currency);
  if (scale === null) throw new RangeError(`unknown currency ${currency}`);
  return scale;
}

/** Money from minor units, of a currency with a known scale. */
export function money(minor: bigint, currency: string): Money {
  knownScale(currency);
  return { minor, currency };
}

/** Without its sign. */
export const sizeOf = (minor: bigint): bigint => (minor < 0n ? -minor : minor);
/** The other way round. */
export const negated = ({ minor, currency }: Money): Money => ({ minor: -minor, currency });
/** What is taken off another amount: with its minus, on screen and in files. */
export const takenOff = (amount: Money | null): Money | null => amount && negated(amount);
export const absolute = ({ minor, currency }: Money): Money => ({ minor: sizeOf(minor), currency });

/** The plain decimal, ASCII digits, dot, all decimals of the currency: "12430.50". For the wire, exports and typing back. */
export function toDecimal({ minor, currency }: Money): string {
  const scale = knownScale(currency);
  const sign = minor < 0n ? '-' : '';
  const digits = sizeOf(minor)
    .toString()
    .padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** In whole units, rounded half away from zero: for a label that has no room for decimals; nothing is reckoned with it. */
export function wholeUnits({ minor, currency }: Money): number {
  const unit = 10n ** BigInt(knownScale(currency));
  const size = (sizeOf(minor) * 2n + unit) / (unit * 2n);
  return Number(minor < 0n ? -size : size);
}

export function sameMoney(a: Money, b: Money): boolean {
  return a.currency === b.currency && a.minor === b.minor;
}

export function addMoney(a: Money, b: Money): Money {
  if (a.currency !== b.currency) throw new RangeError(`cannot add ${a.currency} and ${b.currency}`);
  return { minor: a.minor + b.minor, currency: a.currency };
}

/** One total per currency, in alphabetical order of the code. Currencies are never mixed. */
export function sumByCurrency(amounts: Iterable<Money>): Money[] {
  const totals = new Map<string, bigint>();
  for (const { minor, currency } of amounts) totals.set(currency, (totals.get(currency) ?? 0n) + minor);
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([currency, minor]) => ({ minor, currency }));
}

/** Count and sum per currency, in the order of the codes. */
export function totalsOf(rows: Iterable<{ readonly amount: Money }>): { amount: Money; count: number }[] {
  const amounts = [...rows].map(({ amount }) => amount);
  return sumByCurrency(amounts).map((amount) => ({
    amount,
    count: amounts.filter(({ currency }) => currency === amount.currency).length,
  }));
}

/** `part` as hundredths of a percent of `whole`, rounded half up (1.25 % is 125). For showing a share, never for money. */
export function shareInBasisPoints(part: Money, whole: Money): number | null {
  if (part.currency !== whole.currency || whole.minor <= 0n) return null;
  return Number((part.minor * 20_000n + whole.minor) / (whole.minor * 2n));
}
