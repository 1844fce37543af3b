import { expect, test } from 'vitest';
import i18next from 'i18next';
import { settingsSchema } from '#shared/contract/app.ts';
import { branchSettingsSchema } from '#shared/contract/closing-day.ts';
import { limitsSchema } from '#shared/contract/people.ts';
import { reconciliationSettingsSchema } from '#shared/contract/reconciliation.ts';
import { changesText, settingName } from '#renderer/components/setting-texts.ts';
import type { Locale } from '#renderer/i18n/format.ts';
import { useTexts } from '../reports/texts.ts';

const english: Locale = { language: 'en', digits: 'latin' };
const arabic: Locale = { language: 'ar', digits: 'latin' };
const say = (locale: Locale, changed: unknown) => changesText(i18next.t, locale, { changed });

test.each(['en', 'ar'] as const)('every setting has a name, in %s', async (language) => {
  await useTexts(language);
  const names = [settingsSchema, branchSettingsSchema, limitsSchema, reconciliationSettingsSchema]
    .flatMap(({ shape }) => Object.keys(shape))
    .concat('lockAfterMinutes');
  expect(names.filter((name) => settingName(i18next.t, name) === name)).toEqual([]);
});

test('a change says which setting, what it was and what it is now', async () => {
  await useTexts('en');
  expect(say(english, { language: { from: 'system', to: 'ar' } })).toBe('Language: System → Arabic');
  expect(
    say(english, { tolerance: { from: [], to: ['EGP 1250.00'] }, countSlips: { from: true, to: false } }),
  ).toBe('Tolerance: none → EGP\u00a01,250.00 · Slips are counted: Off');
  const three = { tolerance: { from: [], to: [] }, countSlips: { from: true, to: false } };
  expect(say(english, { ...three, theme: { from: 'light', to: 'dark' } })).toBe(
    'Tolerance: none → none, and 2 more',
  );
  expect(say(english, { from: { from: null, to: '2026-11-01' } })).toBe(
    'First day compared: none → Sun, 1\u00a0Nov 2026',
  );
  await useTexts('ar');
  expect(say(arabic, { theme: { from: 'light', to: 'dark' } })).toBe('الوضع: من فاتح إلى داكن');
});

test('an entry of before changes were told, and one of another kind, say nothing of it', async () => {
  await useTexts('en');
  expect(say(english, ['cutOff', 'timeZone'])).toBeNull();
  expect(changesText(i18next.t, english, { what: 'learnt' })).toBeNull();
});
