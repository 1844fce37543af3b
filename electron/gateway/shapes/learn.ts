/** Learns the shape of one operation from answers that came: where its rows are, which field is which, and how that is known. */
import { isObject, list, type Obj } from '../fields.ts';
import { columnsOf, epochOf, examplesOf, fits, objectsIn } from './columns.ts';
import type { Evidence } from './evidence.ts';
import type { OpenForm, Part } from './form.ts';
import { locate, pagingOf } from './locate.ts';
import { DEFAULT_CURRENCY, type Proposal } from './proposal.ts';
import { keySpelt, valueAt, type Path, type Shape } from './shape.ts';
import { amountWords, isFree, nothingKnown, plainWords, type FoundWords, type Known } from './found-words.ts';
import { proveByKnown, proveByRows, proveBySales, proveOrder, recount, unitOf, type Unit } from './prove.ts';

export type NotLearnt = 'no-list' | 'two-lists' | 'empty' | 'no-id';

type Learnt =
  | { readonly ok: true; readonly proposal: Proposal }
  | { readonly ok: false; readonly problem: NotLearnt };

/** The rows, or the records of several answers, and where they are. */
function rowsOf(form: OpenForm, bodies: readonly Obj[]): { at: Path; rows: Obj[] } | NotLearnt {
  const [first] = bodies;
  if (first === undefined) return 'no-list';
  const located = locate(first, form);
  if (!located.ok && (located.problem === 'two-lists' || form.isStated || form.one)) return located.problem;
  const at = located.ok ? located.at : onlyListIn(first);
  if (at === null) return 'no-list';
  const rows = bodies.flatMap((body) => {
    const value = valueAt(body, at);
    return objectsIn(form.one ? [value] : (list(value) ?? []));
  });
  return rows.length === 0 ? 'empty' : { at, rows };
}

/** The one list of objects of an answer, whatever its name. */
function onlyListIn(body: Obj): Path | null {
  const found: Path[] = [];
  const look = (object: Obj, before: Path): void => {
    for (const [key, value] of Object.entries(object)) {
      const at = [...before, key];
      if (isObject(value) && at.length < 3) look(value, at);
      else if (list(value)?.some(isObject)) found.push(at);
    }
  };
  look(body, []);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The parts of an answer, by their names; the total of a summary by recounting. */
function partOf(
  name: string,
  part: Part,
  rows: readonly Obj[],
  bodies: readonly Obj[],
  at: Path,
  found: FoundWords,
  known: Known,
): { at: Path; words: FoundWords; unit: Unit | null } | null {
  const [body] = bodies;
  if (body === undefined) return null;
  const inside = part.in === 'row' ? [rows[0]] : [valueAt(body, at.slice(0, -1)), body];
  const names = part.in === 'row' ? [name] : [name, `${name}s`, 'totals', 'meta'];
  const place = inside.filter(isObject).flatMap((object) => {
    const key = names.map((one) => keySpelt(object, one)).find((one) => one !== null);
    if (key === undefined || key === null) return [];
    return [part.in === 'row' ? [key] : object === body ? [key] : [...at.slice(0, -1), key]];
  })[0];
  if (place === undefined) return null;
  const given =
    part.in === 'row'
      ? rows.flatMap((row) => valueAt(row, place))
      : bodies.map((one) => valueAt(one, place)).slice(0, 1);
  const columns = columnsOf(objectsIn(given));
  if (columns.length === 0) return null;
  const words = plainWords(columns, part.fields, nothingKnown);
  for (const [word, one] of amountWords(columns, part.fields, { sums: [] }, words).found)
    words.set(word, one);
  if (name === 'summary') recount(words, columns, part, found, rows.length);
  return { at: place, words, unit: proveBySales(words, columns, part, known) };
}

function lacksMust(form: OpenForm, found: FoundWords): boolean {
  return Object.entries(form.fields).some(
    ([word, { must, kind }]) => must && kind === 'id' && !found.has(word),
  );
}

const placesOf = (found: FoundWords): Shape['fields'] =>
  Object.fromEntries([...found].map(([word, { column }]) => [word, [...column.at]]));

/** Words of a state that are ours in other words, and dates that are numbers. */
function valuesOf(found: FoundWords): Shape['epochs'] {
  return Object.fromEntries(
    [...found].flatMap(([word, { column }]) => {
      const epoch = epochOf(column);
      return epoch === null ? [] : [[word, epoch]];
    }),
  );
}

/** The unit of amounts that stand in parts only: the one that is known best. */
const unitOfParts = (units: readonly Unit[]): Unit =>
  units.find(({ evidence }) => evidence?.proof === 'proven') ?? units[0] ?? { unit: 'major', evidence: null };

/** `bodies`: the pages of one list, or several answers with one record each. */
export function learnShape(form: OpenForm, bodies: readonly Obj[], known: Known = nothingKnown): Learnt {
  const located = rowsOf(form, bodies);
  if (typeof located === 'string') return { ok: false, problem: located };
  const { at, rows } = located;
  const columns = columnsOf(rows);
  const found = plainWords(columns, form.fields, known);
  if (lacksMust(form, found)) return { ok: false, problem: 'no-id' };
  const amounts = amountWords(columns, form.fields, form, found);
  for (const [word, one] of amounts.found) found.set(word, one);
  const ofRows = unitOf(found, form.fields, rows, known);
  const { unit } = ofRows;
  proveByKnown(found, rows, known, unit);
  proveByRows(
    found,
    columns.filter(isFree(found)).filter((column) => fits(column, { kind: 'amount' })),
    known,
    unit,
  );
  proveOrder(found);
  const parts: Shape['parts'] = {};
  const ofParts: Unit[] = [];
  const evidence: Record<string, Evidence> = Object.fromEntries(
    [...found].map(([word, one]) => [word, one.evidence]),
  );
  for (const [name, part] of Object.entries(form.parts ?? {})) {
    const learnt = partOf(name, part, rows, bodies, at, found, known);
    if (learnt === null) continue;
    parts[name] = { at: [...learnt.at], fields: placesOf(learnt.words) };
    for (const [word, one] of learnt.words) evidence[`${name}.${word}`] = one.evidence;
    if (part.in === 'row') delete evidence[name];
    if (learnt.unit !== null) ofParts.push(learnt.unit);
  }
  const { unit: shown, evidence: ofUnit } = ofRows.evidence === null ? unitOfParts(ofParts) : ofRows;
  // An answer without a currency of its own is in that of the question, but piastres are counted by the currency.
  const hasCurrency = found.has('currency') || (!('currency' in form.fields) && shown === 'major');
  const [body = {}] = bodies;
  const shape: Shape = {
    at: [...at],
    fields: placesOf(found),
    parts,
    unit: shown,
    currency: hasCurrency || ofUnit === null ? null : (known.currency ?? DEFAULT_CURRENCY),
    epochs: valuesOf(found),
    states: {},
    paging: form.one ? {} : pagingOf(body, at),
    amounts: [],
    sumsHold: amounts.sumsHold,
  };
  const places = columns.map((column) => ({ at: [...column.at], examples: examplesOf(column) }));
  return { ok: true, proposal: { shape, evidence, unit: ofUnit, rows: rows.length, places } };
}
