/** Where the window was when it closed, so that it opens there again, if a screen is still there. */
import type { BrowserWindow, Rectangle } from 'electron';

export const SMALLEST = { width: 1024, height: 700 };
const AT_FIRST = { width: 1360, height: 860 };
/** So much of the window has to be on a screen for somebody to take hold of it. */
const SEEN = 120;

export type WindowPlace = { readonly bounds: Partial<Rectangle>; readonly isMaximized: boolean };
/** The part of electron-store that is used: its file may hold anything. */
type PlaceStore = { get(key: string): unknown; set(key: string, value: unknown): void };

function boundsIn(kept: unknown): Rectangle | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { x, y, width, height } = kept as Record<string, unknown>;
  const all = [x, y, width, height];
  if (!all.every((one): one is number => typeof one === 'number' && Number.isSafeInteger(one))) return null;
  const [left = 0, top = 0, wide = 0, high = 0] = all;
  return { x: left, y: top, width: Math.max(wide, SMALLEST.width), height: Math.max(high, SMALLEST.height) };
}

const overlap = (from: number, length: number, otherFrom: number, otherLength: number) =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);
/** Its title bar can be reached on one of the screens. */
const isSeen = ({ x, y, width }: Rectangle, screens: readonly Rectangle[]) =>
  screens.some(
    (screen) =>
      overlap(x, width, screen.x, screen.width) >= SEEN &&
      y >= screen.y &&
      y <= screen.y + screen.height - SEEN,
  );

export function placeAtStart(store: PlaceStore, screens: readonly Rectangle[]): WindowPlace {
  const kept = boundsIn(store.get('bounds'));
  const isMaximized = store.get('isMaximized') === true;
  if (kept === null) return { bounds: AT_FIRST, isMaximized };
  const { width, height } = kept;
  return { bounds: isSeen(kept, screens) ? kept : { width, height }, isMaximized };
}

/** Leaving is asked about at `close`, which may come more than once: the last one counts. */
export function keepPlace(
  window: Pick<BrowserWindow, 'on' | 'getNormalBounds' | 'isMaximized'>,
  store: PlaceStore,
): void {
  window.on('close', () => {
    store.set('bounds', window.getNormalBounds());
    store.set('isMaximized', window.isMaximized());
  });
}
