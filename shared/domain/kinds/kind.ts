/** What a row of a gateway is, and what it adds to a sum (assumptions.md, "What a row adds"). Pure. */
import { sizeOf } from '../../money/money.ts';
import { foldWord, knownKindOf, type Kind, type SayableKind } from './words.ts';

/** The sign of an amount; nothing is taken for a positive one. */
export const signs = ['plus', 'minus'] as const;
export type Sign = (typeof signs)[number];
export const signOf = (minor: bigint): Sign => (minor < 0n ? 'minus' : 'plus');

/** What people said of words, by `wordKey`. */
export type Vocabulary = ReadonlyMap<string, SayableKind>;
export const noVocabulary: Vocabulary = new Map();
/** One word can be two things, told apart by the sign. */
export const wordKey = (folded: string, sign: Sign): string => `${sign}:${folded}`;

/** What a person said of the word of such a row; null if nobody did. */
export const saidKindOf = (word: string | null, minor: bigint, vocabulary: Vocabulary): SayableKind | null =>
  vocabulary.get(wordKey(foldWord(word), signOf(minor))) ?? null;

/**
 * Decides the kind of one row by itself. A person's word goes first. A sale of a negative amount stays unknown until a person
 * says what it is.
 */
export function kindOf(word: string | null, minor: bigint, vocabulary: Vocabulary): Kind {
  const said = saidKindOf(word, minor, vocabulary);
  if (said) return said;
  const kind = knownKindOf(foldWord(word)) ?? 'unknown';
  return kind === 'sale' && signOf(minor) === 'minus' ? 'unknown' : kind;
}

type Worded = { readonly word: string | null; readonly minor: bigint };

/**
 * Of the rows of one answer: a word of a sale that has both signs in it may be two things, so that neither of them is known until
 * a person has said what both are.
 */
export function createKindFinder(answer: Iterable<Worded>, vocabulary: Vocabulary): (row: Worded) => Kind {
  const bySign = { plus: new Set<string>(), minus: new Set<string>() };
  for (const { word, minor } of answer) if (minor !== 0n) bySign[signOf(minor)].add(foldWord(word));
  const isTwoThings = (folded: string): boolean =>
    knownKindOf(folded) === 'sale' && bySign.plus.has(folded) && bySign.minus.has(folded);
  return ({ word, minor }) => {
    const folded = foldWord(word);
    const isSaid = vocabulary.has(wordKey(folded, signOf(minor)));
    return !isSaid && isTwoThings(folded) ? 'unknown' : kindOf(word, minor, vocabulary);
  };
}

/** Takes money back, whether or not it is known from what. */
export const returningKinds = ['refund', 'void', 'reversal'] as const satisfies readonly Kind[];
export const isReturn = (kind: Kind): boolean => (returningKinds as readonly Kind[]).includes(kind);
/** Undoes the whole of a sale, and takes nothing back where that sale is not known here. */
export const isUndoing = (kind: Kind): boolean => kind === 'void' || kind === 'reversal';

/**
 * What a row adds to a sum. `undoes`: the sale that a void or a reversal undoes is known here. SQL has the same in the column
 * `adds_minor` of every table of rows.
 */
export function addsOf(kind: Kind, minor: bigint, undoes: boolean): bigint {
  const size = sizeOf(minor);
  switch (kind) {
    case 'sale':
      return size;
    case 'refund':
      return -size;
    case 'void':
    case 'reversal':
      return undoes ? -size : 0n;
    case 'authorization':
    case 'unknown':
      return 0n;
  }
}
