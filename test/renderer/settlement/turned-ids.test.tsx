/** An id that would turn the text around it about is shown without what turns it. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { useTexts } from '../reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/settlement' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { CellText } = await import('#renderer/features/kept/cells.tsx');
const { nameOfWindow } = await import('#renderer/features/settlement/name-of-window.ts');

const TURNS = 'W-1\u202E\u0007';
const SHOWN = 'W-1\uFFFD';
beforeAll(() => useTexts('en'));
const textOf = (node: ReactNode) => renderToStaticMarkup(node).replace(/<[^>]*>/g, '');

it('as the name of a window whose day cannot be read', () => {
  const window = { windowId: TURNS, opensAt: { kind: 'unreadable', raw: '?' } } as unknown as ListedWindow;
  expect(nameOfWindow(window, { language: 'en', digits: 'latin' })).toBe(SHOWN);
});

it.each(['word', 'text', 'id', 'flags'] as const)('as a cell of a kept list that holds a %s', (kind) => {
  expect(textOf(<CellText kind={kind} cell={{ is: 'text', text: TURNS }} />)).toBe(SHOWN);
});
