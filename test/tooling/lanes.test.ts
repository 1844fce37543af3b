/** What the lanes choose. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testsBeside } from './changed.ts';
import { partOf } from './deep.ts';
import { fitsShortList, shortList } from './short-list.ts';
import { slowFiles } from './slow-files.ts';

it('the list of slow files names files that are there', () => {
  expect(slowFiles.filter((file) => !existsSync(file))).toEqual([]);
});

it('the short list of end-to-end tests names files that are there', () => {
  expect(shortList.filter((file) => !existsSync(`test/e2e/${file}.e2e.ts`))).toEqual([]);
});

it('the short list chooses whole files', () => {
  const fits = (title: string) => fitsShortList().test(title);
  expect(fits('browser payments.e2e.ts the list is ordered and narrowed')).toBe(true);
  expect(fits('browser close-people.e2e.ts a cashier counts blind')).toBe(false);
  expect(fits('browser payments-gateway.e2e.ts in en, by keyboard alone')).toBe(false);
  expect(fits('browser accessibility.e2e.ts pages with a grid have no finding of axe')).toBe(false);
});

it('a changed file of the product chooses the folder of tests that has its name, or the one above', () => {
  expect(testsBeside(['electron/services/closing/begin.ts'])).toEqual(['test/electron/services/closing/']);
  expect(testsBeside(['electron/services/operations/movements/reversal.ts'])).toEqual([
    'test/electron/services/operations/',
  ]);
  expect(testsBeside(['renderer/features/closing/page.tsx'])).toEqual(['test/renderer/closing/']);
});

it('a changed test chooses itself, a helper its folder; end-to-end tests and documents choose none', () => {
  expect(testsBeside(['test/shared/money/money.test.ts', 'test/electron/rights/sample.ts'])).toEqual([
    'test/shared/money/money.test.ts',
    'test/electron/rights/',
  ]);
  expect(testsBeside(['test/e2e/practice.e2e.ts', 'README.md', 'test/run.ts'])).toEqual([]);
});

it.each([
  ['1/1', { index: 1, of: 1 }],
  ['2/3', { index: 2, of: 3 }],
  ['4/3', null],
  ['0/3', null],
  ['half', null],
])('%s as a part of a deep run', (text, part) => {
  expect(partOf(text)).toEqual(part);
});
