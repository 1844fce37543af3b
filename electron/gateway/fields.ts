/**
 * Reading fields of a gateway object. Strict readers answer a problem, tolerant ones null; `NA` means no value (§2.3)
 * and becomes null here, once.
 */
import { parseMoney, toDecimal, type Money, type MoneyResult } from '#shared/money/money.ts';
import { currencyScale } from '#shared/money/currencies.ts';
import { readOpenEnum, type OpenEnum } from '#shared/domain/open-enum.ts';
import type { UnreadableRow } from '#shared/domain/pos-transaction.ts';
import { shownText } from '#shared/text/shown-text.ts';
import { readGatewayTimestamp, type GatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { isIdentifier } from './cards.ts';
import { NumberText } from './json.ts';

export type Obj = Record<string, unknown>;

export const isObject = (value: unknown): value is Obj =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberText);

/** Longer than any the interface shows. A longer one passes no call, and would hold up all lists and sums that it is in. */
const LONGEST_IDENTIFIER = 200;

/**
 * Text, or a number as it was written; null when absent, empty, `NA`, or of another type. Free text comes as it may be shown; an
 * identifier exactly as the gateway wrote it, since it is sent back, and null where it is too long to be one.
 */
export function text(object: Obj, field: string): string | null {
  const value = object[field];
  if (value instanceof NumberText) return value.text;
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  if (trimmed === '' || trimmed === 'NA') return null;
  if (!isIdentifier(field)) return shownText(trimmed);
  return trimmed.length <= LONGEST_IDENTIFIER ? trimmed : null;
}

/** True if an identifier anywhere in it is too long to be one: `text` reads it as absent, yet something was named. */
export function namesTooLong(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesTooLong);
  if (!isObject(value)) return false;
  return Object.entries(value).some(([field, given]) =>
    typeof given === 'string'
      ? isIdentifier(field) && given.trim().length > LONGEST_IDENTIFIER
      : namesTooLong(given),
  );
}

/** A whole number that fits, or null. */
export function integer(object: Obj, field: string): number | null {
  const raw = text(object, field);
  if (raw === null || !/^\d{1,15}$/.test(raw)) return null;
  return Number(raw);
}

export function timestamp(object: Obj, field: string): GatewayTimestamp | null {
  const raw = text(object, field);
  return raw === null ? null : readGatewayTimestamp(raw);
}

export function openEnum<T extends string>(
  object: Obj,
  field: string,
  known: readonly T[],
): OpenEnum<T> | null {
  const raw = text(object, field);
  return raw === null ? null : readOpenEnum(known, raw);
}

type FieldProblem = Pick<UnreadableRow, 'field' | 'problem'>;
type Field<T> = { ok: true; value: T } | { ok: false; problem: FieldProblem };

const bad = (field: string, problem: UnreadableRow['problem']) => ({
  ok: false as const,
  problem: { field, problem },
});

/** Beyond any sale, and small enough that hundreds of them add up inside the database's 64-bit numbers. */
const LARGEST_MINOR = 10n ** 16n;

/** parseMoney, and no amount the database could not hold: one nonsense row must not fail the whole list. */
export function readMoney(decimal: string, currency: string): MoneyResult {
  const read = parseMoney(decimal, currency);
  const fits = !read.ok || (read.value.minor <= LARGEST_MINOR && read.value.minor >= -LARGEST_MINOR);
  return fits ? read : { ok: false, problem: 'not-a-decimal' };
}

const LONG_DECIMAL = /^-?\d{1,18}\.\d{1,80}$/;

/**
 * The decimal without the noise of a binary float ("1234.5600000000002" is "1234.56"), or null: further than a millionth of a
 * minor unit from any is another amount, which nobody may round. Done on the digits, never with a float.
 */
export function withoutFloatNoise(decimal: string, currency: string): string | null {
  const scale = currencyScale(currency);
  if (scale === null || !LONG_DECIMAL.test(decimal)) return null;
  const [whole = '', fraction = ''] = decimal.replace('-', '').split('.');
  if (fraction.length <= scale) return null;
  const unit = 10n ** BigInt(fraction.length - scale);
  const digits = BigInt(whole + fraction);
  const above = digits % unit;
  const isUp = above * 2n > unit;
  if ((isUp ? unit - above : above) * 1_000_000n > unit) return null;
  const minor = digits / unit + (isUp ? 1n : 0n);
  return toDecimal({ minor: decimal.startsWith('-') ? -minor : minor, currency });
}

