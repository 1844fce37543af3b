/**
 * The one reader of answers that the document leaves open: puts an answer into our own form, by the shape that was learnt, or by
 * what can be seen of it without a guess. The decoders stay typed and strict after it.
 */
import { currencyScale } from '#shared/money/currencies.ts';
import { toDecimal } from '#shared/money/money.ts';
import { isObject, list, text, withoutFloatNoise, type Obj } from '../fields.ts';
import { NumberText } from '../json.ts';
import { ENOUGH_ROWS, hasDecimals, isAboveZero, sumVerdict } from './arithmetic.ts';
import type { Fields, OpenForm, Part } from './form.ts';
import { locate } from './locate.ts';
import { plainShape } from './plain-shape.ts';
import { spelt, valueAt, type Path, type Shape } from './shape.ts';
import { readFrom } from './source.ts';

export type FormProblem =
  | 'no-list'
  | 'two-lists'
  /** An empty list under another name than ours: it may be a list of something else. */
  | 'empty'
  /** It is not what was learnt: another place, another unit, or sums that do not hold any more. */
  | 'changed';
type InOurForm =
  | { readonly ok: true; readonly body: Obj; readonly noisy: number }
  | { readonly ok: false; readonly problem: FormProblem };

type Reading = { readonly shape: Shape; readonly amounts: ReadonlySet<string>; noisy: number };

/** An amount as a decimal text of its currency; as it is where it cannot be read so, and the decoder says so. */
function readAmount(value: unknown, currency: string | null, reading: Reading): unknown {
  const written = text({ value }, 'value');
  const scale = currency === null ? null : currencyScale(currency);
  const isMinor = reading.shape.unit === 'minor';
  if (written === null || currency === null || scale === null) return isMinor ? undefined : value;
  if (isMinor)
    return /^-?\d{1,16}$/.test(written)
      ? new NumberText(toDecimal({ minor: BigInt(written), currency }))
      : undefined;
  const clean = withoutFloatNoise(written, currency);
  if (clean === null) return value;
  reading.noisy += 1;
  return new NumberText(clean);
}

function readDate(value: unknown, unit: 's' | 'ms' | undefined): unknown {
  const written = text({ value }, 'value');
  if (unit === undefined || written === null || !/^\d{9,14}(\.\d+)?$/.test(written)) return value;
  const [whole = ''] = written.split('.');
  const atMs = Number(whole) * (unit === 's' ? 1_000 : 1);
  return Number.isNaN(new Date(atMs).getTime()) ? value : new Date(atMs).toISOString();
}

function readState(
  value: unknown,
  values: readonly string[],
  words: Readonly<Record<string, string>>,
): unknown {
  const said = text({ value }, 'value');
  if (said === null || values.includes(said)) return value;
  const capitals = said.toUpperCase().replaceAll(/[\s-]/g, '_');
  return values.includes(capitals) ? capitals : (words[capitals] ?? value);
}

type Places = Readonly<Record<string, Path>>;

/** One row in our words; the gateway's other fields stay beside them. `before`: `part.` for a row of a part. */
function ourRow(
  row: Obj,
  fields: Fields,
  places: Places,
  reading: Reading,
  before: string,
  outer: string | null,
): Obj {
  const { shape, amounts } = reading;
  const ours: Obj = { ...row };
  for (const [name, { kind, values = [], words = {} }] of Object.entries(fields)) {
    const at = places[name];
    const value = at === undefined ? undefined : valueAt(row, at);
    if (kind === 'date') ours[name] = readDate(value, shape.epochs[before + name]);
    else if (kind === 'state') ours[name] = readState(value, values, { ...words, ...shape.states });
    else ours[name] = value;
  }
  const currency = text(ours, 'currency') ?? outer ?? shape.currency;
  if ('currency' in fields && text(ours, 'currency') === null && shape.currency !== null)
    ours['currency'] = shape.currency;
  for (const [name, { kind }] of Object.entries(fields))
    if (kind === 'amount')
      ours[name] = amounts.has(before + name) ? readAmount(ours[name], currency, reading) : undefined;
  return readFrom(row, ours);
}

