/** What a person is asked to confirm of a list: fields, the unit and the currency of its amounts. Pure. */
import type { AnswerView } from '#shared/contract/answers.ts';

type Word = { readonly word: string; readonly isConfirmed: boolean };

/** Everything that waits for a person's word, or has it. */
export const askedIn = ({ fields, unit, currency }: AnswerView): Word[] => [
  ...fields.filter(({ needsWord }) => needsWord),
  ...(unit?.needsWord ? [{ word: 'unit', isConfirmed: unit.isConfirmed }] : []),
  ...(currency ? [{ word: 'currency', isConfirmed: currency.isConfirmed }] : []),
];

/** What waits still. */
export const openIn = (answer: AnswerView): Word[] =>
  askedIn(answer).filter(({ isConfirmed }) => !isConfirmed);

export const needsTicks = (answer: AnswerView): boolean => askedIn(answer).length > 0;

/** What a confirmation holds before anybody ticks: what was confirmed before, which would be taken back without its tick. */
export const confirmedIn = (answer: AnswerView): string[] =>
  askedIn(answer).flatMap(({ word, isConfirmed }) => (isConfirmed ? [word] : []));

/**
 * What is to be ticked before the list is confirmed. A wrong column is chosen anew, or as not sent; the parts of an offer cannot be chosen,
 * so one that is wrong is left without its tick, and is not read.
 */
export const wantedFor = (answer: AnswerView, ticked: readonly string[]): Word[] =>
  openIn(answer).filter(({ word }) => !ticked.includes(word) && !word.includes('.'));

/** Nothing stops its confirmation. */
export const isChecked = (answer: AnswerView, ticked: readonly string[]): boolean =>
  wantedFor(answer, ticked).length === 0;
