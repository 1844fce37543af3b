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
