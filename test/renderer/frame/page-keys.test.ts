import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keysOf } from '#renderer/frame/page-keys.ts';

const english = (file: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../../resources/locales/en/${file}.json`), 'utf8'),
  ) as Record<string, unknown>;
const textOf = (key: string): unknown => {
  const [file = '', ...places] = key.split('.');
  return places.reduce<unknown>((at, place) => (at as Record<string, unknown>)[place], english(file));
};

const PAGES = [
  '/terminals',
  '/terminals/30410002',
  '/operations',
  '/payments',
  '/settlement',
  '/settlement/settled',
  '/settlement/figures',
  '/settlement/bridge/W',
  '/close/day/1',
  '/close/calendar',
  '/close/history',
  '/reconcile/sales',
  '/reconcile/bank/match',
  '/reconcile/import',
  '/activity',
];

test('a page with keys of its own says them, each in words and once', () => {
  for (const page of PAGES) {
    const keys = keysOf(page);
    expect(keys.length, page).toBeGreaterThan(0);
    expect(new Set(keys.map(([key]) => key)).size, page).toBe(keys.length);
    for (const [, text] of keys) expect(typeof textOf(text), text).toBe('string');
  }
});

test('matching by hand has its own keys, and not those of a grid', () => {
  expect(keysOf('/reconcile/sales/match').map(([key]) => key)).toEqual(['J K', 'Space', '← →', 'Ctrl+Enter']);
});

test('a page without keys of its own has none', () => {
  expect(keysOf('/settings')).toEqual([]);
});
