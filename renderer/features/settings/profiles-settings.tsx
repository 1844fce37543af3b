/** Settings: the merchants of this PC, and whether each connection works. */
import { Badge, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile, useApp } from '../../app-store.ts';
import { useAsk } from '../../components/asked.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { useMay } from '../../people-store.ts';
import { CheckList } from '../profiles/index.tsx';
import { ProfileEditor } from './profile-editor.tsx';

function ProfileRow({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const active = useActiveProfile();
  const guard = useMay('settings.profiles');
  const { value: checked, error, busy, ask } = useAsk<OutputOf<'profiles.checkConnection'>>();
  const [editing, setEditing] = useState(false);
  return (
    <div className="profile-row">
      <div className="row">
        <div>
          <strong>{profile.name}</strong>{' '}
          <Badge
            variant="light"
            color={
              profile.environment === 'practice' ? 'blue' : profile.environment === 'test' ? 'orange' : 'dark'
            }
          >
            {t(`app.environment.${profile.environment}`)}
          </Badge>
          {profile.id === active?.id && <span className="muted"> · {t('profiles.open')}</span>}
          <div className="muted size-13">
            <IdText value={profile.merchantId} /> · <IdText value={profile.dashboardUrl} /> ·{' '}
            {t('profiles.form.secretKey')}: {t(`profiles.key.${profile.keys.secretKey}`)}
          </div>
        </div>
        <Group gap={8} className="push no-flow">
          <GuardedButton
            guard={guard}
            size="xs"
            variant="default"
            loading={busy}
            onClick={() => void ask(call('profiles.checkConnection', { profileId: profile.id }))}
          >
            {t('profiles.form.check')}
          </GuardedButton>
          <GuardedButton guard={guard} size="xs" variant="default" onClick={() => setEditing(true)}>
            {t('app.actions.edit')}
          </GuardedButton>
        </Group>
      </div>
      {error && <ErrorNotice error={error} />}
      {checked && <CheckList checks={checked.checks} />}
      <ProfileEditor profile={profile} opened={editing} onClose={() => setEditing(false)} />
    </div>
  );
}

export function ProfilesSettings() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const profiles = useApp((state) => state.profiles);
  const mayConnect = useMay('settings.profiles');
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="card-title">{t('profiles.title')}</h2>
        <span className="push">
          <GuardedButton guard={mayConnect} size="xs" variant="default" onClick={() => navigate('/connect')}>
            {t('app.band.connectAnother')}
          </GuardedButton>
        </span>
      </div>
      {profiles.map((profile) => (
        <ProfileRow key={profile.id} profile={profile} />
      ))}
    </section>
  );
}
