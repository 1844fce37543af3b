/** What the frame and every page need to know: status, settings, profiles, the time. */
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import type { Settings, Status } from '#shared/contract/app.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on, onLink, tellEveryChange } from './api/client.ts';
import { changeLanguage, loadTexts, systemLanguage, type Language } from './i18n/index.ts';
import type { Locale } from './i18n/format.ts';
import type { Right } from '#shared/domain/rights.ts';
import { readPeople, useMay, usePeople } from './people-store.ts';

type AppState = {
  status: Status | null;
  settings: Settings;
  profiles: Profile[];
  /** The core does not answer. */
  coreLost: boolean;
  startError: AppError | null;
};

export const useApp = create<AppState>(() => ({
  status: null,
  settings: {
    language: 'system',
    theme: 'system',
    digits: 'latin',
    csvByteOrderMark: true,
    systemNotices: false,
    cutOffWarningMinutes: 60,
    readMinutes: 5,
    openFrom: '07:00',
    openTo: '03:00',
    readWhileLocked: false,
    holdDays: 7,
  },
  profiles: [],
  coreLost: false,
  startError: null,
}));

export const languageOf = ({ language }: Settings): Language =>
  language === 'system' ? systemLanguage() : language;

/** What the window shows now. */
export const languageNow = (): Language => languageOf(useApp.getState().settings);

let newestSettings: Settings | null = null;
/** Every text is in the language of the settings when this ends. Newer settings win over a language that loads slowly. */
async function applySettings(settings: Settings): Promise<void> {
  newestSettings = settings;
  await loadTexts(languageOf(settings));
  if (newestSettings !== settings) return;
  useApp.setState({ settings });
  await changeLanguage(languageOf(settings));
}

/** What the core told since it was asked last: newer than its answer. */
let told: { status?: Status; settings?: Settings } = {};

/** What the core is asked when the window starts; it may answer while the texts are on their way. */
export function askAtStart() {
  told = {};
  return Promise.all([call('app.status', {}), call('app.settings.get', {}), readPeople()]);
}

/** Reads everything once, then follows the core's events. The texts of a language are there. */
export async function startApp(asked = askAtStart()): Promise<void> {
  const [status, settings] = await asked;
  // What a view keeps of itself could be what keeps the window from coming up.
  if (status.ok && status.value.safeMode) localStorage.clear();
  if (settings.ok) await applySettings(told.settings ?? settings.value);
  const failed = [status, settings].find((answer) => !answer.ok);
  useApp.setState({
    status: status.ok ? (told.status ?? status.value) : null,
    startError: failed && !failed.ok ? failed.error : null,
  });
}

/** Merchants are told to somebody only. */
async function loadProfiles(): Promise<void> {
  const answer = await call('profiles.list', {});
  useApp.setState(answer.ok ? { profiles: answer.value.profiles } : { startError: answer.error });
}
usePeople.subscribe(({ state }, before) => {
  if (state?.kind === 'signed-in' && before.state?.kind !== 'signed-in') void loadProfiles();
});

/** The window shows what it was told before the link went down. */
function linkIsBack(): void {
  if (usePeople.getState().state?.kind !== 'signed-in') return;
  void loadProfiles();
  if (useApp.getState().status?.activeProfileId) tellEveryChange();
}

on('app.statusChanged', (status) => {
  told.status = status;
  useApp.setState({ status });
});
on('app.settingsChanged', (settings) => {
  told.settings = settings;
  void applySettings(settings);
});
on('profiles.changed', ({ profiles }) => useApp.setState({ profiles }));
onLink((up) => {
  const { coreLost } = useApp.getState();
  useApp.setState({ coreLost: !up });
  if (up && coreLost) void startApp().then(linkIsBack);
});

export const useStatus = () => useApp((state) => state.status);
export const useSettings = () => useApp((state) => state.settings);

export function useLocale(): Locale {
  const settings = useSettings();
  return { language: languageOf(settings), digits: settings.digits };
}

export const useActiveProfile = (): Profile | null =>
  useApp(
    ({ status, profiles }) => profiles.find((profile) => profile.id === status?.activeProfileId) ?? null,
  );

/** The merchant that is open is known by its id only: its name and the rest are still being read. */
export const isProfileComing = ({ status, profiles }: Pick<AppState, 'status' | 'profiles'>): boolean =>
  status !== null &&
  status.activeProfileId !== null &&
  profiles.every(({ id }) => id !== status.activeProfileId);

export type MayMove = { allowed: true } | { allowed: false; reason: string };

/** Whether this person may move money now (where rights are named: with any of them), else why not, in words. */
export function useCanMoveMoney(...wanted: Right[]): MayMove {
  const { t } = useTranslation();
  const may = useMay(...(wanted.length > 0 ? wanted : ['see' as const]));
  const { status, coreLost } = useApp();
  if (coreLost) return { allowed: false, reason: t('app.money.coreLost') };
  if (!status?.activeProfileId) return { allowed: false, reason: t('app.money.noProfile') };
  if (status.problems.some(({ error }) => error.code === 'journal-blocked'))
    return { allowed: false, reason: t('app.money.stopped') };
  if (status.connection.state === 'offline') return { allowed: false, reason: t('app.money.offline') };
  return may;
}

/** The same as `may`, unless the gateway is known not to do this for the merchant: then why not, in words. */
export function useOffered(operation: string, may: MayMove): MayMove {
  const { t } = useTranslation();
  const absence = useStatus()?.absent.find((one) => one.operation === operation);
  if (!may.allowed || !absence) return may;
  const { permission = '' } = absence.error.params;
  return { allowed: false, reason: t(`app.absent.${absence.cause}`, { permission }) };
}

let nowMs = Date.now();
const clockListeners = new Set<() => void>();
setInterval(() => {
  nowMs = Date.now();
  clockListeners.forEach((listener) => listener());
}, 1_000 * 5);
const subscribeClock = (listener: () => void) => {
  clockListeners.add(listener);
  return () => clockListeners.delete(listener);
};
const readClock = (): number => nowMs;
/** The time, to within a few seconds, for ages on screen. */
export const useNowMs = (): number => useSyncExternalStore(subscribeClock, readClock, readClock);
