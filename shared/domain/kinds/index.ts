/** What a row is and what it adds to a sum: the one meaning, for both sides. */
export { foldWord, kinds, knownKindOf, KNOWN_WORDS_VERSION, sayableKinds } from './words.ts';
export type { Kind, SayableKind } from './words.ts';
export {
  addsOf,
  createKindFinder,
  isReturn,
  isUndoing,
  kindOf,
  noVocabulary,
  returningKinds,
  saidKindOf,
  signs,
  wordKey,
} from './kind.ts';
export type { Sign, Vocabulary } from './kind.ts';
export { pairsOf, samenessOf } from './pairs.ts';
export type { PairRow } from './pairs.ts';
export { addSums, addsOfRow, addTotals, netOf, notSummedOf, shownAmount, sumRows } from './sums.ts';
export type { KindRow, RowSums, Total } from './sums.ts';
export { proposalOf, proposalReasons } from './propose.ts';
