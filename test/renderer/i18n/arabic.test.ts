import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../resources/locales/ar');

type Texts = { [key: string]: Texts | string };
function flat(texts: Texts, path: string): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]) => {
    const at = `${path}.${key}`;
    return typeof value === 'string' ? [[at, value] as [string, string]] : flat(value, at);
  });
}
const arabic = readdirSync(folder).flatMap((file) =>
  flat(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts, file.replace('.json', '')),
);
/** What i18next fills in or looks up is no text of this language. */
const withoutPlaces = (text: string) => text.replace(/\{\{[^}]*\}\}|\$t\([^)]*\)/g, '');
const where = (found: [string, string][]) => found.map(([key, text]) => `${key}: ${text}`);

/** Names, formats, keys of the keyboard, and codes that an Egyptian accountant writes in Latin letters, too. */
const latinWords = new Set(
  `Closeout Chromium Chrome Edge PDF CSV XLSX XLS Excel Parquet CAMT MT940 UTF Windows SHA API IP DOCTYPE XML POS ERP CIB EGP
   OFX QFX QIF BAI2 CODA CFONB ZIP SWIFT HTML ISO
   Z X A4 F5 Tab Ctrl Enter Alt Esc Space G J K D DR C CR big endian Payment key RRN TEST LIVE PR INV ORD PL DIR data
   gateway profile json backups journal anchor exceptions https http api example com xlsx xls Africa Cairo removed
   JSON safe mode refund PENDING PARTIALLY TRANSFERRED HMAC SHA256 x signature signatureKeys Transfer`
    .split(/\s+/)
    .filter(Boolean),
);

test('Latin words in Arabic texts are names, formats and codes', () => {
  const found = arabic.filter(([, text]) => {
    const words = withoutPlaces(text).match(/[A-Za-z][A-Za-z0-9]*/g) ?? [];
    return words.some((word) => !latinWords.has(word));
  });
  expect(where(found)).toEqual([]);
});

test('Arabic words are separated by Arabic commas, semicolons and question marks', () => {
  const found = arabic.filter(([, text]) => /[\u0621-\u064A][,;?]/.test(withoutPlaces(text)));
  expect(where(found)).toEqual([]);
});

test('“This PC” and “this terminal” have different words', () => {
  const aboutATerminal = new Set([
    'errors.movement.terminal-busy.title',
    'errors.movement.nothing-outstanding.title',
    'errors.gateway.foreign-terminal.title',
    'errors.gateway.not-offered.title_terminals-transactions',
    'operations.many.stop',
    'terminals.empty.transactionsText',
  ]);
  const found = arabic.filter(([key, text]) => text.includes('هذا الجهاز') && !aboutATerminal.has(key));
  expect(where(found)).toEqual([]);
});

test('an operation is never called by the word for a transaction', () => {
  const found = arabic.filter(([, text]) => /(?<!\p{L})(?:ال)?حرك(?:ة|ات)(?!\p{L})/u.test(text));
  expect(where(found)).toEqual([]);
});

test('the administrator is not called by the word for the owner of an exception', () => {
  const found = arabic.filter(
    ([key, text]) => text.includes('المسؤول') && !key.startsWith('reconciliation.'),
  );
  expect(where(found)).toEqual([]);
});

test('a number before an Arabic noun has the plural forms', () => {
  // A number after “رقم” is a name. “ليست” goes with every number.
  const NOUN_AFTER_NUMBER =
    /(?<!رقم (?:Z )?)\{\{(number|count|rows|total|minutes|seconds|hours|days)\}\} (?!من |في |إلى |حتى |ليست )[\u0621-\u064A]{3,}/;
  const found = arabic.filter(
    ([key, text]) => !/_(zero|one|two|few|many|other)$/.test(key) && NOUN_AFTER_NUMBER.test(text),
  );
  expect(where(found)).toEqual([]);
});

test('a card transaction has one word, and the expected money another than what is awaited', () => {
  const found = arabic.filter(([, text]) => /معامل(?:ة|ات)|المنتظر(?!ة)|مردود/.test(text));
  expect(where(found)).toEqual([]);
});
