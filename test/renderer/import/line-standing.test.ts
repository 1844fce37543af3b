/** What an imported line says of its match. */
import { expect, it } from 'vitest';
import type { TFunction } from 'i18next';
import type { LineStanding } from '#shared/contract/import-standing.ts';
import '../calls.ts';

Object.assign(globalThis, { document: { querySelector: () => ({}) } });
const { standingText } = await import('#renderer/features/import/line-standing.tsx');

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction;
const locale = { language: 'en', digits: 'latin' } as const;
const text = (standing: LineStanding) => standingText(t, locale, standing);

const window = {
  side: 'ours',
  itemId: 'SW-1',
  orderId: null,
  reference: null,
  amount: { minor: 1n, currency: 'EGP' },
  notSummed: null,
  date: '2026-11-24',
  branchName: null,
  terminalId: null,
  text: '',
  source: { kind: 'window', windowId: 'SW-1' },
} as const;

it('names what it is matched with, and how many more', () => {
  expect(text({ kind: 'matched', rule: 'reference', ours: [window], count: 1 })).toContain(
    'import.standing.window',
  );
  expect(text({ kind: 'matched', rule: 'one-to-many', ours: [window], count: 3 })).toMatch(
    /import\.standing\.window .* import\.standing\.more 2 2$/,
  );
  expect(text({ kind: 'matched', rule: 'manual', ours: [], count: 0 })).toBe('import.standing.matched');
});

it('says of a line that no comparison has seen nothing, so that the column is not shown for it alone', () => {
  expect(text({ kind: 'not-compared' })).toBe('');
  expect(text({ kind: 'left-out' })).toBe('import.standing.left-out');
  expect(text({ kind: 'apart', reason: 'bank-fee' })).toBe('reconciliation.expectedReason.bank-fee');
});
