/** The first run: what Closeout is, and the two ways to begin. */
import { Button } from '@mantine/core';
import { IconPlugConnected, IconSchool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { languageNow, useApp } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { RestoreDialog } from '../backup/index.tsx';
import { useMay } from '../../people-store.ts';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { StoryProgress } from '../practice/index.tsx';
import { Showcase } from '../../components/showcase.tsx';
import './welcome.css';

export function WelcomePage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const profiles = useApp((state) => state.profiles);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [restoring, setRestoring] = useState(false);
  const mayRestore = useMay('settings.profiles').allowed;
  const isEmpty = profiles.every(({ environment }) => environment === 'practice');
  const open = async (what: string, start: () => ReturnType<typeof call<'profiles.activate'>>) => {
    setBusy(what);
    setError(null);
    const answer = await start();
    setBusy(null);
    if (answer.ok) navigate('/today');
    else setError(answer.error);
  };
  return (
    <div className="page-scroll with-showcase welcome-page">
      <div className="welcome">
        <div className="welcome-head">
          <div>
            <h1 className="welcome-title">{t('app.welcome.title')}</h1>
            <p className="muted welcome-text">{t('app.welcome.text')}</p>
          </div>
          <LanguageSwitch className="push" />
        </div>
        {error && <ErrorNotice error={error} />}
        <div className="welcome-choices">
          <section className="card welcome-choice">
            <IconSchool size={28} color="var(--accent)" />
            <h2 className="welcome-choice-title">{t('app.welcome.practice.title')}</h2>
            <p className="muted flush">{t('app.welcome.practice.text')}</p>
            <Button
              loading={busy === 'practice'}
              onClick={() =>
                void open('practice', () => call('profiles.startPractice', { language: languageNow() }))
              }
            >
              {t('app.welcome.practice.action')}
            </Button>
            {busy === 'practice' && <StoryProgress />}
          </section>
          <section className="card welcome-choice">
            <IconPlugConnected size={28} color="var(--accent)" />
            <h2 className="welcome-choice-title">{t('app.welcome.connect.title')}</h2>
            <p className="muted flush">{t('app.welcome.connect.text')}</p>
            <Button variant="outline" onClick={() => navigate('/connect')}>
              {t('app.welcome.connect.action')}
            </Button>
          </section>
        </div>
        {isEmpty && mayRestore && (
          <Button variant="subtle" className="welcome-restore" onClick={() => setRestoring(true)}>
            {t('backup.restore.open')}
          </Button>
        )}
        {restoring && <RestoreDialog onClose={() => setRestoring(false)} />}
        {profiles.length > 0 && (
          <section>
            <h2 className="muted size-14">{t('app.welcome.known')}</h2>
            <div className="row-8 flow">
              {profiles.map((profile) => (
                <Button
                  key={profile.id}
                  variant="default"
                  loading={busy === profile.id}
                  onClick={() =>
                    void open(profile.id, () => call('profiles.activate', { profileId: profile.id }))
                  }
                >
                  {profile.name} · {t(`app.environment.${profile.environment}`)}
                </Button>
              ))}
            </div>
          </section>
        )}
      </div>
      <Showcase />
    </div>
  );
}
