/** An amount of a known currency as a person types it. */
import { stripDirectionMarks, toAsciiDigits, typedAmountToDecimal } from '../text/digits.ts';
import { parseMoney, sameMoney, sizeOf, type Money } from './money.ts';

/** Signs that stand for a currency beside its code. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  EGP: ['ج.م.', 'ج.م', 'جنيه', 'E£', 'L.E.', 'LE', '£'],
  USD: ['US$', '$'],
  EUR: ['€'],
  GBP: ['£'],
  SAR: ['ر.س.', 'ر.س'],
  AED: ['د.إ.', 'د.إ'],
  KWD: ['د.ك.', 'د.ك'],
};
/** The largest integer that SQLite stores. */
const MOST = 2n ** 63n - 1n;

/** `text` without this currency's code or sign at one end; as it is if there is none. */
export function withoutCurrencySign(text: string, currency: string): string {
  const rest = text.trim();
  const folded = rest.toUpperCase();
  for (const sign of [currency, ...(SIGNS[currency] ?? [])]) {
    if (folded.startsWith(sign.toUpperCase())) return rest.slice(sign.length).trim();
    if (folded.endsWith(sign.toUpperCase())) return rest.slice(0, -sign.length).trim();
  }
  return rest;
}

/**
 * Null if it is not clearly one amount of this currency. It may be below zero. A code or sign of another currency is refused:
 * "USD 12" is not 12 pounds.
 */
export function typedAmount(text: string, currency: string): Money | null {
  const rest = withoutCurrencySign(stripDirectionMarks(text), currency);
  // A sign or code that is left belongs to another currency.
  if (!/^-?[\d\u0660-\u0669\u06F0-\u06F9.,\u066B\u066C\s]+$/.test(rest)) return null;
  const decimal = typedAmountToDecimal(rest);
  const read = decimal === null ? null : parseMoney(decimal, currency);
  return read?.ok && sizeOf(read.value.minor) <= MOST ? read.value : null;
}

/** As `typedAmount`, but null below zero. */
export function typedMoney(text: string, currency: string): Money | null {
  const amount = typedAmount(text, currency);
  return amount !== null && amount.minor >= 0n ? amount : null;
}

/** True if the typed text is exactly this amount, in any digits. */
export function isTypedAmount(text: string, amount: Money): boolean {
  const typed = typedAmount(text, amount.currency);
  return typed !== null && sameMoney(typed, amount);
}

const MINUS = /^(?:[-−–](?<before>.+)|(?<after>.+)[-−–]|\((?<inside>.+)\))$/;
/** One that may be below zero: its minus stands before it or after it, or brackets around it. */
export function typedNet(typed: string, currency: string): Money | null {
  const { before, after, inside } = MINUS.exec(stripDirectionMarks(typed).trim())?.groups ?? {};
  const size = before ?? after ?? inside;
  if (size === undefined) return typedMoney(typed, currency);
  const read = typedMoney(size, currency);
  return read && { ...read, minor: -read.minor };
}

/** How many there are, as a person types it; null if that is no number. */
export function typedCount(text: string): number | null {
  const digits = toAsciiDigits(stripDirectionMarks(text)).trim();
  return /^\d{1,6}$/.test(digits) ? Number(digits) : null;
}
