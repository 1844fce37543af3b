/** Proves words of an answer by more than their names: by known amounts, the rows of a window, or the order of dates. */
import { list, text, type Obj } from '../fields.ts';
import { hasDecimals, isAboveZero, ENOUGH_ROWS } from './arithmetic.ts';
import { isOwnName, type Column } from './columns.ts';
import { ENOUGH_FOR_PROOF, type Evidence } from './evidence.ts';
import type { Fields, Part } from './form.ts';
import type { Shape } from './shape.ts';
import { evidenceOf, type FoundWords, type Known } from './found-words.ts';

export type Unit = { readonly unit: Shape['unit']; readonly evidence: Evidence | null };

/** Whether the amounts are in major or in minor units, and how that is known. */
export function unitOf(found: FoundWords, fields: Fields, rows: readonly Obj[], known: Known): Unit {
  const amounts = [...found].filter(([word]) => fields[word]?.kind === 'amount');
  const [first] = amounts;
  if (first === undefined) return { unit: 'major', evidence: null };
  const { column } = first[1];
  const written = amounts.reduce((sum, [, one]) => sum + one.column.values.filter(hasDecimals).length, 0);
  if (written > 0)
    return {
      unit: 'major',
      evidence: { ...evidenceOf(column, 'proven', 'decimals', Math.min(written, rows.length)) },
    };
  const compared = comparedWithKnown(found, rows, known);
  if (compared.minor >= ENOUGH_ROWS && compared.major === 0)
    return { unit: 'minor', evidence: evidenceOf(column, 'proven', 'known', compared.minor) };
  if (compared.major >= ENOUGH_ROWS && compared.minor === 0)
    return { unit: 'major', evidence: evidenceOf(column, 'proven', 'known', compared.major) };
  const vat = found.get('vatAmount')?.column.values.filter(isAboveZero).length ?? 0;
  if (vat >= ENOUGH_ROWS) return { unit: 'minor', evidence: evidenceOf(column, 'fits', 'values', vat) };
  const isOwn = amounts.every(([word, one]) => isOwnName(one.column.at, word));
  return {
    unit: 'major',
    evidence: evidenceOf(column, isOwn ? 'fits' : 'not-proven', isOwn ? 'own-name' : 'values', 0),
  };
}

const HUNDREDTHS = 10_000n;

/** Counts the rows whose amount is known from elsewhere: it is the same here in minor units, in major units, or in neither. */
function comparedWithKnown(
  found: FoundWords,
  rows: readonly Obj[],
  known: Known,
): { minor: number; major: number; other: number } {
  const whole = (found.get('amount') ?? found.get('grossAmount'))?.column;
  const count = { minor: 0, major: 0, other: 0 };
  if (whole === undefined || known.amounts.size === 0) return count;
  const keys = ['transactionId', 'merchantOrderId', 'refNumber'].flatMap(
    (word) => found.get(word)?.column ?? [],
  );
  rows.forEach((_row, index) => {
    const value = whole.millionths[index];
    const minor = keys
      .map(({ texts }) => known.amounts.get(texts[index] ?? ''))
      .find((one) => one !== undefined);
    if (minor === undefined || minor === 0n || value === null || value === undefined) return;
    const size = value < 0n ? -value : value;
    if (size === minor * 1_000_000n) count.minor += 1;
    else if (size === minor * HUNDREDTHS) count.major += 1;
    else count.other += 1;
  });
  return count;
}

/** Proves an amount that is in no sum, by the same amount elsewhere. */
export function proveByKnown(
  found: FoundWords,
  rows: readonly Obj[],
  known: Known,
  unit: Shape['unit'],
): void {
  const one = found.get('amount');
  if (one === undefined || one.evidence.proof === 'proven') return;
  const { minor, major, other } = comparedWithKnown(found, rows, known);
  const held = unit === 'minor' ? minor : major;
  if (held >= ENOUGH_FOR_PROOF && other === 0) one.evidence = evidenceOf(one.column, 'proven', 'known', held);
}

const OF_WINDOW = [
  ['grossAmount', 'gross'],
  ['feesAmount', 'fees'],
  ['vatAmount', 'vat'],
  ['netAmount', 'net'],
] as const;

