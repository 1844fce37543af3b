/** What the soak concludes from its figures. */
import { expect, it } from 'vitest';
import { slopeOf } from '../soak/slope.ts';

it.each([
  ['grows by two each hour', [10, 12, 14, 16], 2],
  ['stands still around a value', [5, 6, 6, 5], 0],
  ['shrinks', [9, 6, 3], -3],
  ['was measured once', [7], 0],
])('a figure that %s', (_name, values, slope) => {
  expect(slopeOf(values)).toBeCloseTo(slope, 10);
});