/** An amount that must be there, with its currency: a JSON number or a decimal string, never rounded. */
export function requiredMoney(object: Obj, field: string, currencyField: string): Field<Money> {
  const currency = text(object, currencyField);
  if (currency === null) return bad(currencyField, 'missing');
  const raw = object[field];
  if (raw === undefined || raw === null || (typeof raw === 'string' && ['', 'NA'].includes(raw.trim())))
    return bad(field, 'missing');
  if (!(raw instanceof NumberText) && typeof raw !== 'string') return bad(field, 'wrong-type');
  const read = readMoney(raw instanceof NumberText ? raw.text : raw.trim(), currency);
  if (read.ok) return read;
  return bad(read.problem === 'unknown-currency' ? currencyField : field, read.problem);
}

/** requiredMoney that reads through the noise of a binary float, and says so. */
export function requiredMoneyOfFloat(
  object: Obj,
  field: string,
  currencyField: string,
): Field<{ amount: Money; isNoisy: boolean }> {
  const exact = requiredMoney(object, field, currencyField);
  if (exact.ok) return { ok: true, value: { amount: exact.value, isNoisy: false } };
  const decimal = text(object, field);
  const clean = decimal && withoutFloatNoise(decimal, text(object, currencyField) ?? '');
  if (!clean) return exact;
  const read = requiredMoney({ ...object, [field]: clean }, field, currencyField);
  return read.ok ? { ok: true, value: { amount: read.value, isNoisy: true } } : exact;
}

/** An amount that may be missing: null when it is, or when it cannot be read exactly. */
export function optionalMoney(object: Obj, field: string, currency: string): Money | null {
  const raw = text(object, field);
  if (raw === null) return null;
  const read = readMoney(raw, currency);
  return read.ok ? read.value : null;
}

export const list = (value: unknown): unknown[] | null => (Array.isArray(value) ? value : null);

/** The list under `field`, or none: for a list that may be missing. */
export const listIn = (object: Obj, field: string): unknown[] => list(object[field]) ?? [];

/** The object under `field`, or null. */
export function objectIn(object: Obj, field: string): Obj | null {
  const value = object[field];
  return isObject(value) ? value : null;
}

/** True or false, or null for anything else. */
export function flag(object: Obj, field: string): boolean | null {
  const value = object[field];
  return typeof value === 'boolean' ? value : null;
}

/** The texts of a list; entries of another type, and identifiers too long to be some, are left out. */
export const texts = (object: Obj, field: string): string[] => {
  const given = listIn(object, field).filter((value) => typeof value === 'string');
  return isIdentifier(field)
    ? given.filter((value) => value.length <= LONGEST_IDENTIFIER)
    : given.map((value) => shownText(value));
};

/** optionalMoney, where the currency itself may be missing. */
export const moneyIn = (object: Obj, field: string, currency: string | null): Money | null =>
  currency === null ? null : optionalMoney(object, field, currency);

/** A word that the gateway writes in either case (`unpaid`, `UNPAID`); an unknown one is kept as it came. */
export function openEnumOfAnyCase<T extends string>(
  object: Obj,
  field: string,
  known: readonly T[],
): OpenEnum<T> | null {
  const raw = text(object, field);
  if (raw === null) return null;
  const read = readOpenEnum(known, raw.toUpperCase());
  return read.kind === 'known' ? read : { kind: 'unknown', raw };
}

/** One dated state of a record's history: `{status, date}` (§2.2) or `{status, at}` (assumed). */
export type Dated<T extends string> = { status: OpenEnum<T>; at: GatewayTimestamp | null };

export const historyOf = <T extends string>(
  object: Obj,
  field: string,
  known: readonly T[],
  dateField: 'date' | 'at',
): Dated<T>[] =>
  listIn(object, field)
    .filter(isObject)
    .flatMap((entry) => {
      const status = openEnum(entry, 'status', known);
      return status === null ? [] : [{ status, at: timestamp(entry, dateField) }];
    });

/** An amount on the wire: a JSON number with all decimals of its currency. */
export const numberOf = (amount: Money): NumberText => new NumberText(toDecimal(amount));
