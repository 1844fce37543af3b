/** Learns the shape of one operation from answers that came: where its rows are, which field is which, and how that is known. */
import { isObject, list, text, type Obj } from '../fields.ts';
import { hasDecimals, isAboveZero, ENOUGH_ROWS } from './arithmetic.ts';
import {
  byName,
  columnsOf,
  epochOf,
  examplesOf,
  fits,
  isOwnName,
  isSafeName,
  objectsIn,
  type Column,
} from './columns.ts';
import { ENOUGH_FOR_PROOF, type Evidence } from './evidence.ts';
import type { Fields, OpenForm, Part } from './forms.ts';
import { locate, pagingOf } from './locate.ts';
import { DEFAULT_CURRENCY, type Proposal } from './proposal.ts';
import { solveSum } from './solve-sums.ts';
import { keySpelt, valueAt, type Path, type Shape } from './shape.ts';

/** What is known without this answer. Amounts in minor units, by an id, an order or a reference. */
export type Known = {
  readonly ids: Readonly<Record<string, ReadonlySet<string>>>;
  readonly amounts: ReadonlyMap<string, bigint>;
  /** What the rows of a window come to, for windows of which every row was read. */
  readonly windows: ReadonlyMap<
    string,
    { readonly count: number } & Readonly<Record<'gross' | 'fees' | 'vat' | 'net', bigint>>
  >;
  /** The one currency of everything that is known. */
  readonly currency: string | null;
};
export const nothingKnown: Known = { ids: {}, amounts: new Map(), windows: new Map(), currency: null };

export type NotLearnt = 'no-list' | 'two-lists' | 'empty' | 'no-id';
type Learnt =
  { readonly ok: true; readonly proposal: Proposal } | { readonly ok: false; readonly problem: NotLearnt };

type Found = { column: Column; evidence: Evidence };
type FoundWords = Map<string, Found>;

const evidenceOf = (
  column: Column,
  proof: Evidence['proof'],
  by: Evidence['by'],
  held: number,
): Evidence => ({
  proof,
  by,
  held,
  of: column.values.length,
  examples: examplesOf(column),
});
const present = ({ values }: Column): number =>
  values.filter((value) => value !== undefined && value !== null).length;

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

/** Ids, dates, states, texts: by their names, and ids by what is known. */
function plainWords(columns: readonly Column[], fields: Fields, known: Known): FoundWords {
  const words = Object.keys(fields).filter((word) => fields[word]?.kind !== 'amount');
  const found: FoundWords = new Map();
  const named = byName(columns, fields, words);
  for (const word of words) {
    const field = fields[word];
    if (field === undefined) continue;
    const column =
      named.get(word) ??
      (field.must && field.kind === 'id' ? knownIds(columns, named, word, known) : undefined);
    if (column === undefined) continue;
    found.set(word, { column, evidence: plainEvidence(column, word, field, known) });
  }
  return found;
}

const knownIn = ({ texts }: Column, ids: ReadonlySet<string> | undefined): number =>
  ids === undefined ? 0 : texts.filter((one) => one !== null && ids.has(one)).length;

/** Finds a column whose ids are known from elsewhere. */
function knownIds(
  columns: readonly Column[],
  named: ReadonlyMap<string, Column>,
  word: string,
  known: Known,
): Column | undefined {
  const free = columns.filter(
    (column) => ![...named.values()].includes(column) && fits(column, { kind: 'id' }),
  );
  return free.find((column) => knownIn(column, known.ids[word]) >= ENOUGH_ROWS);
}

function plainEvidence(column: Column, word: string, field: Fields[string], known: Known): Evidence {
  const ids = knownIn(column, known.ids[word]);
  if (ids >= ENOUGH_ROWS) return evidenceOf(column, 'proven', 'known', ids);
  const count = present(column);
  if (isOwnName(column.at, word)) return evidenceOf(column, 'fits', 'own-name', count);
  const isSafe = field.kind === 'date' || field.kind === 'currency' || isSafeName(column.at, word, field);
  if (field.kind === 'currency') return evidenceOf(column, 'proven', 'values', count);
  if (field.kind === 'date') return evidenceOf(column, 'fits', 'values', count);
  return evidenceOf(column, isSafe ? 'fits' : 'not-proven', 'name', count);
}

