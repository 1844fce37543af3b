/** Finds which amounts of a list are which, by what they must come to. */
import { verdictOf } from './arithmetic.ts';
import { scoreOf, type Column } from './columns.ts';
import { ENOUGH_FOR_PROOF, type Evidence } from './evidence.ts';
import type { Fields, Sum } from './form.ts';

/** More columns than this are more ways than arithmetic can tell apart. */
const MOST_COLUMNS = 14;

type Solved = {
  readonly columns: ReadonlyMap<string, Column>;
  readonly proof: Evidence['proof'];
  readonly by: Evidence['by'];
  readonly held: number;
  readonly of: number;
  /** Words that the arithmetic cannot tell apart, and the names do not either. */
  readonly alike: readonly string[];
};

type Terms = {
  readonly whole: Column;
  readonly less: readonly Column[];
  readonly rest: Column;
  readonly plus: Column | null;
};

/** How many rows hold the sum; null as soon as one breaks it. */
function heldBy({ whole, less, rest, plus }: Terms): { held: number; of: number; taken: number } | null {
  const found = { held: 0, of: whole.millionths.length, taken: 0 };
  for (let row = 0; row < found.of; row += 1) {
    const all = [
      whole.millionths[row],
      rest.millionths[row],
      ...less.map(({ millionths }) => millionths[row]),
    ];
    if (all.some((one) => one === null || one === undefined)) continue;
    const [wholeValue = 0n, restValue = 0n, ...lessValues] = all as bigint[];
    const added = plus?.millionths[row] ?? 0n;
    if (verdictOf(wholeValue, lessValues, restValue, added) !== 'holds') return null;
    found.held += 1;
    if (lessValues.some((one) => one > 0n)) found.taken += 1;
  }
  return found.held === 0 ? null : found;
}

type Way = {
  readonly terms: ReadonlyMap<string, Column>;
  readonly score: number;
  readonly held: number;
  readonly of: number;
  readonly taken: number;
};

/** Every way in which the sum holds, the best by names first. */
function waysOf(
  columns: readonly Column[],
  fields: Fields,
  sum: Sum,
  less: readonly string[],
  plus: Column | null,
): Way[] {
  const words = [sum.whole, ...less, sum.rest];
  const ways: Way[] = [];
  const choose = (chosen: readonly Column[], score: number): void => {
    const word = words[chosen.length];
    if (word === undefined) {
      const whole = chosen[0];
      const rest = chosen.at(-1);
      if (!whole || !rest) return;
      const held = heldBy({ whole, less: chosen.slice(1, -1), rest, plus });
      if (held === null) return;
      const terms = new Map(words.map((one, index) => [one, chosen[index] ?? whole]));
      if (plus && sum.plus !== undefined) terms.set(sum.plus, plus);
      ways.push({ terms, score, ...held });
      return;
    }
    const field = fields[word];
    if (field === undefined) return;
    for (const column of columns)
      if (!chosen.includes(column) && column !== plus)
        choose([...chosen, column], score + scoreOf(column.at, word, field));
  };
  choose([], 0);
  return ways.sort((a, b) => b.score - a.score);
}

const sameValues = (one: Column, other: Column): boolean =>
  one.millionths.every((value, row) => value === other.millionths[row]);

/** Words of the best way that another way, as good by names, gives other values. */
function alikeIn([best, ...others]: readonly Way[]): string[] {
  if (best === undefined) return [];
  const asGood = others.filter(({ score }) => score === best.score);
  return [...best.terms].flatMap(([word, column]) =>
    asGood.some(({ terms }) => {
      const other = terms.get(word);
      return other !== undefined && !sameValues(column, other);
    })
      ? [word]
      : [],
  );
}

/** True if a word has a column whose name says that it is another word of the same sum. */
const contradictsNames = (way: Way, fields: Fields): boolean =>
  [...way.terms].some(([word, column]) => {
    const own = scoreOf(column.at, word, fields[word] ?? { kind: 'amount' });
    return [...way.terms.keys()].some(
      (other) => other !== word && scoreOf(column.at, other, fields[other] ?? { kind: 'amount' }) > own,
    );
  });

/** VAT is on the fee, and less than it. Where names do not tell them apart, the smaller one may be the VAT. */
function bySize(way: Way, alike: readonly string[], less: readonly string[]): Way {
  const [fee, vat] = less;
  if (fee === undefined || vat === undefined || !alike.includes(fee) || !alike.includes(vat)) return way;
  const [a, b] = [way.terms.get(fee), way.terms.get(vat)];
  if (!a || !b) return way;
  const isLarger = a.millionths.every((value, row) => (value ?? 0n) <= (b.millionths[row] ?? 0n));
  return isLarger ? { ...way, terms: new Map([...way.terms, [fee, b], [vat, a]]) } : way;
}

/** Null where no way holds in every row. */
export function solveSum(all: readonly Column[], fields: Fields, sum: Sum): Solved | null {
  // Best by names first: what is cut off is the least likely.
  const words = [sum.whole, ...sum.less, sum.rest];
  const best = (column: Column) =>
    Math.max(...words.map((word) => scoreOf(column.at, word, fields[word] ?? { kind: 'amount' })));
  const columns = [...all].sort((a, b) => best(b) - best(a)).slice(0, MOST_COLUMNS);
  const { plus: plusWord } = sum;
  const plusField = plusWord === undefined ? undefined : fields[plusWord];
  const plus =
    plusWord === undefined || plusField === undefined
      ? null
      : (columns.find(({ at }) => scoreOf(at, plusWord, plusField) > 0) ?? null);
  const tries = [sum.less, ...sum.less.map((left) => sum.less.filter((one) => one !== left)).reverse()];
  for (const less of tries) {
    if (less.length === 0) continue;
    for (const added of plus ? [plus, null] : [null]) {
      const ways = waysOf(columns, fields, sum, less, added);
      const [first] = ways;
      if (first === undefined) continue;
      const alike = alikeIn(ways);
      const way = bySize(first, alike, less);
      const distinct = new Set(way.terms.get(sum.whole)?.millionths).size;
      const isEnough = way.held === way.of && way.held >= ENOUGH_FOR_PROOF && distinct >= 3 && way.taken >= 3;
      const isOther = contradictsNames(way, fields);
      return {
        columns: way.terms,
        proof: isEnough && !isOther ? 'proven' : 'fits',
        by: isOther ? 'contradicts-names' : 'sum',
        held: way.held,
        of: way.of,
        alike,
      };
    }
  }
  return null;
}
