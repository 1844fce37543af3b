import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { gridText, gridWords } from '#renderer/components/grid-texts.ts';
import { useTexts } from '../reports/texts.ts';

const library = readFileSync(
  fileURLToPath(import.meta.resolve('ag-grid-community')).replace(/main\.[\w.]+$/, 'main.esm.mjs'),
  'utf8',
);
/** What the library tells of its keys, in English. */
const keysTold = [...library.matchAll(/"(aria\w+)", "(Press Space[^"]*)"/g)].map(
  ([, key = '', defaultValue = '']) => ({ key, defaultValue }),
);

test.each([
  ['en', /^Press Space/],
  ['ar', /مسافة/],
] as const)('what the grid tells of its keys is ours, in %s', async (language, said) => {
  await useTexts(language);
  const text = gridText(i18next.t);
  expect(keysTold.map(({ key }) => key)).toContain('ariaRowToggleSelection');
  for (const told of keysTold) {
    expect(gridWords, told.key).toContain(told.key);
    expect(text(told), told.key).toMatch(said);
    expect(text(told), told.key).not.toBe(told.defaultValue);
  }
});

test('what is no word stays as the library has it', async () => {
  await useTexts('ar');
  expect(gridText(i18next.t)({ key: 'thousandSeparator', defaultValue: ',' })).toBe(',');
});
