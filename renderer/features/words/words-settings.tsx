/** Settings: the way to the words of the gateway. */
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useActiveProfile } from '../../app-store.ts';

export function WordsSettings() {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  if (!profile) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="card-title">{t('words.title')}</h2>
        <Anchor component={Link} href="/settings/words" size="sm" className="push">
          {t('words.open')}
        </Anchor>
      </div>
      <p className="muted size-13 card-text">{t('words.text')}</p>
    </section>
  );
}
