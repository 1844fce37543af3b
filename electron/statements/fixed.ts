/** The common parts of formats with fixed records: records by line, fields by place, days and amounts of digits. */
import { currencyScale } from '#shared/money/currencies.ts';
import { textOf, type Place } from './decode.ts';
import type { ImportEncoding } from '#shared/domain/statement.ts';
import { StatementError } from './statement-error.ts';

/** No record is longer in a file that is one. */
const LONGEST = 100_000;

/** `isLast`: nothing ends it, not even its line. */
export type Record = { readonly text: string; readonly line: number; readonly isLast?: boolean };

/** Lines with something in them; what frames a file on its way is dropped. */
export function* recordsOf(place: Place, encoding: ImportEncoding): Generator<Record> {
  let rest = '';
  let line = 0;
  const read = function* (lines: readonly string[], isEnd: boolean): Generator<Record> {
    for (const [index, whole] of lines.entries()) {
      line += 1;
      // oxlint-disable-next-line no-control-regex
      const text = whole.replace(/[\u0000-\u0003\u001A\uFEFF]/g, '');
      if (text.trim() !== '') yield { text, line, isLast: isEnd && index === lines.length - 1 };
    }
  };
  for (const piece of textOf(place, encoding)) {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw new StatementError('broken');
    yield* read(lines, false);
  }
  yield* read(rest.split(/\r\n|\n|\r/), true);
}

/** The field from place `from` to place `to`, counted from 1 as the layouts do; without its filling. */
export const at = ({ text }: Record, from: number, to: number): string => text.slice(from - 1, to).trim();

const year = (yy: string) => (Number(yy) >= 80 ? 1900 : 2000) + Number(yy);
/** Six digits of a day in one of the two orders; empty if there are none, as written where they are no day. */
export function dayOf(text: string, order: 'dmy' | 'ymd'): string {
  if (text === '' || text === '000000') return '';
  const parts = /^(\d\d)(\d\d)(\d\d)$/.exec(text);
  if (!parts) return text;
  const [, a = '', b = '', c = ''] = parts;
  return order === 'dmy' ? `${year(c)}-${b}-${a}` : `${year(a)}-${b}-${c}`;
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** Digits with `decimals` places to minor units of the currency; null if they are no such amount. */
export function minorOfDigits(digits: string, decimals: number, currency: string): bigint | null {
  const scale = currencyScale(currency);
  if (scale === null || !/^\d{1,18}$/.test(digits)) return null;
  const value = BigInt(digits);
  if (scale >= decimals) return value * 10n ** BigInt(scale - decimals);
  const most = 10n ** BigInt(decimals - scale);
  return value % most === 0n ? value / most : null;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Each once, without what says that there is none. */
export const named = (...texts: readonly string[]): string[] => [
  ...new Set(
    texts.map((text) => oneLine(text)).filter((text) => !/^(|0+|NOTPROVIDED|NONREF|NOREF)$/i.test(text)),
  ),
];
