/** The first run: what Closeout is, and the two ways to begin. */
import { Button, SegmentedControl } from '@mantine/core';
import { IconPlugConnected, IconSchool } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useApp, useLocale } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { orTell } from '../../components/tell-error.tsx';

export function WelcomePage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { language } = useLocale();
  const profiles = useApp((state) => state.profiles);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const open = async (what: string, start: () => ReturnType<typeof call<'profiles.activate'>>) => {
    setBusy(what);
    setError(null);
    const answer = await start();
    setBusy(null);
    if (answer.ok) navigate('/today');
    else setError(answer.error);
  };
  return (
    <div className="page-scroll">
      <div style={{ maxInlineSize: 860, margin: '6vh auto 0', display: 'grid', gap: 28 }}>
        <div style={{ display: 'flex', alignItems: 'flex-start', gap: 24 }}>
          <div>
            <h1 style={{ fontSize: 28, margin: '0 0 8px', fontWeight: 600 }}>{t('app.welcome.title')}</h1>
            <p className="muted" style={{ margin: 0, fontSize: 16, maxInlineSize: '60ch' }}>
              {t('app.welcome.text')}
            </p>
          </div>
          <SegmentedControl
            style={{ marginInlineStart: 'auto', flex: 'none' }}
            aria-label={t('app.settings.language')}
            value={language}
            onChange={(value) =>
              void orTell(call('app.settings.set', { language: value === 'ar' ? 'ar' : 'en' }))
            }
            data={[
              { value: 'en', label: 'English' },
              { value: 'ar', label: 'العربية' },
            ]}
          />
        </div>
        {error && <ErrorNotice error={error} />}
        <div
          style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(320px, 1fr))', gap: 20 }}
        >
          <section
            className="card"
            style={{ display: 'grid', gap: 12, gridTemplateRows: 'auto auto 1fr auto', padding: 24 }}
          >
            <IconSchool size={28} color="var(--accent)" />
            <h2 style={{ margin: 0, fontSize: 20 }}>{t('app.welcome.practice.title')}</h2>
            <p className="muted" style={{ margin: 0 }}>
              {t('app.welcome.practice.text')}
            </p>
            <Button
              loading={busy === 'practice'}
              onClick={() => void open('practice', () => call('profiles.startPractice', {}))}
            >
              {t('app.welcome.practice.action')}
            </Button>
          </section>
          <section
            className="card"
            style={{ display: 'grid', gap: 12, gridTemplateRows: 'auto auto 1fr auto', padding: 24 }}
          >
            <IconPlugConnected size={28} color="var(--accent)" />
            <h2 style={{ margin: 0, fontSize: 20 }}>{t('app.welcome.connect.title')}</h2>
            <p className="muted" style={{ margin: 0 }}>
              {t('app.welcome.connect.text')}
            </p>
            <Button variant="default" onClick={() => navigate('/connect')}>
              {t('app.welcome.connect.action')}
            </Button>
          </section>
        </div>
        {profiles.length > 0 && (
          <section>
            <h2 style={{ fontSize: 14 }} className="muted">
              {t('app.welcome.known')}
            </h2>
            <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
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
    </div>
  );
}