/** A part of a row or of the answer, under our name. */
function ourPart(name: string, part: Part, given: unknown, reading: Reading, outer: string | null): unknown {
  const places = reading.shape.parts[name]?.fields ?? {};
  const one = (value: unknown) =>
    isObject(value) ? ourRow(value, part.fields, places, reading, `${name}.`, outer) : value;
  return part.many ? list(given)?.map(one) : one(given);
}

/** `source`: the row as it came. In ours a part under another name is not given yet. */
function withParts(row: Obj, source: Obj, form: OpenForm, reading: Reading): Obj {
  for (const [name, part] of Object.entries(form.parts ?? {})) {
    if (part.in !== 'row') continue;
    const at = reading.shape.parts[name]?.at;
    row[name] =
      at === undefined ? undefined : ourPart(name, part, valueAt(source, at), reading, text(row, 'currency'));
  }
  return row;
}

type AmountPlace = { readonly name: string; readonly at: Path };
const amountPlaces = (fields: Fields, places: Places, before: Path = []): AmountPlace[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => {
    const at = places[name];
    return kind === 'amount' && at !== undefined ? [{ name, at: [...before, ...at] }] : [];
  });

/** Of a row; where it has no amounts of its own, those of the objects in it. */
function placesOfAmounts({ fields, parts = {} }: OpenForm, shape: Shape): AmountPlace[] {
  const own = amountPlaces(fields, shape.fields);
  if (own.length > 0) return own;
  return Object.entries(parts).flatMap(([name, part]) => {
    const there = shape.parts[name];
    const isInRow = part.in === 'row' && !part.many && there !== undefined;
    return isInRow ? amountPlaces(part.fields, there.fields, there.at) : [];
  });
}

/** Whether nothing in these rows says that their amounts may be minor units, a hundred times too much. */
function isExact(rows: readonly Obj[], form: OpenForm, shape: Shape): boolean {
  const places = placesOfAmounts(form, shape);
  if (places.length === 0) return true;
  if (rows.some((row) => places.some(({ at }) => hasDecimals(valueAt(row, at))))) return true;
  const isOurs =
    spelt(shape.at.join('.')) === spelt(form.at.join('.')) &&
    places.every(({ name, at }) => at.at(-1) === name);
  const vat = shape.fields['vatAmount'];
  const withVat = vat === undefined ? 0 : rows.filter((row) => isAboveZero(valueAt(row, vat))).length;
  return isOurs && withVat < ENOUGH_ROWS;
}

/** Counts the rows that break a sum of this form, and those in which it holds the other way round. */
function against(rows: readonly Obj[], form: OpenForm): { swapped: number; broken: number; judged: number } {
  const found = { swapped: 0, broken: 0, judged: 0 };
  for (const sum of form.sums)
    for (const row of rows) {
      const verdict = sumVerdict(row, sum);
      if (verdict === null) continue;
      found.judged += 1;
      if (verdict === 'swapped') found.swapped += 1;
      if (verdict !== 'holds') found.broken += 1;
    }
  return found;
}

/** Tells a row that the gateway corrected from another shape: in another shape many rows break the sum. */
const isManyOf = (broken: number, judged: number): boolean => broken >= ENOUGH_ROWS || broken * 10 > judged;

type Placed = { readonly rows: readonly unknown[]; readonly shape: Shape };

function placed(form: OpenForm, learnt: Shape | null, body: Obj, askedPage: number): Placed | FormProblem {
  if (learnt !== null) {
    const found = valueAt(body, learnt.at);
    const rows = form.one ? (isObject(found) ? [found] : null) : list(found);
    return rows === null ? 'changed' : { rows, shape: learnt };
  }
  const located = locate(body, form);
  if (!located.ok) return located.problem;
  const { rows, at } = located;
  const isElsewhere = at.join('.') !== form.at.join('.');
  if (isElsewhere && rows.length === 0 && askedPage === 1) return 'empty';
  return { rows, shape: plainShape(form, body, at, rows) };
}

/** Whether a word that every row must have is in none of them. */
const lacksAll = (rows: readonly Obj[], form: OpenForm): boolean =>
  rows.length > 0 &&
  Object.entries(form.fields).some(
    ([name, { must, kind }]) => must && kind !== 'amount' && rows.every((row) => text(row, name) === null),
  );

