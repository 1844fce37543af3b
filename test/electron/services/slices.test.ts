/** The database here says by itself how long each slice held it. */
import { expect, it } from 'vitest';
import { createSlices } from '#electron/services/slices.ts';

/** The sizes of so many slices, each of which holds the writer as long as `heldMs` says. */
async function sizesOf(count: number, heldMs: (rows: number, at: number) => number): Promise<number[]> {
  const slices = createSlices();
  const sizes: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const rows = slices.size();
    sizes.push(rows);
    await slices.store(rows, async (onHeld) => onHeld(heldMs(rows, at)));
  }
  return sizes;
}

it('a slice has as many rows as the last one stored in 13 ms, by steps of 25', async () => {
  expect(await sizesOf(4, (rows) => rows * 0.1)).toEqual([100, 125, 125, 125]);
  expect(await sizesOf(4, (rows) => rows * 0.2)).toEqual([100, 50, 50, 50]);
});

it('it doubles at most, up to 500, and shrinks at once, down to 50', async () => {
  expect(await sizesOf(5, (rows) => rows * 0.001)).toEqual([100, 200, 400, 500, 500]);
  expect(await sizesOf(3, (rows) => rows * 10)).toEqual([100, 50, 50]);
  const once = (rows: number, at: number) => rows * (at === 3 ? 4 : 0.01);
  expect(await sizesOf(7, once)).toEqual([100, 200, 400, 500, 50, 100, 200]);
});

it('the few rows that are left of a page change nothing', async () => {
  const slices = createSlices();
  await slices.store(3, async (onHeld) => onHeld(9));
  await slices.store(0, async (onHeld) => onHeld(0));
  expect(slices.size()).toBe(100);
});

it('two slices are under way at most, and the others follow in their order, also after one that fails', async () => {
  const slices = createSlices();
  const begun: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const stored = ends.map(({ promise }, number) =>
    slices.store(100, async () => {
      begun.push(number);
      await promise;
      if (number === 1) throw new Error('no room');
      return number;
    }),
  );
  const results = Promise.allSettled(stored);
  expect(begun).toEqual([0, 1]);
  ends[1]?.resolve();
  await stored[1]?.catch(() => {});
  expect(begun).toEqual([0, 1, 2]);
  for (const { resolve } of ends) resolve();
  expect((await results).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array.from({ length: 3 }, () => 'fulfilled'),
  ]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
});
