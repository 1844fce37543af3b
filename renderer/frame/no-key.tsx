/** A tab that Closeout did not open: it has the page, and no way to the core. */
import { useTranslation } from 'react-i18next';
import './no-key.css';
import { directionOf, systemLanguage } from '../i18n/index.ts';

export function NoKey() {
  const { t } = useTranslation();
  const language = systemLanguage();
  return (
    <main className="no-key" lang={language} dir={directionOf(language)}>
      <h1>{t('app.noKey.title')}</h1>
      <p>{t('app.noKey.text')}</p>
    </main>
  );
}
