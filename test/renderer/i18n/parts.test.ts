/** The texts come in two parts, one for any screen and one for the pages: together they are all, in each language alike. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { texts as arabic } from '#renderer/i18n/texts/ar.ts';
import { texts as english } from '#renderer/i18n/texts/en.ts';
import { texts as arabicPages } from '#renderer/i18n/texts/pages-ar.ts';
import { texts as englishPages } from '#renderer/i18n/texts/pages-en.ts';

const folder = join(import.meta.dirname, '../../../resources/locales');

it.each([
  ['en', english, englishPages],
  ['ar', arabic, arabicPages],
] as const)('%s', (language, first, ofPages) => {
  const features = readdirSync(join(folder, language)).map((file) => file.replace('.json', ''));
  expect([...Object.keys(first), ...Object.keys(ofPages)].sort()).toEqual(features.sort());
  expect(Object.keys(ofPages)).toEqual(Object.keys(englishPages));
});
