/** Ctrl+K: the actions of the page that is open, the places, terminals, language and theme, by name. */
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconArrowNarrowRight,
  IconDeviceMobileDollar,
  IconLanguage,
  IconMoon,
  IconRefresh,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { orTell } from '../components/tell-error.tsx';
import { useListedTerminals } from '../components/terminal-names.tsx';
import { paletteStore, useFound } from './found.tsx';
import { HEARD_CHOICE, heardField, heardList, useHeardList } from './heard-list.ts';
import { pageActions, type PageAction } from './page-actions.ts';
import { askRefresh } from './refresh.ts';
import { keyText, places as everyPlace } from './places.tsx';

/** The palette gives the focus back as it closes: only then can a field of the page take it. */
const AFTER_CLOSING_MS = 80;

function useLooks(): SpotlightActionData[] {
  const { t } = useTranslation();
  const set = (settings: { language?: 'en' | 'ar'; theme?: 'light' | 'dark' }) =>
    void orTell(call('app.settings.set', settings));
  const language = <IconLanguage size={18} />;
  return [
    { id: 'en', label: 'English', leftSection: language, onClick: () => set({ language: 'en' }) },
    { id: 'ar', label: 'العربية', leftSection: language, onClick: () => set({ language: 'ar' }) },
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
  ];
}

/** The places, each with its other tabs below it. */
function usePlaces(): SpotlightActionData[] {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return everyPlace.flatMap(({ path, text, code, icon: Icon, tabs = [] }) => [
    {
      id: path,
      label: t(text),
      rightSection: <kbd dir="ltr">{keyText(code)}</kbd>,
      leftSection: <Icon size={18} />,
      onClick: () => navigate(path),
    },
    ...tabs.slice(1).map((tab) => ({
      id: tab.path,
      label: `${t(text)} · ${t(tab.text)}`,
      leftSection: <Icon size={18} />,
      onClick: () => navigate(tab.path),
    })),
  ]);
}

export function Palette() {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const terminals = useListedTerminals();
  const looks = useLooks();
  const places = usePlaces();
  const [here, setHere] = useState<PageAction[]>([]);
  const [query, setQuery] = useState('');
  const found = useFound(query);
  const actions: SpotlightActionGroupData[] = [
    ...found.groups,
    {
      group: t('app.palette.here'),
      actions: [
        ...here.map(({ name, run }) => ({
          id: `here-${name}`,
          label: name,
          leftSection: <IconArrowNarrowRight size={18} className="mirror" />,
          onClick: () => setTimeout(run, AFTER_CLOSING_MS),
        })),
        {
          id: 'refresh',
          label: t('app.actions.refresh'),
          rightSection: <kbd dir="ltr">F5</kbd>,
          leftSection: <IconRefresh size={18} />,
          onClick: askRefresh,
        },
      ],
    },
    { group: t('app.palette.places'), actions: places },
    {
      group: t('app.palette.terminals'),
      actions: terminals.map((terminal) => ({
        id: `terminal-${terminal.terminalId}`,
        label: terminal.label,
        description: terminal.terminalId,
        leftSection: <IconDeviceMobileDollar size={18} />,
        onClick: () => navigate(`/terminals/${encodeURIComponent(terminal.terminalId)}`),
      })),
    },
    { group: t('app.palette.looks'), actions: looks },
  ].map(({ group, actions: some }) => ({
    group,
    actions: some.map((action) => ({ ...HEARD_CHOICE, ...action })),
  }));
  useHeardList(t('app.band.find'));
  return (
    <Spotlight
      store={paletteStore}
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod + K"
      tagsToIgnore={[]}
      limit={40}
      scrollable
      maxHeight={480}
      highlightQuery
      onSpotlightOpen={() => setHere(pageActions(document.querySelector('main') ?? document))}
      nothingFound={t(found.isLooking ? 'app.palette.looking' : 'app.palette.nothing')}
      searchProps={{
        ...heardField,
        'aria-label': t('app.palette.placeholder'),
        leftSection: <IconSearch size={18} />,
        placeholder: t('app.palette.placeholder'),
      }}
      scrollAreaProps={heardList(t('app.band.find'))}
    />
  );
}
