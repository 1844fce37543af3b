/** The form of a new schedule says whether a run falls on a day when banks are closed. */
import { expect, it } from 'vitest';
import { hasWeekendRun } from '#renderer/features/transfers/schedule-form.ts';

const noon = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).getTime();

it('is one on a Friday or a Saturday, and none on a Sunday', () => {
  expect(hasWeekendRun([noon(2027, 4, 30)])).toBe(true);
  expect(hasWeekendRun([noon(2027, 5, 1)])).toBe(true);
  expect(hasWeekendRun([noon(2027, 1, 31), noon(2027, 3, 31)])).toBe(false);
});
