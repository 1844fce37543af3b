/** Finds which column of an answer is which of our words: by names, by known ids and, for amounts, by arithmetic. */
import { ENOUGH_ROWS } from './arithmetic.ts';
import { byName, epochOf, examplesOf, fits, isOwnName, isSafeName, type Column } from './columns.ts';
import type { Evidence } from './evidence.ts';
import type { Fields, OpenForm } from './form.ts';
import { solveSum } from './solve-sums.ts';

/** What is known from elsewhere. Amounts are in minor units, by an id, an order or a reference. */
export type Known = {
  readonly ids: Readonly<Record<string, ReadonlySet<string>>>;
  readonly amounts: ReadonlyMap<string, bigint>;
  /** The sums of a window's rows, for windows of which every row was read. */
  readonly windows: ReadonlyMap<
    string,
    { readonly count: number } & Readonly<Record<'gross' | 'fees' | 'vat' | 'net', bigint>>
  >;
  /** The one currency of everything that is known. */
  readonly currency: string | null;
};

export const nothingKnown: Known = { ids: {}, amounts: new Map(), windows: new Map(), currency: null };

type Found = { column: Column; evidence: Evidence };

export type FoundWords = Map<string, Found>;

export const evidenceOf = (
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

/** Finds ids, dates, states and texts by their names. Ids are also found by known values. */
export function plainWords(columns: readonly Column[], fields: Fields, known: Known): FoundWords {
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

export const isFree = (taken: FoundWords) => (column: Column) =>
  ![...taken.values()].some((one) => one.column === column);

/** Finds amounts by arithmetic, or by their names if that does not decide. */
export function amountWords(
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
