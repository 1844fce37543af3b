import { it } from 'vitest';
import { lostWrites, loseWrites } from './lost-writes.ts';

it.each(lostWrites)(
  '%s: after each of fifty faults the ending is right, and nothing is done twice',
  (name) => loseWrites(name, 50),
  900_000,
);
