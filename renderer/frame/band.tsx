/** The band across the top: which world this is, finding, what is not known, whether the gateway answers. */
import { useCounted } from '../components/counted.ts';
import { Menu } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconCloudCheck,
  IconCloudOff,
  IconPlus,
  IconQuestionMark,
  IconSearch,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { palette } from './found.tsx';
import { useActiveProfile, useApp, useStatus } from '../app-store.ts';
import { MenuItem } from '../components/menu-item.tsx';
import { orTell } from '../components/tell-error.tsx';
import { HeadOfficeState } from '../features/head-office/index.tsx';
import { NoticeBell } from '../features/notices/index.tsx';
import { useMay } from '../people-store.ts';
import { PersonMenu } from '../features/people/index.tsx';

function ProfileMenu() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const active = useActiveProfile();
  const mayConnect = useMay('settings.profiles').allowed;
  const profiles = useApp((state) => state.profiles);
  const open = async (profileId: string) => {
    if (await orTell(call('profiles.activate', { profileId }))) navigate('/today');
  };
  const name = active?.name ?? t('app.band.noProfile');
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <button type="button" className="band-button" aria-label={t('app.band.switchProfile', { name })}>
          {name} <IconChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {profiles.map((profile) => (
          <Menu.Item
            key={profile.id}
            onClick={() => void open(profile.id)}
            rightSection={profile.id === active?.id ? <IconCheck size={16} /> : undefined}
          >
            {profile.name} <span className="muted">· {t(`app.environment.${profile.environment}`)}</span>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <MenuItem
          disabled={!mayConnect}
          leftSection={<IconPlus size={16} />}
          onClick={() => navigate('/connect')}
        >
          {t('app.band.connectAnother')}
        </MenuItem>
      </Menu.Dropdown>
    </Menu>
  );
}

function Link() {
  const { t } = useTranslation();
  const connection = useStatus()?.connection.state;
  if (connection === undefined || connection === 'not-checked') return null;
  const online = connection === 'online';
  return (
    <span className="inline-row" role="status">
      {online ? <IconCloudCheck size={18} /> : <IconCloudOff size={18} />}
      {online ? t('app.band.online') : t('app.band.offline')}
    </span>
  );
}

export function Band() {
  const { t } = useTranslation();
  const counted = useCounted();
  const [, navigate] = useLocation();
  const profile = useActiveProfile();
  const unknown = useStatus()?.unknownOperations ?? 0;
  return (
    <div className="band" data-environment={profile?.environment ?? 'none'} role="banner">
      <span className="band-name">{profile ? t(`app.environment.${profile.environment}`) : 'Closeout'}</span>
      {profile && <ProfileMenu />}
      {profile ? (
        <button type="button" className="band-button band-find" onClick={() => palette.open()}>
          <IconSearch size={16} /> {t('app.band.find')}
          {/* The direction of the key alone: that of the page decides at which end it stands. */}
          <kbd className="band-key">
            <bdi dir="ltr">Ctrl+K</bdi>
          </kbd>
        </button>
      ) : (
        <span className="grow" />
      )}
      {unknown > 0 && (
        <button type="button" className="band-button band-unknown" onClick={() => navigate('/operations')}>
          <IconQuestionMark size={16} /> {t('app.band.unknown', counted(unknown))}
        </button>
      )}
      {profile && <HeadOfficeState />}
      {profile && <Link />}
      {profile && <NoticeBell profileId={profile.id} />}
      <PersonMenu />
    </div>
  );
}
