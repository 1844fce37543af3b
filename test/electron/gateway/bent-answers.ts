/** Answers that are nearly good: a good one with fields changed, taken away or given twice, cut, nested deep, or no JSON. */
import fc from 'fast-check';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

const RAW_OPEN = '@@raw(';
const RAW_CLOSE = ')@@';
/** JSON text that no JavaScript value writes: numbers of odd spelling and size, deep nests. No quotes inside. */
const raw = (text: string): Json => `${RAW_OPEN}${text}${RAW_CLOSE}`;
const written = (value: Json): string =>
  JSON.stringify(value).replace(/"@@raw\(([^"]*?)\)@@"/g, (_match, text: string) => text);

const nest = (depth: number) => raw('['.repeat(depth) + ']'.repeat(depth));

const ODD_NUMBERS = [
  '1e400',
  '-1e400',
  '1E5',
  '1e2',
  '-0',
  '-0.01',
  '0.1e-7',
  '1.005',
  '0.30000000000000004',
  '99999999999999999999999999.99',
  '999999999999999999.99',
  '120.500000000000000000000000',
  '9007199254740993',
  '20',
].map(raw);

const ODD_WORDS: Json[] = [
  null,
  true,
  false,
  '',
  ' ',
  'NA',
  'FAILURE',
  'FAILED',
  'SUCCESS',
  'PENDING',
  'null',
  '12,50',
  '١٢٫٥٠',
  '0x10',
  'Infinity',
  'NaN',
  '-5',
  '20',
  '120.50',
  'EGP',
  'egp',
  'USD_VIRTUAL',
  'KWD',
  'XXQ',
  '__proto__',
  'constructor',
  '\u0000',
  '\ud800',
  'A-1',
  'A-2',
  'x'.repeat(5_000),
  [],
  {},
  [[]],
  [null],
  nest(150),
  nest(250),
];

const odd: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...ODD_NUMBERS),
  fc.constantFrom(...ODD_WORDS),
  fc.double().map((number) => raw(Number.isFinite(number) ? String(number) : '0')),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

export function pathsOf(value: Json, here: Path = []): Path[] {
  const inner =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, child]) => pathsOf(child, [...here, name]))
      : [];
  return here.length > 0 ? [here, ...inner] : inner;
}

/** A copy of `value` with what is at `path` replaced, or taken away where `by` is undefined. */
function edited(value: Json, [name, ...rest]: Path, by: Json | undefined): Json {
  if (name === undefined || typeof value !== 'object' || value === null) return by ?? value;
  if (Array.isArray(value)) {
    const copy = value.map((child, index) =>
      String(index) === String(name) && rest.length > 0 ? edited(child, rest, by) : child,
    );
    if (rest.length === 0) copy.splice(Number(name), 1, ...(by === undefined ? [] : [by]));
    return copy;
  }
  const entries = Object.entries(value).flatMap(([key, child]): [string, Json][] => {
    if (key !== String(name)) return [[key, child]];
    if (rest.length > 0) return [[key, edited(child, rest, by)]];
    return by === undefined ? [] : [[key, by]];
  });
  return Object.fromEntries(entries);
}

export type Bent = { text: string; how: 'whole' | 'cut' | 'doubled' | 'not-json' };

/** Bends of the JSON text `good`; about a third keep every field good. */
export function bentAnswers(good: string): fc.Arbitrary<Bent> {
  const value = JSON.parse(good) as Json;
  const paths = pathsOf(value);
  const edit = fc.tuple(fc.constantFrom(...paths), fc.option(odd, { nil: undefined, freq: 5 }));
  const changed = fc
    .array(edit, { maxLength: 3, minLength: 0 })
    .map((edits) => written(edits.reduce((whole, [path, by]) => edited(whole, path, by), value)));
  return fc.oneof(
    { weight: 7, arbitrary: changed.map((text): Bent => ({ text, how: 'whole' })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(changed, fc.double({ min: 0, max: 0.999, noNaN: true }))
        .map(([text, share]): Bent => ({ text: text.slice(0, Math.floor(text.length * share)), how: 'cut' })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(changed, fc.constantFrom(...paths), odd, fc.boolean())
        .map(([text, path, by, first]) => doubled(text, String(path[0]), written(by), first)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            '',
            ' ',
            'OK',
            '<html><body>',
            '\ufeff',
            '<!doctype html>\n',
            'null',
            '[]',
            '7',
            '"',
          ),
          changed,
        )
        .map(([before, text]): Bent => ({ text: before + text, how: 'not-json' })),
    },
  );
}

/** The same field twice at the top, with another value before or after the good one. */
function doubled(text: string, name: string, other: string, first: boolean): Bent {
  const field = `${JSON.stringify(name)}:${other}`;
  const isEmpty = /^\{\s*\}$/.test(text);
  if (isEmpty) return { text: `{${field},${field}}`, how: 'doubled' };
  const inserted = first ? `{${field},${text.slice(1)}` : `${text.slice(0, -1)},${field}}`;
  // The field may have been taken away: then it is there once.
  return { text: inserted, how: text.includes(`${JSON.stringify(name)}:`) ? 'doubled' : 'whole' };
}
