import { expect, test } from 'vitest';
import i18next from 'i18next';
import { auditActions } from '#electron/audit/entry.ts';
import { actionText } from '#renderer/components/event-texts.ts';
import { useTexts } from '../reports/texts.ts';

test.each(['en', 'ar'] as const)('no entry of the record is shown as its code, in %s', async (language) => {
  await useTexts(language);
  const shown = auditActions.map((action) => actionText(i18next.t, action));
  expect(shown).toHaveLength(auditActions.length);
  expect(shown.filter((text) => /^[\w-]+[.-][\w.-]+$/.test(text))).toEqual([]);
  expect(new Set(shown).size).toBe(auditActions.length);
});

test('an action of a newer Closeout has words, too', async () => {
  await useTexts('en');
  expect(actionText(i18next.t, 'record.continued')).toBe('Record continued after a crash');
  expect(actionText(i18next.t, 'drawer.opened')).toBe('Entry from a newer version of Closeout');
});

test('an entry that an earlier Closeout wrote under another name has its words', async () => {
  await useTexts('en');
  expect(actionText(i18next.t, 'checkout.made')).toBe('Made at the gateway');
  expect(actionText(i18next.t, 'catalogue.delete-not-known')).toBe('Not known whether it was deleted');
});
