/** Every sum of a day, wherever it is asked for, is that of the reference. `CLOSEOUT_FULL=1` makes all 10,000 days; `CLOSEOUT_SEED=n` others, `CLOSEOUT_DAYS=n` so many. */
import { expect, it } from 'vitest';
import { withShop } from '../electron/services/closing/shop.ts';
import { compareReconciled, oneDay, type Found } from './compare.ts';
import type { Judged, Kind } from './reference.ts';

const DAYS = Number(process.env['CLOSEOUT_DAYS'] ?? (process.env['CLOSEOUT_FULL'] === '1' ? 10_000 : 50));
const FIRST = Number(process.env['CLOSEOUT_SEED'] ?? 1);
/** A shop is as old as this at most: its lists grow with every day. */
const OF_ONE_SHOP = 10;

it('a day has the same sums in every place, and they are those of the reference', async () => {
  const found: Found = { compared: 0, differences: [], places: new Set() };
  for (let at = 0; at < DAYS; at += OF_ONE_SHOP)
    await withShop(
      async (shop) => {
        const said = new Map<string, Kind>();
        const days: Judged[] = [];
        for (let day = at; day < Math.min(DAYS, at + OF_ONE_SHOP); day += 1)
          days.push(await oneDay(shop, FIRST + day, said, found));
        await compareReconciled(shop, days, found);
      },
      { T1: 'B1', T2: 'B1' },
    );
  if (DAYS > 50)
    process.stdout.write(
      `${DAYS} days, ${found.compared} sums compared in ${found.places.size} places, ${found.differences.length} differences\n`,
    );
  expect(found.differences.slice(0, 10)).toEqual([]);
  expect(found.compared).toBeGreaterThan(DAYS * 50);
}, 6_000_000);
