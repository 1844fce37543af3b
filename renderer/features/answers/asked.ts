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

/** Nothing waits that is not ticked: the list can be confirmed whole. */
export const isChecked = (answer: AnswerView, ticked: readonly string[]): boolean =>
  openIn(answer).every(({ word }) => ticked.includes(word));
