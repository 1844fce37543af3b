/**
 * The shape of an answer of which nothing has been learnt: our own, in another envelope or in another spelling. Nothing that could
 * be a wrong sum is guessed: an amount is read under its own name only.
 */
import { isObject, type Obj } from '../fields.ts';
import type { Fields, OpenForm } from './form.ts';
import { pagingOf } from './locate.ts';
import { keySpelt, valueAt, type Path, type Shape } from './shape.ts';

/** One object with every key that any row has. */
function keysOf(rows: readonly unknown[]): Obj {
  const keys: Obj = {};
  for (const row of rows) if (isObject(row)) for (const key of Object.keys(row)) keys[key] ??= row[key];
  return keys;
}

function fieldsOf(rows: readonly unknown[], fields: Fields): Record<string, string[]> {
  const keys = keysOf(rows);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { names = [] }]) => {
      const key = [name, ...names].map((one) => keySpelt(keys, one)).find((one) => one !== null);
      return key === undefined ? [] : [[name, [key]]];
    }),
  );
}

const amountsOf = (fields: Fields, before = ''): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'amount' ? [before + name] : []));

/** All amounts of a form, those of its parts as `part.word`. */
const allAmounts = (form: OpenForm): string[] => [
  ...amountsOf(form.fields),
  ...Object.entries(form.parts ?? {}).flatMap(([part, { fields }]) => amountsOf(fields, `${part}.`)),
];

function partsOf(body: Obj, at: Path, rows: readonly unknown[], form: OpenForm): Shape['parts'] {
  const beside = valueAt(body, at.slice(0, -1));
  return Object.fromEntries(
    Object.entries(form.parts ?? {}).flatMap(([name, part]) => {
      const inAnswer = [body, beside]
        .filter(isObject)
        .map((object) => ({ object, at: object === body ? [] : at.slice(0, -1) }));
      const places = part.in === 'row' ? [{ object: keysOf(rows), at: [] as Path }] : inAnswer;
      const place = places.find(({ object }) => keySpelt(object, name) !== null);
      const key = place && keySpelt(place.object, name);
      if (!place || key === null || key === undefined) return [];
      const given =
        part.in === 'row' ? rows.filter(isObject).flatMap((row) => row[key]) : [place.object[key]];
      return [[name, { at: [...place.at, key], fields: fieldsOf(given, part.fields) }]];
    }),
  );
}

export const plainShape = (form: OpenForm, body: Obj, at: Path, rows: readonly unknown[]): Shape => ({
  at: [...at],
  fields: fieldsOf(rows, form.fields),
  parts: partsOf(body, at, rows, form),
  unit: 'major',
  currency: null,
  epochs: {},
  states: {},
  paging: form.one ? {} : pagingOf(body, at),
  amounts: allAmounts(form),
  sumsHold: false,
});
