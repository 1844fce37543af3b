/** Results that are not known stand as a number on Closeout's icon, and as a mark where an icon has no numbers. */
import type { NativeImage } from 'electron';
import { expect, it } from 'vitest';
import type { Core } from '#electron/core/core.ts';
import { showUnknownOnIcon } from '#electron/hosts/desktop/badge.ts';

type Told = Parameters<Parameters<Core['onEvent']>[0]>[0];

async function icon(unknownOperations: number) {
  const counts: number[] = [];
  const marks: string[] = [];
  const world = { isDestroyed: false, tell: (_told: Told) => {} };
  await showUnknownOnIcon({
    app: { setBadgeCount: (count) => counts.push(count ?? 0) > 0 },
    core: {
      onEvent: (listener: (told: Told) => void) => {
        world.tell = listener;
        return () => {};
      },
      handlers: { 'app.status': async () => ({ ok: true, value: { unknownOperations } }) },
    } as unknown as Pick<Core, 'onEvent' | 'handlers'>,
    window: {
      isDestroyed: () => world.isDestroyed,
      setOverlayIcon: (mark, said) => void marks.push(mark === null ? 'none' : said),
    },
    mark: () => ({}) as NativeImage,
  });
  const change = (count: number) =>
    world.tell({ event: 'app.statusChanged', payload: { unknownOperations: count } } as Told);
  return { counts, marks, world, change };
}

it('what is not known at the start is on the icon at once', async () => {
  expect(await icon(2)).toMatchObject({ counts: [2], marks: ['2'] });
});

it('the number follows, is told once, and goes when the last result is known', async () => {
  const { counts, marks, change } = await icon(0);
  for (const count of [0, 1, 1, 3, 0]) change(count);
  expect(counts).toEqual([1, 3, 0]);
  expect(marks).toEqual(['1', '3', 'none']);
});

it('a window that is gone is given no mark', async () => {
  const { counts, world, change } = await icon(0);
  world.isDestroyed = true;
  change(4);
  expect(counts).toEqual([]);
});
