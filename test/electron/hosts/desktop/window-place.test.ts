import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { expect, it } from 'vitest';
import { keepPlace, placeAtStart } from '#electron/hosts/desktop/window-place.ts';

const screens = [
  { x: 0, y: 0, width: 1920, height: 1040 },
  { x: 1920, y: 0, width: 1280, height: 1000 },
];
const storeOf = (kept: Record<string, unknown>) => ({
  kept,
  get: (key: string) => kept[key],
  set: (key: string, value: unknown) => void (kept[key] = value),
});

it('a window opens where it closed', () => {
  const store = storeOf({});
  const bounds = { x: 2000, y: 40, width: 1100, height: 800 };
  const window = Object.assign(new EventEmitter(), {
    getNormalBounds: () => bounds,
    isMaximized: () => true,
  });
  keepPlace(window as unknown as BrowserWindow, store);
  window.emit('close');
  expect(placeAtStart(store, screens)).toEqual({ bounds, isMaximized: true });
});

it.each([
  ['on a screen that is gone', { x: 5000, y: 40 }],
  ['with its title bar above every screen', { x: 10, y: -300 }],
  ['below every screen', { x: 10, y: 1039 }],
  ['beside every screen but for a few pixels', { x: -1060, y: 10 }],
])('a window that closed %s opens in the middle, as large as it was', (_name, at) => {
  const store = storeOf({ bounds: { ...at, width: 1100, height: 800 } });
  expect(placeAtStart(store, screens).bounds).toEqual({ width: 1100, height: 800 });
});

it.each([
  null,
  'wide',
  { x: 1 },
  { x: 1, y: 2, width: '9', height: 4 },
  { x: 1.5, y: 0, width: 1, height: 1 },
])('a file that says %j is as none', (bounds) => {
  expect(placeAtStart(storeOf({ bounds }), screens)).toEqual({
    bounds: { width: 1360, height: 860 },
    isMaximized: false,
  });
});

it('a window is never smaller than the least that Closeout fits in', () => {
  const store = storeOf({ bounds: { x: 0, y: 0, width: 10, height: -5 } });
  expect(placeAtStart(store, screens).bounds).toEqual({ x: 0, y: 0, width: 1024, height: 700 });
});
