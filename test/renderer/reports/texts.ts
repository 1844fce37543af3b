/** The window's texts in a test, in one language. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '#renderer/i18n/index.ts';

const folder = join(import.meta.dirname, '../../../resources/locales');
const textsOf = (language: string) =>
  Object.fromEntries(
    readdirSync(join(folder, language)).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as unknown,
    ]),
  );

export async function useTexts(lng: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng,
    fallbackLng: 'en',
    resources: { en: { translation: textsOf('en') }, ar: { translation: textsOf('ar') } },
    interpolation: { escapeValue: false },
  });
}
