import { expect, it } from 'vitest';
import { roundTicks } from '#renderer/features/figures/round-ticks.ts';

it('the marks are round, and reach as far as the highest bar', () => {
  expect(roundTicks([46_500, 252_000])).toEqual([0, 100_000, 200_000, 300_000]);
  expect(roundTicks([2.22, 1.9])).toEqual([0, 0.5, 1, 1.5, 2, 2.5]);
  // No more than a fifth of the height stays empty above it.
  expect(roundTicks([203])).toEqual([0, 50, 100, 150, 200, 250]);
  expect(roundTicks([146])).toEqual([0, 50, 100, 150]);
  expect(roundTicks([0.3])).toEqual([0, 0.1, 0.2, 0.3]);
  expect(roundTicks([400])).toEqual([0, 100, 200, 300, 400]);
});

it('a bar below zero has marks below it', () => {
  expect(roundTicks([-30, 100])).toEqual([-40, -20, 0, 20, 40, 60, 80, 100]);
});

it('without a figure there is zero alone', () => {
  expect(roundTicks([])).toEqual([0]);
  expect(roundTicks([0, 0])).toEqual([0]);
});
