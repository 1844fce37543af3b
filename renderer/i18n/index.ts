/** Texts in English and Arabic, one file a feature; the key is `feature.place.meaning`. */
import i18next, { type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { shownText } from '#shared/text/shown-text.ts';

export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

type Load = () => Promise<{ texts: Record<string, unknown> }>;
const texts: Record<Language, Load> = {
  en: () => import('./texts/en.ts'),
  ar: () => import('./texts/ar.ts'),
};
const textsOfPages: Record<Language, Load> = {
  en: () => import('./texts/pages-en.ts'),
  ar: () => import('./texts/pages-ar.ts'),
};
/** Under way from when somebody signs in: the first screen is shown without the texts of the pages behind it. */
let pagesLoad: Promise<unknown> | null = null;

export const systemLanguage = (): Language =>
  navigator.language.toLowerCase().startsWith('ar') ? 'ar' : 'en';
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The Arabic sign of the pound ends in a full stop, which then ends a sentence, too: also where the amount is set apart (isolated.ts). */
const oneFullStop: PostProcessorModule = {
  type: 'postProcessor',
  name: 'one-full-stop',
  process: (text: string) => text.replace(/ج\.م\.(\u2069?)\./g, 'ج.م.$1'),
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

const isLoaded = (language: Language): boolean => i18next.hasResourceBundle(language, 'translation');

async function addTextsOfPages(language: Language): Promise<void> {
  const { texts: ofPages } = await textsOfPages[language]();
  i18next.addResourceBundle(language, 'translation', ofPages, true);
}

/** Loads the texts of a language that the window does not show yet, or never will. */
export async function loadTexts(language: Language): Promise<void> {
  if (isLoaded(language)) return;
  const [first, ofPages] = await Promise.all([texts[language](), pagesLoad && textsOfPages[language]()]);
  const loaded = { ...first.texts, ...(ofPages && ofPages.texts) };
  i18next.addResourceBundle(language, 'translation', loaded, true);
  // The pages came while the texts were on their way.
  if (pagesLoad && !ofPages) await addTextsOfPages(language);
}

/** Loads the texts of the pages once, in each language that is loaded. What is loaded later comes with them. */
export const loadTextsOfPages = (): Promise<unknown> =>
  (pagesLoad ??= Promise.all(languages.filter(isLoaded).map(addTextsOfPages)));

/** Its texts are loaded. */
export const changeLanguage = (language: Language): Promise<unknown> => i18next.changeLanguage(language);
