/**
 * Which of ours a line names, in its reference or anywhere in its text. Names are found through an index, so that no line is
 * compared with every window. Spaces, signs between, zeros in front and small letters make no difference.
 */
import type { MatchItem, Pool } from './items.ts';

const SHORTEST_NAME = 5;
/** A name that lost its end, or its beginning, is still one if nothing else has the rest. */
const MOST_CUT = 2;
const SHORTEST_CUT = 6;

export const wordsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
/** Each number without the zeros in front of it. */
const withoutZeros = (text: string): string =>
  text.includes('0') ? text.replace(/(^|\D)0+(?=\d)/g, '$1') : text;

type Index = {
  readonly names: ReadonlyMap<string, MatchItem[]>;
  /** Null: of more than one. */
  readonly cut: ReadonlyMap<string, MatchItem | null>;
  readonly lengths: readonly number[];
  readonly mostWords: number;
};

function indexOf(ours: readonly MatchItem[]): Index {
  const names = new Map<string, MatchItem[]>();
  let mostWords = 1;
  for (const one of ours)
    for (const name of new Set([one.itemId, one.reference ?? ''])) {
      // Letters alone are words of any text.
      if (name.length < SHORTEST_NAME || !/\d/.test(name)) continue;
      const words = wordsOf(name);
      mostWords = Math.max(mostWords, words.length);
      const key = withoutZeros(words.join(''));
      const known = names.get(key);
      if (!known) names.set(key, [one]);
      else if (!known.includes(one)) known.push(one);
    }
  const cut = new Map<string, MatchItem | null>();
  for (const [name, [one]] of names)
    for (let by = 1; by <= MOST_CUT; by += 1)
      for (const rest of [name.slice(0, -by), name.slice(by)]) {
        if (rest.length < SHORTEST_CUT || !one) continue;
        const isTaken = names.has(rest) || (cut.has(rest) && cut.get(rest) !== one);
        cut.set(rest, isTaken ? null : one);
      }
  return { names, cut, lengths: [...new Set([...names.keys()].map(({ length }) => length))], mostWords };
}

/** Its words, and words that stand beside each other as one. */
function* joinedWords(words: readonly string[], most: number): Generator<string> {
  for (let from = 0; from < words.length; from += 1)
    for (let to = from + 1; to <= Math.min(words.length, from + most); to += 1)
      yield withoutZeros(words.slice(from, to).join(''));
}

const isDigit = (letter: string | undefined) => letter !== undefined && /\d/.test(letter);
/** A name glued to other letters; a number is never a part of a longer one: SW-1 is not in SW-12. */
function* gluedIn(words: readonly string[], { names, lengths }: Index): Generator<MatchItem[]> {
  for (const word of words) {
    if (!/\d/.test(word)) continue;
    const plain = withoutZeros(word);
    for (const length of lengths)
      for (let at = 0; at + length <= plain.length; at += 1) {
        const isInside =
          (isDigit(plain[at]) && isDigit(plain[at - 1])) ||
          (isDigit(plain[at + length - 1]) && isDigit(plain[at + length]));
        const found = isInside ? undefined : names.get(plain.slice(at, at + length));
        if (found) yield found;
      }
  }
}

type Naming = {
  /** The ones it names, whole. */
  readonly ours: readonly MatchItem[];
  /** It names none whole; and of all names only this one has the rest. */
  readonly cut: MatchItem | null;
};
const NONE: Naming = { ours: [], cut: null };

function namingOf(text: string, index: Index): Naming {
  const words = wordsOf(text);
  const found = new Set<MatchItem>();
  const take = (all: readonly MatchItem[] | undefined) => {
    // If names differ only in zeros, it is not clear which one is meant.
    const [one, ...others] = all ?? [];
    if (one && others.length === 0) found.add(one);
  };
  const joined = [...joinedWords(words, index.mostWords)];
  for (const word of joined) take(index.names.get(word));
  if (found.size === 0) for (const all of gluedIn(words, index)) take(all);
  if (found.size > 0) return { ours: [...found], cut: null };
  for (const word of joined) {
    const one = index.cut.get(word);
    if (one) return { ours: [], cut: one };
  }
  return NONE;
}

export type Names = {
  readonly of: (line: MatchItem) => Naming;
  /** Lines that name it, whole or cut, and nothing else. */
  readonly linesOf: (one: MatchItem) => readonly MatchItem[];
};

/** Finds the names in every line of a bank, once for all rules. */
export function namesIn(pool: Pool): Names {
  const index = indexOf(pool.all.ours);
  const namings = new Map<MatchItem, Naming>();
  const lines = new Map<MatchItem, MatchItem[]>();
  for (const line of pool.all.theirs) {
    const naming = namingOf([line.reference, line.references, line.text].join(' \n '), index);
    if (naming === NONE) continue;
    namings.set(line, naming);
    const only = naming.cut ?? (naming.ours.length === 1 ? naming.ours[0] : undefined);
    if (!only) continue;
    const known = lines.get(only);
    if (known) known.push(line);
    else lines.set(only, [line]);
  }
  return { of: (line) => namings.get(line) ?? NONE, linesOf: (one) => lines.get(one) ?? [] };
}
