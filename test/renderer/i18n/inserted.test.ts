import i18next from 'i18next';
import { expect, it } from 'vitest';
import { changeLanguage, languages, loadTexts, loadTextsOfPages, startTexts } from '#renderer/i18n/index.ts';

it('a name from the gateway keeps to itself in a sentence, in both languages', async () => {
  await startTexts('en');
  await loadTextsOfPages();
  for (const language of languages) {
    await loadTexts(language);
    await changeLanguage(language);
    const sentence = i18next.t('import.step.continue', { name: '\u202Eevil\u0007<b>\u2069' });
    expect(sentence).toContain('evil\uFFFD<b>');
    expect(sentence).not.toMatch(/[\u202A-\u202E\u2069]|\p{Cc}/u);
  }
});

it('an amount that ends an Arabic sentence brings its full stop, set apart or not', async () => {
  await startTexts('ar');
  i18next.addResource('ar', 'translation', 'ends', 'الصافي {{net}}.');
  for (const [net, said] of [
    ['5.00 ج.م.', 'الصافي 5.00 ج.م.'],
    ['\u20685.00 ج.م.\u2069', 'الصافي \u20685.00 ج.م.\u2069'],
    ['\u2068USD 5.00\u2069', 'الصافي \u2068USD 5.00\u2069.'],
  ])
    expect(i18next.t('ends', { net })).toBe(said);
});
