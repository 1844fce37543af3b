/** Settings: an index of its parts, a search over all of them, and the parts. A new part is a line in `useParts`. */
import { IconSearchOff } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useActiveProfile, useStatus } from '../../app-store.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { SearchInput } from '../../components/search-input.tsx';
import { useMay } from '../../people-store.ts';
import { AnswersSettings } from '../answers/index.tsx';
import { BackupSettings } from '../backup/index.tsx';
import { HeadOfficeSettings } from '../head-office/index.tsx';
import { NoticeSettings } from '../notices/index.tsx';
import { PeopleSettings, RulesSettings } from '../people/index.tsx';
import { PolicySettings } from '../policy/index.tsx';
import { PracticeSettings } from '../practice/index.tsx';
import { ReconciliationSettings } from '../reconciliation/index.tsx';
import { ReportFileSettings } from '../reports/index.tsx';
import { SupportSettings } from '../support/index.tsx';
import { UpdateSettings } from '../updates/index.tsx';
import { UpkeepSettings } from '../upkeep/index.tsx';
import { WordsSettings } from '../words/index.tsx';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { GatewayOperations } from './gateway-operations.tsx';
import { ProfilesSettings } from './profiles-settings.tsx';
import './settings.css';

const GROUPS = ['here', 'money', 'work', 'gateway', 'closeout'] as const;
type Group = (typeof GROUPS)[number];
type Part = { id: string; title: string; content: ReactNode };

/** Which parts belong together in the index; they stand in this order on the page. */
const GROUP_OF: Readonly<Record<string, Group>> = {
  appearance: 'here',
  policy: 'here',
  people: 'here',
  rules: 'here',
  reconciliation: 'money',
  words: 'money',
  files: 'money',
  upkeep: 'work',
  practice: 'work',
  notices: 'work',
  backup: 'work',
  merchants: 'gateway',
  'head-office': 'gateway',
  gateway: 'gateway',
  answers: 'gateway',
  updates: 'closeout',
  support: 'closeout',
  about: 'closeout',
};

function useParts(): Part[] {
  const { t } = useTranslation();
  const profile = useActiveProfile();
  const mayConnect = useMay('settings.profiles');
  const isSet = (useStatus()?.setByOrganisation ?? []).length > 0;
  return [
    { id: 'appearance', title: t('app.settings.appearance'), content: <Appearance /> },
    ...(isSet ? [{ id: 'policy', title: t('policy.title'), content: <PolicySettings /> }] : []),
    { id: 'people', title: t('people.list.title'), content: <PeopleSettings /> },
    { id: 'rules', title: t('people.rules.title'), content: <RulesSettings /> },
    {
      id: 'reconciliation',
      title: t('reconciliation.settings.title'),
      content: <ReconciliationSettings />,
    },
    ...(profile ? [{ id: 'words', title: t('words.title'), content: <WordsSettings /> }] : []),
    { id: 'files', title: t('reports.settings.title'), content: <ReportFileSettings /> },
    { id: 'upkeep', title: t('upkeep.settings.title'), content: <UpkeepSettings /> },
    ...(profile?.environment === 'practice'
      ? [{ id: 'practice', title: t('practice.title'), content: <PracticeSettings /> }]
      : []),
    { id: 'notices', title: t('notices.title'), content: <NoticeSettings /> },
    { id: 'backup', title: t('backup.title'), content: <BackupSettings /> },
    { id: 'merchants', title: t('profiles.title'), content: <ProfilesSettings /> },
    ...(profile
      ? [{ id: 'head-office', title: t('headOffice.title'), content: <HeadOfficeSettings /> }]
      : []),
    { id: 'gateway', title: t('app.settings.gateway'), content: <GatewayOperations /> },
    ...(profile && mayConnect.allowed
      ? [{ id: 'answers', title: t('answers.title'), content: <AnswersSettings /> }]
      : []),
    { id: 'updates', title: t('updates.title'), content: <UpdateSettings /> },
    { id: 'support', title: t('support.title'), content: <SupportSettings /> },
    { id: 'about', title: t('app.settings.about'), content: <About /> },
  ];
}

/** The part that a link leads to: it stands beside the address. */
function wantedPart(): string | null {
  const state: unknown = window.history.state;
  const part = typeof state === 'object' && state !== null && 'part' in state ? state.part : null;
  return typeof part === 'string' ? part : null;
}

const partOf = (list: HTMLElement | null, id: string) =>
  list?.querySelector<HTMLElement>(`[data-part="${id}"]`) ?? null;

