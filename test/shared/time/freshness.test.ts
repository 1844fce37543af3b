import { expect, it } from 'vitest';
import { freshnessOf } from '#shared/time/freshness.ts';

it('data is fresh to 5 minutes, ageing to 30, then a saved copy', () => {
  expect(freshnessOf(0, 300_000)).toBe('fresh');
  expect(freshnessOf(0, 300_001)).toBe('ageing');
  expect(freshnessOf(0, 1_800_000)).toBe('ageing');
  expect(freshnessOf(0, 1_800_001)).toBe('saved-copy');
  expect(freshnessOf(null, 0)).toBe('never-read');
});
