/** Texts in English and Arabic, one file a feature; the key is `feature.place.meaning`. */
import i18next, { type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { shownText } from '#shared/text/shown-text.ts';

export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

const texts: Record<Language, () => Promise<{ texts: Record<string, unknown> }>> = {
  en: () => import('./texts/en.ts'),
  ar: () => import('./texts/ar.ts'),
};

export const systemLanguage = (): Language =>
  navigator.language.toLowerCase().startsWith('ar') ? 'ar' : 'en';
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The Arabic sign of the pound ends in a full stop, which then ends a sentence, too. */
const oneFullStop: PostProcessorModule = {
  type: 'postProcessor',
  name: 'one-full-stop',
  process: (text: string) => text.replaceAll('ج.م..', 'ج.م.'),
};

export async function startTexts(language: Language): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(oneFullStop)
    .init({
      lng: language,
      resources: { [language]: { translation: (await texts[language]()).texts } },
      // React escapes what is inserted; here it is kept from turning its sentence about.
      interpolation: { escapeValue: true, escape: shownText },
      returnNull: false,
      postProcess: [oneFullStop.name],
    });
}

/** Loads the texts of a language that the window does not show yet, or never will. */
export async function loadTexts(language: Language): Promise<void> {
  if (!i18next.hasResourceBundle(language, 'translation'))
    i18next.addResourceBundle(language, 'translation', (await texts[language]()).texts);
}

/** Its texts are loaded. */
export const changeLanguage = (language: Language): Promise<unknown> => i18next.changeLanguage(language);
