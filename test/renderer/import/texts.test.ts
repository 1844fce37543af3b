import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { useTexts } from '../reports/texts.ts';
import {
  cellProblems,
  csvDelimiters,
  dateOrders,
  decimalStyles,
  importEncodings,
  importFormats,
  importKinds,
  importStatuses,
  importWarnings,
  lineFields,
  skipReasons,
} from '#shared/domain/statement.ts';
import { delimiterKey } from '#renderer/features/import/delimiter-key.ts';

Object.assign(globalThis, {
  location: { hash: '#/reconcile/import' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { problemSaid } = await import('#renderer/features/import/preview-columns.tsx');

const folder = join(import.meta.dirname, '../../../resources/locales');
const keys = [
  ...cellProblems.flatMap((problem) => [
    `problem.${problem}.title`,
    `problem.${problem}.said`,
    `problem.${problem}.next`,
  ]),
  ...dateOrders.map((order) => `dateOrder.${order}`),
  ...decimalStyles.map((style) => `decimals.${style}`),
  ...importEncodings.map((encoding) => `encoding.${encoding}`),
  ...importFormats.map((format) => `format.${format}`),
  ...importKinds.flatMap((kind) => [
    `kind.${kind}`,
    `kind.text.${kind}`,
    `source.example.${kind}`,
    `total.credit.${kind}`,
    `total.debit.${kind}`,
  ]),
  ...importStatuses.map((status) => `status.${status}`),
  ...importWarnings.flatMap((warning) => [`warning.${warning}.title`, `warning.${warning}.text`]),
  ...lineFields.map((field) => `field.${field}`),
  ...skipReasons.flatMap((reason) => [`skip.${reason}`, `skipText.${reason}`, `skipCount.${reason}_other`]),
].map((key) => `import.${key}`);

describe.each(['en', 'ar'])('the words of an import in %s', (language) => {
  it('name every format, field, problem, reason and warning there is', async () => {
    const texts = i18next.createInstance();
    const content: unknown = JSON.parse(readFileSync(join(folder, language, 'import.json'), 'utf8'));
    await texts.init({
      lng: language,
      resources: { [language]: { translation: { import: content } } },
    });
    const wanted = [...keys, ...csvDelimiters.map(delimiterKey)];
    expect(wanted.filter((key) => !texts.exists(key))).toEqual([]);
  });
});

it.each(['en', 'ar'] as const)(
  'what cannot be read is a sentence with its row and its text in %s',
  async (language) => {
    await useTexts(language);
    const bad = { field: 'credit', column: 3, problem: 'amount-not-understood', text: '12-30' } as const;
    const locale = { language, digits: 'latin' } as const;
    expect(problemSaid(i18next.t, bad, 5, locale).replace(/[\u2066-\u2069]/g, '')).toBe(
      language === 'en' ? 'Row 5: “12-30” is not an amount' : 'السطر 5: «12-30» ليس مبلغًا',
    );
  },
);
