/** The places of a list's rows as columns, and how well each fits a word of ours. */
import { currencyScale } from '#shared/money/currencies.ts';
import { readGatewayTimestamp } from '#shared/time/gateway-timestamp.ts';
import { isObject, list, text, withoutFloatNoise, type Obj } from '../fields.ts';
import { masked } from './evidence.ts';
import type { Field, Fields } from './form.ts';
import { placesIn, spelt, valueAt, type Path } from './shape.ts';

/** One place in all rows. */
export type Column = {
  readonly key: string;
  readonly at: Path;
  readonly values: readonly unknown[];
  /** As text; null where it has none. */
  readonly texts: readonly (string | null)[];
  /** In millionths; null where it is no number. */
  readonly millionths: readonly (bigint | null)[];
};

const DECIMAL = /^(-?)(\d{1,16})(?:\.(\d{1,40}))?$/;
/** The digits of a decimal, exactly, without the noise of a float. Any currency's decimals fit into six. */
function millionthsOf(written: string | null): bigint | null {
  const clean = written === null ? null : (withoutFloatNoise(written, 'EGP') ?? written);
  const match = clean === null ? null : DECIMAL.exec(clean);
  if (!match || /[1-9]/.test((match[3] ?? '').slice(6))) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -digits : digits;
}

export function columnsOf(rows: readonly Obj[]): Column[] {
  return placesIn(rows).map((at) => {
    const values = rows.map((row) => valueAt(row, at));
    const texts = values.map((value) => text({ value }, 'value'));
    return { key: JSON.stringify(at), at, values, texts, millionths: texts.map(millionthsOf) };
  });
}

const EXAMPLES = 3;
/** The first three different values, masked. */
export function examplesOf({ at, values, texts }: Column): string[] {
  const found = new Set<string>();
  for (const [index, value] of values.entries()) {
    const written =
      texts[index] ??
      (Array.isArray(value) ? `[${value.length}]` : typeof value === 'boolean' ? String(value) : null);
    if (written !== null) found.add(masked(at, written));
    if (found.size === EXAMPLES) break;
  }
  return [...found];
}

const EPOCH_S = [1_300_000_000, 2_500_000_000] as const;
/** Whether every number is seconds or milliseconds since 1970, of our time. */
export function epochOf({ texts }: Column): 's' | 'ms' | null {
  const numbers = texts.flatMap((one) => (one === null ? [] : [one]));
  if (numbers.length === 0 || !numbers.every((one) => /^\d{10,13}(\.\d+)?$/.test(one))) return null;
  const isIn = (factor: number) =>
    numbers.every((one) => Number(one) >= EPOCH_S[0] * factor && Number(one) <= EPOCH_S[1] * factor);
  return isIn(1) ? 's' : isIn(1_000) ? 'ms' : null;
}

const given = (texts: readonly (string | null)[]): string[] => texts.filter((one) => one !== null);
const isDated = (one: string): boolean =>
  readGatewayTimestamp(one).kind === 'instant' || /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(one);

/** Whether the values of a column may be those of a field. */
export function fits(column: Column, { kind }: Field): boolean {
  const texts = given(column.texts);
  const isPresent = column.values.some((value) => value !== undefined && value !== null);
  if (kind === 'any') return isPresent;
  if (kind === 'ids')
    return (
      isPresent &&
      column.values.every(
        (value) => value === undefined || list(value)?.every((one) => typeof one === 'string'),
      )
    );
  if (texts.length === 0) return false;
  switch (kind) {
    case 'id':
      return texts.length === column.values.length && new Set(texts).size === texts.length;
    case 'text':
      return true;
    case 'date':
      return epochOf(column) !== null || texts.every(isDated);
    case 'state':
      return new Set(texts).size <= 12 && texts.every((one) => /\p{L}/u.test(one));
    case 'currency':
      return texts.every((one) => currencyScale(one) !== null);
    case 'count':
      return texts.every((one) => /^\d{1,9}$/.test(one));
    case 'amount':
      return column.millionths.filter((one) => one !== null).length === texts.length;
  }
}

/** `amount.value` and `net.minor` are named by what they are in. */
const GENERIC = ['value', 'amount', 'minor', 'units', 'major', 'decimal'];
function namesOf(at: Path): string[] {
  const last = at.at(-1) ?? '';
  const before = at.at(-2);
  const isGeneric = before !== undefined && GENERIC.includes(last.toLowerCase());
  const names = isGeneric
    ? [before]
    : [last, ...(before === undefined ? [] : [before + last, last + before])];
  return [...names, at.join('')].map(spelt);
}

const OWN = 100;
const SAFE = 80;
/** How much the name of a place says that it is this word: 0 nothing. */
export function scoreOf(at: Path, word: string, { names = [], maybe = [] }: Field): number {
  const given = namesOf(at);
  if (given.includes(spelt(word))) return OWN - (at.length - 1);
  const best = (list: readonly string[], most: number) => {
    const index = list.findIndex((one) => given.includes(spelt(one)));
    return index === -1 ? 0 : most - index;
  };
  return best(names, SAFE) || best(maybe, SAFE - 25);
}

/** Under its own name, in our own place. */
export const isOwnName = (at: Path, word: string): boolean =>
  at.length === 1 && spelt(at[0] ?? '') === spelt(word);
/** Under a name that is read before anything is learnt. */
export const isSafeName = (at: Path, word: string, { names = [] }: Field): boolean =>
  at.length === 1 && [word, ...names].some((one) => spelt(one) === spelt(at[0] ?? ''));

/** Gives each word the column that fits its name best; no column twice. */
export function byName(
  columns: readonly Column[],
  fields: Fields,
  words: readonly string[],
): Map<string, Column> {
  const pairs = words.flatMap((word) => {
    const field = fields[word];
    if (field === undefined) return [];
    return columns.flatMap((column) => {
      const score = scoreOf(column.at, word, field);
      return score > 0 && fits(column, field) ? [{ word, column, score }] : [];
    });
  });
  const found = new Map<string, Column>();
  const taken = new Set<string>();
  for (const { word, column } of pairs.sort((a, b) => b.score - a.score)) {
    if (found.has(word) || taken.has(column.key)) continue;
    found.set(word, column);
    taken.add(column.key);
  }
  return found;
}

export const objectsIn = (values: readonly unknown[]): Obj[] => values.filter(isObject);
