/** Every sum of a day, wherever it is asked for, is that of the reference. `CLOSEOUT_SEED=n` makes other days, `CLOSEOUT_DAYS=n` so many. */
import { expect, it } from 'vitest';
import { compareDays } from './shops.ts';

const DAYS = Number(process.env['CLOSEOUT_DAYS'] ?? 60);
const FIRST = Number(process.env['CLOSEOUT_SEED'] ?? 1);

it('a day has the same sums in every place, and they are those of the reference', async () => {
  const found = await compareDays(FIRST, DAYS);
  expect(found.differences.slice(0, 10)).toEqual([]);
  expect(found.compared).toBeGreaterThan(DAYS * 50);
  expect([...found.places].sort()).toEqual(expect.arrayContaining([...PLACES]));
});

/** Where a sum was asked for: a place that is asked for nothing agrees with everything. */
const PLACES = [
  'terminal list',
  'terminal head net',
  'terminal foot net',
  'terminal foot, filtered net',
  'acknowledge net',
  'acknowledge, by day net',
  'today',
  'today, branch',
  'X net',
  'close begun net',
  'close fixed net',
  'count, sales of a terminal',
  'count, returns of a terminal',
  'count, by type',
  'Z net',
  'Z voids',
  'Z by type',
  'terminal rows',
  'terminal rows, shown',
  'history net',
  'settled, of a window',
  'settled, of a day',
  'settled, of a branch',
  'figures',
  'bridge',
  'reconciliation ours',
  'reconciliation theirs',
] as const;
