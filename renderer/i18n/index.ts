/** Texts in English and Arabic, one file a feature; the key is `feature.place.meaning`. */
import i18next, { type PostProcessorModule } from 'i18next';
import { initReactI18next } from 'react-i18next';

const files = import.meta.glob<Record<string, unknown>>('../../resources/locales/*/*.json', {
  eager: true,
  import: 'default',
});

const texts: Record<string, Record<string, unknown>> = {};
for (const [path, content] of Object.entries(files)) {
  const [language = '', file = ''] = path.split('/').slice(-2);
  texts[language] = { ...texts[language], [file.replace('.json', '')]: content };
}

export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];

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
      fallbackLng: 'en',
      resources: Object.fromEntries(
        Object.entries(texts).map(([name, translation]) => [name, { translation }]),
      ),
      interpolation: { escapeValue: false },
      returnNull: false,
      postProcess: [oneFullStop.name],
    });
}

export const changeLanguage = (language: Language): Promise<unknown> => i18next.changeLanguage(language);