const isFree = (taken: FoundWords) => (column: Column) =>
  ![...taken.values()].some((one) => one.column === column);

/** Amounts: by what they must come to, else by their names. */
function amountWords(
  columns: readonly Column[],
  fields: Fields,
  form: Pick<OpenForm, 'sums'>,
  taken: FoundWords,
): { found: FoundWords; sumsHold: boolean } {
  const found: FoundWords = new Map();
  const free = columns
    .filter(isFree(taken))
    .filter((column) => fits(column, { kind: 'amount' }) && epochOf(column) === null);
  let sumsHold = form.sums.length > 0;
  for (const sum of form.sums) {
    const open = free.filter(
      (column) =>
        ![...found].some(
          ([word, one]) => one.column === column && ![sum.whole, sum.rest, ...sum.less].includes(word),
        ),
    );
    const solved = solveSum(open, fields, sum);
    const isAgainst =
      solved &&
      [...solved.columns].some(([word, column]) => found.has(word) && found.get(word)?.column !== column);
    if (solved === null || isAgainst) {
      sumsHold &&= solved !== null;
      continue;
    }
    sumsHold &&= solved.held === solved.of;
    for (const [word, column] of solved.columns) {
      const isAlike = solved.alike.includes(word);
      const proof = isAlike ? 'fits' : solved.proof;
      const before = found.get(word);
      if (before?.evidence.proof === 'proven') continue;
      found.set(word, {
        column,
        evidence: evidenceOf(column, proof, isAlike ? 'size' : solved.by, solved.held),
      });
    }
  }
  const left = Object.keys(fields).filter((word) => fields[word]?.kind === 'amount' && !found.has(word));
  for (const [word, column] of byName(free.filter(isFree(found)), fields, left)) {
    const own = isOwnName(column.at, word);
    found.set(word, {
      column,
      evidence: evidenceOf(column, own ? 'fits' : 'not-proven', own ? 'own-name' : 'name', present(column)),
    });
  }
  return { found, sumsHold: sumsHold && form.sums.length > 0 };
}

type Unit = { readonly unit: Shape['unit']; readonly evidence: Evidence | null };

/** Whether the amounts are in major or in minor units, and how that is known. */
function unitOf(found: FoundWords, fields: Fields, rows: readonly Obj[], known: Known): Unit {
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
function proveByKnown(found: FoundWords, rows: readonly Obj[], known: Known, unit: Shape['unit']): void {
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
function proveByRows(found: FoundWords, free: readonly Column[], known: Known, unit: Shape['unit']): void {
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
function proveOrder(found: FoundWords): void {
  const [opens, closes] = [found.get('opensAt'), found.get('closesAt')];
  if (!opens || !closes) return;
  const isBefore = opens.column.texts.filter(
    (one, row) => one !== null && one <= (closes.column.texts[row] ?? ''),
  ).length;
  if (isBefore < opens.column.texts.length || isBefore < ENOUGH_ROWS) return;
  for (const one of [opens, closes]) one.evidence = evidenceOf(one.column, 'proven', 'order', isBefore);
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
  const words = plainWords(columns, part.fields, {
    ids: {},
    amounts: new Map(),
    windows: new Map(),
    currency: null,
  });
  for (const [word, one] of amountWords(columns, part.fields, { sums: [] }, words).found)
    words.set(word, one);
  if (name === 'summary') recount(words, columns, part, found, rows.length);
  return { at: place, words, unit: proveBySales(words, columns, part, known) };
}

/** A summary's total is what the rows come to: then it is proven, under whatever name. */
function recount(
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
function proveBySales(
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
