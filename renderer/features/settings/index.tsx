/** Settings: how it looks and reads, the profiles, what is documented and what is assumed. */
import { Badge, Group, SegmentedControl, Table } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ConnectionCheck, Profile } from '#shared/contract/profiles.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { useActiveProfile, useApp, useSettings, useStatus } from '../../app-store.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { IdText } from '../../components/id-text.tsx';
import { Page } from '../../components/page.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { NoticeSettings } from '../notices/index.tsx';
import { PeopleSettings, RulesSettings } from '../people/index.tsx';
import { useMay } from '../../people-store.ts';
import { PracticeSettings } from '../practice/index.tsx';
import { CheckList } from '../profiles/index.tsx';
import { ReconciliationSettings } from '../reconciliation/index.tsx';
import { ReportFileSettings } from '../reports/index.tsx';
import { UpkeepSettings } from '../upkeep/index.tsx';
import { WordsSettings } from '../words/index.tsx';
import { ProfileEditor } from './profile-editor.tsx';
import './settings.css';

type Choice = { value: string; label: string };

function Choose({
  label,
  value,
  data,
  onChange,
}: {
  label: string;
  value: string;
  data: Choice[];
  onChange: (value: string) => void;
}) {
  return (
    <div className="setting-choice">
      <span className="setting-name">{label}</span>
      <SegmentedControl aria-label={label} value={value} data={data} onChange={onChange} />
    </div>
  );
}

function Appearance() {
  const { t } = useTranslation();
  const settings = useSettings();
  const set = (change: object) => void orTell(call('app.settings.set', change));
  return (
    <section className="card stack">
      <h2 className="card-title">{t('app.settings.appearance')}</h2>
      <Choose
        label={t('app.settings.language')}
        value={settings.language}
        onChange={(language) => set({ language })}
        data={[
          { value: 'system', label: t('app.settings.system') },
          { value: 'en', label: 'English' },
          { value: 'ar', label: 'العربية' },
        ]}
      />
      <Choose
        label={t('app.settings.theme')}
        value={settings.theme}
        onChange={(theme) => set({ theme })}
        data={[
          { value: 'system', label: t('app.settings.system') },
          { value: 'light', label: t('app.theme.light') },
          { value: 'dark', label: t('app.theme.dark') },
        ]}
      />
      <Choose
        label={t('app.settings.digits')}
        value={settings.digits}
        onChange={(digits) => set({ digits })}
        data={[
          { value: 'latin', label: '123' },
          { value: 'arabic', label: '١٢٣' },
        ]}
      />
    </section>
  );
}

function ProfileRow({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const active = useActiveProfile();
  const guard = useMay('settings.profiles');
  const [checks, setChecks] = useState<ConnectionCheck[] | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [busy, setBusy] = useState(false);
  const [editing, setEditing] = useState(false);
  const check = async () => {
    setBusy(true);
    setError(null);
    const answer = await call('profiles.checkConnection', { profileId: profile.id });
    setBusy(false);
    if (answer.ok) setChecks(answer.value.checks);
    else setError(answer.error);
  };
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
            onClick={() => void check()}
          >
            {t('profiles.form.check')}
          </GuardedButton>
          <GuardedButton guard={guard} size="xs" variant="default" onClick={() => setEditing(true)}>
            {t('app.actions.edit')}
          </GuardedButton>
        </Group>
      </div>
      {error && <ErrorNotice error={error} />}
      {checks && <CheckList checks={checks} />}
      <ProfileEditor profile={profile} opened={editing} onClose={() => setEditing(false)} />
    </div>
  );
}

type Operations = OutputOf<'app.gatewayOperations'>['operations'];

function GatewayOperations() {
  const { t } = useTranslation();
  const [operations, setOperations] = useState<Operations>([]);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    void call('app.gatewayOperations', {}).then((answer) =>
      answer.ok ? setOperations(answer.value.operations) : setError(answer.error),
    );
  }, []);
  return (
    <section className="card">
      <h2 className="card-title below-6">{t('app.settings.gateway')}</h2>
      <p className="muted size-13 card-text">{t('app.settings.gatewayText')}</p>
      {error && <ErrorNotice error={error} />}
      <Table verticalSpacing={6}>
        <Table.Tbody>
          {operations.map((operation) => (
            <Table.Tr key={operation.name}>
              <Table.Td>
                <bdi dir="ltr" className="id">
                  {operation.method} {operation.path}
                </bdi>
              </Table.Td>
              <Table.Td>{t(`app.settings.host.${operation.host}`)}</Table.Td>
              <Table.Td>
                {operation.overruled
                  ? t('app.settings.overruled')
                  : operation.source.startsWith('documented')
                    ? t('app.settings.documented', { section: operation.source.replace('documented ', '') })
                    : t('app.settings.assumed')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

export function SettingsPage() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const status = useStatus();
  const profiles = useApp((state) => state.profiles);
  const mayConnect = useMay('settings.profiles');
  return (
    <Page title={t('app.nav.settings')}>
      <div className="page-scroll settings-list">
        <Appearance />
        <PracticeSettings />
        <PeopleSettings />
        <RulesSettings />
        <ReconciliationSettings />
        <WordsSettings />
        <ReportFileSettings />
        <UpkeepSettings />
        <NoticeSettings />
        <section className="card">
          <div className="card-head">
            <h2 className="card-title">{t('profiles.title')}</h2>
            <span className="push">
              <GuardedButton guard={mayConnect} size="xs" onClick={() => navigate('/connect')}>
                {t('app.band.connectAnother')}
              </GuardedButton>
            </span>
          </div>
          {profiles.map((profile) => (
            <ProfileRow key={profile.id} profile={profile} />
          ))}
        </section>
        <GatewayOperations />
        <section className="card">
          <h2 className="card-title below-12">{t('app.settings.about')}</h2>
          <dl className="facts">
            <dt>{t('app.settings.version')}</dt>
            <dd>
              <IdText value={status?.version ?? null} /> ·{' '}
              {status && t(`app.settings.hostKind.${status.host}`)}
            </dd>
            <dt>{t('app.settings.dataFolder')}</dt>
            <dd>
              <IdText value={status?.dataFolder ?? null} copyable />
            </dd>
            <dt>{t('app.settings.keychain')}</dt>
            <dd>{status && t(`app.settings.keychainState.${status.keychain}`)}</dd>
          </dl>
        </section>
      </div>
    </Page>
  );
}
