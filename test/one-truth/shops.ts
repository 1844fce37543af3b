/** Days in shops of many branches: a session that is open, a reading of the terminals' list and a run of reconciliation serve many days. */
import { withShop } from '../electron/services/closing/shop.ts';
import { compareReconciled } from './compare-settled.ts';
import { oneRound } from './compare.ts';
import { tillsOf, type Found } from './comparing.ts';
import type { Judged, Kind } from './reference.ts';

const BRANCHES = Array.from({ length: 10 }, (_, at) => `B${at}`);
/** A shop is as old as this at most: its lists grow with every day. */
const ROUNDS = 3;

export async function compareDays(first: number, days: number): Promise<Found> {
  const found: Found = { compared: 0, differences: [], places: new Set() };
  const end = first + days;
  const branches = Object.fromEntries(
    BRANCHES.flatMap((branch) => tillsOf(branch).map((till) => [till, branch])),
  );
  for (let next = first; next < end;)
    await withShop(
      async (shop) => {
        const said = new Map<string, Kind>();
        const lived: Judged[] = [];
        for (let round = 0; round < ROUNDS && next < end; round += 1) {
          const seeds = new Map(BRANCHES.slice(0, end - next).map((branch, at) => [branch, next + at]));
          lived.push(...(await oneRound(shop, seeds, said, found)));
          next += seeds.size;
        }
        await compareReconciled(shop, lived, found);
      },
      branches,
      { provisional: true },
    );
  return found;
}
