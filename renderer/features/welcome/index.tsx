/** The first run: what Closeout is, and the two ways to begin. */
import { Button } from '@mantine/core';
import { IconPlugConnected, IconRestore, IconSchool } from '@tabler/icons-react';
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

type OpenAnswer = ReturnType<typeof call<'profiles.activate'>>;
/** `what` names the button that waits for it. */
type Open = (what: string, start: () => OpenAnswer) => void;

/** Opens a profile and goes to Today, or says why it did not open. */
function useOpen(): { open: Open; busy: string | null; error: AppError | null } {
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const open = async (what: string, start: () => OpenAnswer) => {
    setBusy(what);
    setError(null);
    const answer = await start();
    setBusy(null);
    if (answer.ok) navigate('/today');
    else setError(answer.error);
  };
  return { open: (what, start) => void open(what, start), busy, error };
}

function Choices({ open, busy }: { open: Open; busy: string | null }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <div className="welcome-choices">
      <section className="card welcome-choice">
        <IconSchool size={28} color="var(--accent)" />
        <h2 className="welcome-choice-title">{t('app.welcome.practice.title')}</h2>
        <p className="muted flush">{t('app.welcome.practice.text')}</p>
        <Button
          loading={busy === 'practice'}
          onClick={() => open('practice', () => call('profiles.startPractice', { language: languageNow() }))}
        >
          {t('app.welcome.practice.action')}
        </Button>
        {busy === 'practice' && <StoryProgress />}
      </section>
      <section className="card welcome-choice">
        <IconPlugConnected size={28} color="var(--accent)" />
        <h2 className="welcome-choice-title">{t('app.welcome.connect.title')}</h2>
        <p className="muted flush">{t('app.welcome.connect.text')}</p>
        <Button variant="default" onClick={() => navigate('/connect')}>
          {t('app.welcome.connect.action')}
        </Button>
      </section>
    </div>
  );
}

/** On a PC without a merchant a backup can be restored. */
function Restore() {
  const { t } = useTranslation();
  const hasMerchant = useApp(({ profiles }) =>
    profiles.some(({ environment }) => environment !== 'practice'),
  );
  const mayRestore = useMay('settings.profiles').allowed;
  const [opened, setOpened] = useState(false);
  return (
    <>
      {!hasMerchant && mayRestore && (
        <Button
          variant="default"
          className="welcome-restore"
          leftSection={<IconRestore size={16} />}
          onClick={() => setOpened(true)}
        >
          {t('backup.restore.open')}
        </Button>
      )}
      {opened && <RestoreDialog onClose={() => setOpened(false)} />}
    </>
  );
}

function KnownProfiles({ open, busy }: { open: Open; busy: string | null }) {
  const { t } = useTranslation();
  const profiles = useApp((state) => state.profiles);
  if (profiles.length === 0) return null;
  return (
    <section>
      <h2 className="muted size-14">{t('app.welcome.known')}</h2>
      <div className="row-8 flow">
        {profiles.map((profile) => (
          <Button
            key={profile.id}
            variant="default"
            loading={busy === profile.id}
            onClick={() => open(profile.id, () => call('profiles.activate', { profileId: profile.id }))}
          >
            {profile.name} · {t(`app.environment.${profile.environment}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}

export function WelcomePage() {
  const { t } = useTranslation();
  const { open, busy, error } = useOpen();
  return (
    <div className="page-scroll with-showcase welcome-page">
      <div className="welcome">
        <div className="welcome-head">
          <LanguageSwitch className="push" />
          <div>
            <h1 className="welcome-title">{t('app.welcome.title')}</h1>
            <p className="muted welcome-text">{t('app.welcome.text')}</p>
          </div>
        </div>
        {error && <ErrorNotice error={error} />}
        <Choices open={open} busy={busy} />
        <Restore />
        <KnownProfiles open={open} busy={busy} />
      </div>
      <Showcase />
    </div>
  );
}
