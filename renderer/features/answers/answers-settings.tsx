/** Settings: the way to what this gateway answers. */
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useActiveProfile } from '../../app-store.ts';
import { useMay } from '../../people-store.ts';

export function AnswersSettings() {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  const may = useMay('settings.profiles');
  if (!profile || !may.allowed) return null;
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="card-title">{t('answers.title')}</h2>
        <Anchor component={Link} href="/settings/answers" size="sm" className="push">
          {t('answers.open')}
        </Anchor>
      </div>
      <p className="muted size-13 card-text">{t('answers.text')}</p>
    </section>
  );
}