/** Whatever a part says, also on its buttons and in its fields' names. */
const saysOf = (part: HTMLElement): string => `${part.ariaLabel} ${part.textContent}`.toLocaleLowerCase();

/** The first part whose head is in the upper third of the page, or the part that covers the upper third. */
function readPart(inSight: ReadonlySet<Element>, list: HTMLElement): Element | undefined {
  const shown = [...list.children].filter((part) => inSight.has(part));
  const top = list.parentElement?.getBoundingClientRect().top ?? 0;
  return shown.find((part) => part.getBoundingClientRect().top >= top) ?? shown[0];
}

/** Tells which part a person reads while they scroll. */
function useSeenPart(
  list: RefObject<HTMLElement | null>,
  parts: number,
  onSeen: (id: string | undefined) => void,
): void {
  useEffect(() => {
    const inSight = new Set<Element>();
    const seen = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) inSight.add(target);
          else inSight.delete(target);
        const part = list.current && readPart(inSight, list.current);
        if (part instanceof HTMLElement) onSeen(part.dataset['part']);
      },
      { root: list.current?.parentElement ?? null, rootMargin: '0px 0px -70% 0px' },
    );
    for (const part of list.current?.children ?? []) seen.observe(part);
    return () => seen.disconnect();
  }, [list, parts, onSeen]);
}

/** The parts that say what is looked for, or null for all. A part can get its words later than the person typed theirs. */
function useFound(
  list: RefObject<HTMLElement | null>,
  query: string,
): ReadonlySet<string | undefined> | null {
  const [found, setFound] = useState<ReadonlySet<string | undefined> | null>(null);
  const wanted = query.trim().toLocaleLowerCase();
  useEffect(() => {
    if (wanted === '') return;
    const parts = [...(list.current?.querySelectorAll<HTMLElement>('[data-part]') ?? [])];
    const look = () => {
      const saying = parts.filter((part) => saysOf(part).includes(wanted));
      setFound(new Set(saying.map(({ dataset }) => dataset['part'])));
    };
    look();
    const later = new MutationObserver(look);
    for (const part of parts) later.observe(part, { childList: true, characterData: true, subtree: true });
    return () => later.disconnect();
  }, [list, wanted]);
  return wanted === '' ? null : found;
}

type IndexProps = { parts: readonly Part[]; at: string | undefined; onGo: (id: string) => void };

function Index({ parts, at, onGo }: IndexProps) {
  const { t } = useTranslation();
  return (
    <nav className="settings-index" aria-label={t('app.settings.index')}>
      {GROUPS.map((group) => {
        const own = parts.filter(({ id }) => GROUP_OF[id] === group);
        if (own.length === 0) return null;
        return (
          <div key={group} role="group" aria-labelledby={`settings-${group}`}>
            <span id={`settings-${group}`} className="settings-group">
              {t(`app.settings.group.${group}`)}
            </span>
            {own.map(({ id, title }) => (
              <button key={id} type="button" aria-current={id === at || undefined} onClick={() => onGo(id)}>
                {title}
              </button>
            ))}
          </div>
        );
      })}
    </nav>
  );
}

export function SettingsPage() {
  const { t } = useTranslation();
  const parts = useParts();
  const list = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const found = useFound(list, query);
  const [at, setAt] = useState(parts[0]?.id);
  const go = (id: string) => {
    const part = partOf(list.current, id);
    part?.scrollIntoView({ block: 'start' });
    part?.focus({ preventScroll: true });
    setAt(id);
  };
  useSeenPart(list, parts.length, setAt);
  useEffect(() => {
    const wanted = wantedPart();
    if (wanted !== null) partOf(list.current, wanted)?.scrollIntoView({ block: 'start' });
  }, []);
  const isFound = (id: string) => found === null || found.has(id);
  return (
    <Page
      title={t('app.nav.settings')}
      actions={<SearchInput label={t('app.settings.search')} value={query} width={280} onChange={setQuery} />}
    >
      <div className="settings-frame">
        <Index parts={parts.filter(({ id }) => isFound(id))} at={at} onGo={go} />
        <div className="page-scroll">
          <div ref={list} className="settings-list">
            {parts.map(({ id, title, content }) => (
              <div
                key={id}
                data-part={id}
                role="region"
                aria-label={title}
                tabIndex={-1}
                hidden={!isFound(id)}
              >
                {content}
              </div>
            ))}
            {found?.size === 0 && (
              <EmptyState
                icon={<IconSearchOff size={32} />}
                title={t('app.settings.notFound', { text: query.trim() })}
                text={t('app.settings.notFoundText')}
              />
            )}
          </div>
        </div>
      </div>
    </Page>
  );
}
