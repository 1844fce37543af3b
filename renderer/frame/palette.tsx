/** Ctrl+K: sections, terminals, profiles, language and theme by name. */
import { Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import {
  IconDeviceMobileDollar,
  IconLanguage,
  IconMoon,
  IconRefresh,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Terminal } from '#shared/contract/terminals.ts';
import { call, on, toldElsewhere } from '../api/client.ts';
import { useActiveProfile } from '../app-store.ts';
import { orTell } from '../components/tell-error.tsx';
import { askRefresh } from './refresh.ts';
import { keyText, sections } from './sections.tsx';

function useTerminals(): Terminal[] {
  const profile = useActiveProfile();
  const [terminals, setTerminals] = useState<Terminal[]>([]);
  useEffect(() => {
    if (!profile) return;
    const load = () =>
      void toldElsewhere(call('terminals.list', {}), 'the page of the terminals').then((list) => {
        if (list) setTerminals(list.terminals);
      });
    load();
    return on('terminals.changed', ({ terminalIds }) => terminalIds === null && load());
  }, [profile]);
  return terminals;
}

export function Palette() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const terminals = useTerminals();
  const set = (settings: { language?: 'en' | 'ar'; theme?: 'light' | 'dark' }) =>
    void orTell(call('app.settings.set', settings));
  const actions: SpotlightActionData[] = [
    ...sections.map(({ path, text, code, icon: Icon }) => ({
      id: path,
      label: t(text),
      rightSection: <kbd dir="ltr">{keyText(code)}</kbd>,
      leftSection: <Icon size={18} />,
      onClick: () => navigate(path),
    })),
    {
      id: 'refresh',
      label: t('app.actions.refresh'),
      leftSection: <IconRefresh size={18} />,
      onClick: askRefresh,
    },
    {
      id: 'en',
      label: 'English',
      leftSection: <IconLanguage size={18} />,
      onClick: () => set({ language: 'en' }),
    },
    {
      id: 'ar',
      label: 'العربية',
      leftSection: <IconLanguage size={18} />,
      onClick: () => set({ language: 'ar' }),
    },
    {
      id: 'light',
      label: t('app.theme.light'),
      leftSection: <IconSun size={18} />,
      onClick: () => set({ theme: 'light' }),
    },
    {
      id: 'dark',
      label: t('app.theme.dark'),
      leftSection: <IconMoon size={18} />,
      onClick: () => set({ theme: 'dark' }),
    },
    ...terminals.map((terminal) => ({
      id: `terminal-${terminal.terminalId}`,
      label: terminal.label,
      description: terminal.terminalId,
      leftSection: <IconDeviceMobileDollar size={18} />,
      onClick: () => navigate(`/terminals/${encodeURIComponent(terminal.terminalId)}`),
    })),
  ];
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      tagsToIgnore={[]}
      limit={9}
      highlightQuery
      nothingFound={t('app.palette.nothing')}
      searchProps={{ leftSection: <IconSearch size={18} />, placeholder: t('app.palette.placeholder') }}
    />
  );
}
