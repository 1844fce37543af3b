import { IconReceipt } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { EMPTY_BAR } from '#shared/contract/people.ts';
import { keptTabNames, keptTabs } from '#shared/domain/kept-tabs.ts';
import { goKeys, tabBeside } from '#renderer/frame/go-keys.ts';
import { keysOf } from '#renderer/frame/page-keys.ts';
import { barOf } from '#renderer/frame/bar.ts';
import { keyText, places as everyPlace, tabOf, type Place } from '#renderer/frame/places.tsx';

const key = (code: string, timeStamp: number, altKey = false) => ({
  code,
  timeStamp,
  altKey,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
});
const payments: Place = { path: '/payments', text: 'x', icon: IconReceipt, group: 'sell', code: 'KeyP' };

it('the first nine places keep Alt and their digit', () => {
  expect(everyPlace.map(({ path, code }) => `${keyText(code)} ${path}`)).toEqual([
    'Alt+1 /today',
    'Alt+2 /terminals',
    'Alt+3 /operations',
    'Alt+4 /close',
    'G P /payments',
    'G B /billing',
    'G C /customers',
    'G K /catalogue',
    'Alt+5 /settlement',
    'Alt+6 /reconcile',
    'Alt+7 /instant',
    'G O /transfers',
    'Alt+8 /activity',
    'G R /rates',
    'G I /integration',
    'Alt+9 /settings',
  ]);
});

it('a tenth place stands in its group, moves no digit and has G and a letter', () => {
  const ten = [...everyPlace.filter(({ path }) => path !== '/payments'), payments];
  const bar = barOf(ten, { role: 'administrator', bar: EMPTY_BAR });
  expect(bar.map(({ places }) => places.map(({ path }) => path))).toEqual([
    ['/today', '/terminals', '/operations', '/close'],
    ['/billing', '/customers', '/catalogue', '/payments'],
    ['/settlement', '/reconcile', '/instant', '/transfers'],
    ['/activity', '/rates', '/integration', '/settings'],
  ]);
  const go = goKeys(ten);
  expect(keyText(payments.code)).toBe('G P');
  expect(go(key('Digit5', 0, true))).toBe('/settlement');
  expect([go(key('KeyG', 10)), go(key('KeyP', 900))]).toEqual([null, '/payments']);
});

it('a letter alone, or long after G, leads nowhere', () => {
  const go = goKeys([payments]);
  expect(go(key('KeyP', 0))).toBeNull();
  expect([go(key('KeyG', 10)), go(key('KeyP', 2_000))]).toEqual([null, null]);
  expect([go(key('KeyG', 3_000)), go(key('KeyX', 3_010)), go(key('KeyP', 3_020))]).toEqual([
    null,
    null,
    null,
  ]);
});

it('no two places share a key', () => {
  expect(new Set(everyPlace.map(({ code }) => code)).size).toBe(everyPlace.length);
});

it('every tab of kept lists stands among the tabs of the place that its address is below', () => {
  for (const tab of keptTabNames) {
    const path = keptTabs[tab];
    const place = everyPlace.find((one) => one.path === `/${path.split('/')[1]}`);
    // A place with a single list and nothing else has no tabs.
    if (place?.tabs === undefined) {
      expect(tabOf(path)).toBeNull();
      continue;
    }
    expect(tabOf(path)?.tab).toEqual({ path, text: `kept.tab.${tab}` });
    expect(place?.tabs).toContainEqual({ path, text: `kept.tab.${tab}` });
  }
  expect(tabOf('/rates')?.tabs.map(({ path }) => path)).toEqual([
    '/rates',
    '/rates/methods',
    '/rates/lists',
    '/rates/exchange',
  ]);
});

it('[ and ] go from a tab to the next one, and stop at the ends', () => {
  const beside = (path: string) =>
    ['BracketLeft', 'BracketRight'].map((code) => tabBeside(path, key(code, 0)));
  expect(beside('/rates')).toEqual([null, '/rates/methods']);
  expect(beside('/rates/lists')).toEqual(['/rates/methods', '/rates/exchange']);
  expect(beside('/rates/exchange')).toEqual(['/rates/lists', null]);
  expect(beside('/payments/checkouts')).toEqual(['/payments', '/payments/cards']);
  expect(beside('/today')).toEqual([null, null]);
  expect(tabBeside('/rates', key('BracketRight', 0, true))).toBeNull();
  expect(tabBeside('/rates', key('KeyX', 0))).toBeNull();
});

it('the list of keys names [ and ] where a place has tabs', () => {
  const names = (path: string) => keysOf(path).map(([name]) => name);
  expect(names('/settlement/settled')).toContain('[ ]');
  expect(names('/today')).not.toContain('[ ]');
});
