import { expect, it } from 'vitest';
import { placeOf } from '#renderer/components/typed-place.ts';

it.each([
  ['1', 0],
  ['1,255', 1_254],
  ['٧٠١', 700],
  ['١٬٢٠٠', 1_199],
  ['0', 0],
  ['99999999', 1_254],
  ['last', null],
  ['-3', null],
  ['', null],
])('the place "%s" among 1,255 rows', (typed, index) => {
  expect(placeOf(typed, 1_255)).toBe(index);
});
