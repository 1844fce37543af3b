import { it } from 'vitest';
import { allWrites, loseAnswers } from './lost-answers.ts';

it.each(allWrites)('%s: after each of seven faults the ending is right, and nothing is made twice', (what) =>
  loseAnswers(what, 7),
);