const withoutAmounts = (reading: Reading): Reading => ({ ...reading, amounts: new Set(), noisy: 0 });

/** Reads the rows; null if what was learnt of them does not hold any more. */
function readRows(
  form: OpenForm,
  rows: readonly unknown[],
  start: Reading,
  isLearnt: boolean,
): { rows: unknown[]; reading: Reading } | null {
  const read = (reading: Reading) =>
    rows.map((row) =>
      isObject(row)
        ? withParts(ourRow(row, form.fields, reading.shape.fields, reading, '', null), row, form, reading)
        : row,
    );
  const objects = rows.filter(isObject);
  if (!isLearnt && !isExact(objects, form, start.shape)) {
    const reading = withoutAmounts(start);
    return { rows: read(reading), reading };
  }
  const ours = read(start);
  const readable = ours.filter(isObject);
  const { swapped, broken, judged } = against(readable, form);
  if (!isLearnt) {
    if (swapped < ENOUGH_ROWS) return { rows: ours, reading: start };
    const reading = withoutAmounts(start);
    return { rows: read(reading), reading };
  }
  const changedUnit =
    start.shape.unit === 'major' && start.shape.sumsHold && isWholeNow(objects, form, start.shape);
  const isBroken = start.shape.sumsHold && broken > 0 && isManyOf(broken, judged);
  if (changedUnit || isBroken || lacksAll(readable, form)) return null;
  if (start.shape.sumsHold && broken > 0)
    for (const row of readable)
      if (form.sums.some((sum) => sumVerdict(row, sum) === 'broken' || sumVerdict(row, sum) === 'swapped'))
        for (const name of start.amounts) row[name] = undefined;
  return { rows: ours, reading: start };
}

/** Amounts that had decimals when they were learnt, and in several rows with VAT none any more. */
function isWholeNow(rows: readonly Obj[], form: OpenForm, shape: Shape): boolean {
  const places = amountPlaces(form.fields, shape.fields);
  const vat = shape.fields['vatAmount'];
  return (
    vat !== undefined &&
    rows.filter((row) => isAboveZero(valueAt(row, vat))).length >= ENOUGH_ROWS &&
    !rows.some((row) => places.some(({ at }) => hasDecimals(valueAt(row, at))))
  );
}

function put(body: Obj, at: Path, value: unknown): void {
  let object = body;
  for (const name of at.slice(0, -1)) {
    const inner = object[name];
    const next: Obj = isObject(inner) ? { ...inner } : {};
    object[name] = next;
    object = next;
  }
  const last = at.at(-1);
  if (last !== undefined) object[last] = value;
}

/** Puts an answer into our own form. `learnt`: null where nothing was learnt of it. */
export function inOurForm(form: OpenForm, learnt: Shape | null, body: Obj, askedPage = 1): InOurForm {
  const found = placed(form, learnt, body, askedPage);
  if (typeof found === 'string') return { ok: false, problem: found };
  const { shape } = found;
  const start: Reading = { shape, amounts: new Set(shape.amounts), noisy: 0 };
  const read = readRows(form, found.rows, start, learnt !== null);
  if (read === null) return { ok: false, problem: 'changed' };
  const { rows, reading } = read;
  const currencies = new Set(rows.filter(isObject).map((row) => text(row, 'currency')));
  const only = currencies.size === 1 ? ([...currencies][0] ?? null) : null;
  const ours: Obj = { ...body };
  put(ours, form.at, form.one ? rows[0] : rows);
  for (const [name, part] of Object.entries(form.parts ?? {})) {
    const at = shape.parts[name]?.at;
    if (part.in === 'answer')
      ours[name] = at === undefined ? undefined : ourPart(name, part, valueAt(body, at), reading, only);
  }
  if (!form.one) {
    const { total, pages, more } = shape.paging;
    const at = (path: Path | undefined) => (path === undefined ? undefined : valueAt(body, path));
    ours['pagination'] = { total: at(total), pages: at(pages), more: at(more) };
  }
  return { ok: true, body: ours, noisy: reading.noisy };
}
