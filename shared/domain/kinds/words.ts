/**
 * The words that gateways are known to use for what a row is. The only place that spells one (assumptions.md, "What a row
 * adds").
 */

/** `unknown`: listed and counted, and in no sum until a person says what it is. */
export const kinds = ['sale', 'authorization', 'refund', 'void', 'reversal', 'unknown'] as const;
export type Kind = (typeof kinds)[number];
/** What a person may say that a word means. */
export const sayableKinds = [
  'sale',
  'authorization',
  'refund',
  'void',
  'reversal',
] as const satisfies readonly Kind[];
export type SayableKind = (typeof sayableKinds)[number];

/** Raised with every change of the table below: rows that are stored are then given their kinds anew. */
export const KNOWN_WORDS_VERSION = 1;

/** `debit` and `credit` are not here: they may be kinds of card. */
const known: Readonly<Record<SayableKind, readonly string[]>> = {
  sale: ['sale', 'purchase', 'payment', 'pay', 'capture', 'captured', 'بيع', 'شراء', 'دفع'],
  authorization: ['authorize', 'authorise', 'authorization', 'auth', 'preauth', 'حجز'],
  refund: ['refund', 'return', 'refunded', 'استرداد', 'مرتجع', 'إرجاع'],
  void: ['void', 'voided', 'cancel', 'cancelled', 'cancellation', 'إلغاء', 'ملغاة'],
  reversal: ['reversal', 'reverse', 'reversed', 'sale reversal', 'purchase reversal', 'عكس', 'معكوسة'],
};

/** Marks that change how a word looks and not which word it is: direction, vowels, the stretched line. */
const MARKS = /\p{Mn}|\p{Cf}|\u0640/gu;

/**
 * One word in one spelling: any case, with `_`, `-` or spaces anywhere, and the Arabic letters that people and machines write
 * for one another. Empty if there is none.
 */
export const foldWord = (word: string | null): string =>
  (word ?? '')
    .normalize('NFKC')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[\s_-]+/gu, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه');

const kindOfKnown = new Map(
  sayableKinds.flatMap((kind) => known[kind].map((word) => [foldWord(word), kind] as const)),
);

/** The kind of a folded word; null if the word is not known beforehand. */
export const knownKindOf = (folded: string): SayableKind | null => kindOfKnown.get(folded) ?? null;

/** The parts of a word, each folded: "PURCHASE_RETURN" is "purchase" and "return". */
const partsOf = (word: string): string[] =>
  word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}]+/u)
    .map(foldWord)
    .filter((part) => part !== '');

/** What a name hints at: a part of it that is known; one that takes money back says more than one that takes it. */
export function hintOfName(word: string | null): SayableKind | null {
  const found = new Set(partsOf(word ?? '').map(knownKindOf));
  const order = ['reversal', 'void', 'refund', 'authorization', 'sale'] as const;
  return order.find((kind) => found.has(kind)) ?? null;
}
