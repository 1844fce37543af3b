/** What the benches conclude from their figures. */
import { expect, it } from 'vitest';
import { intervalOf, median, verdictOf } from '../bench/measure.ts';

it('the median of an even count is the middle of the two in the middle', () => {
  expect(median([4, 1, 3])).toBe(3);
  expect(median([4, 1, 3, 2])).toBe(2.5);
});

it('the interval holds the median, is the same each time, and is narrow where values are', () => {
  const values = Array.from({ length: 30 }, (_, at) => 1 + at / 100);
  const { low, high } = intervalOf(values);
  expect(low).toBeLessThan(median(values));
  expect(high).toBeGreaterThan(median(values));
  expect(intervalOf(values)).toEqual({ low, high });
  expect(intervalOf([2, 2, 2])).toEqual({ low: 2, high: 2 });
});

it.each([
  ['the whole interval is below', { atMost: 1.5 }, { low: 1.1, high: 1.4, noise: 1 }, 'met'],
  ['only the median is below', { atMost: 1.5 }, { low: 1.1, high: 1.6, noise: 1 }, 'missed'],
  ['the whole interval is above', { atLeast: 0.8 }, { low: 0.9, high: 1.2, noise: null }, 'met'],
  ['the lower end is below', { atLeast: 0.8 }, { low: 0.7, high: 1.2, noise: null }, 'missed'],
  ['the machine was busy', { atMost: 1.5 }, { low: 1.1, high: 1.4, noise: 1.06 }, 'void'],
  ['there is no goal', {}, { low: 1.1, high: 1.4, noise: 0.96 }, 'no goal'],
] as const)('%s', (_name, goal, measured, verdict) => {
  expect(verdictOf({ id: 'P0', name: '', ...goal }, measured)).toBe(verdict);
});