/** Proves a window's amounts by its rows, if every row of it was read. */
export function proveByRows(
  found: FoundWords,
  free: readonly Column[],
  known: Known,
  unit: Shape['unit'],
): void {
  const ids = found.get('windowId')?.column.texts ?? [];
  const factor = unit === 'minor' ? 1_000_000n : HUNDREDTHS;
  for (const [word, part] of OF_WINDOW) {
    const before = found.get(word);
    if (before?.evidence.proof === 'proven') continue;
    const heldIn = (column: Column): number => {
      let held = 0;
      for (const [index, windowId] of ids.entries()) {
        const sums = windowId === null ? undefined : known.windows.get(windowId);
        const value = column.millionths[index];
        if (sums === undefined || value === null || value === undefined || sums.count < ENOUGH_FOR_PROOF)
          continue;
        if (value !== sums[part] * factor) return 0;
        held += 1;
      }
      return held;
    };
    const column = [...(before ? [before.column] : []), ...free].find((one) => heldIn(one) > 0);
    if (column) found.set(word, { column, evidence: evidenceOf(column, 'proven', 'rows', heldIn(column)) });
  }
}

/** Proves both dates of a window by their order: it opens before it closes. */
export function proveOrder(found: FoundWords): void {
  const [opens, closes] = [found.get('opensAt'), found.get('closesAt')];
  if (!opens || !closes) return;
  const isBefore = opens.column.texts.filter(
    (one, row) => one !== null && one <= (closes.column.texts[row] ?? ''),
  ).length;
  if (isBefore < opens.column.texts.length || isBefore < ENOUGH_ROWS) return;
  for (const one of [opens, closes]) one.evidence = evidenceOf(one.column, 'proven', 'order', isBefore);
}

/** Proves a summary's total, whatever its name, if it equals the sum of the rows. */
export function recount(
  words: FoundWords,
  columns: readonly Column[],
  part: Part,
  found: FoundWords,
  rows: number,
): void {
  const amount = found.get('amount')?.column;
  const total = Object.keys(part.fields).find((word) => part.fields[word]?.kind === 'amount');
  if (amount === undefined || total === undefined || rows < ENOUGH_FOR_PROOF) return;
  const sum = amount.millionths.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);
  const column = columns.find(({ millionths }) => millionths[0] === sum);
  if (column)
    words.set(total, { column, evidence: { ...evidenceOf(column, 'proven', 'recount', rows), of: rows } });
}

/** How often the total of some sales is what those sales come to, by amounts that are known from elsewhere. */
function ofSales(
  ids: Column,
  total: Column,
  { amounts }: Known,
): { minor: number; major: number; other: number } {
  const count = { minor: 0, major: 0, other: 0 };
  ids.values.forEach((value, row) => {
    const members = list(value) ?? [];
    const known = members.map((one) => amounts.get(text({ one }, 'one') ?? ''));
    const given = total.millionths[row];
    if (members.length === 0 || known.includes(undefined) || given === null || given === undefined) return;
    const sum = known.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);
    if (given === sum * 1_000_000n) count.minor += members.length;
    else if (given === sum * HUNDREDTHS) count.major += members.length;
    else count.other += members.length;
  });
  return count;
}

/** The total of some sales (`totalAmount` of `transactionIds`) is proven by those sales, under whatever name. */
export function proveBySales(
  words: FoundWords,
  columns: readonly Column[],
  { fields }: Part,
  known: Known,
): Unit | null {
  const ids = words.get('transactionIds')?.column;
  if (ids === undefined || fields['totalAmount'] === undefined) return null;
  const named = words.get('totalAmount')?.column;
  for (const column of [...(named ? [named] : []), ...columns]) {
    const { minor, major, other } = ofSales(ids, column, known);
    const held = minor + major;
    if (other > 0 || held === 0 || (minor > 0 && major > 0)) continue;
    const proof = held >= ENOUGH_FOR_PROOF ? 'proven' : 'fits';
    const evidence = { ...evidenceOf(column, proof, 'known', held), of: held };
    words.set('totalAmount', { column, evidence });
    return { unit: minor > 0 ? 'minor' : 'major', evidence };
  }
  return named === undefined ? null : unitOf(words, fields, [], known);
}
