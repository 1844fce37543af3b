/** Settings that are not secret: language, theme, digits, and which profile was open. */
import { z } from 'zod';
import { settingsSchema, type Settings } from '#shared/contract/app.ts';
import { barSchema, EMPTY_BAR, type Bar } from '#shared/contract/people.ts';
import { updateChannels, type Policy } from '#shared/contract/policy.ts';
import { CUT_OFF_WARNING_MINUTES } from '#shared/domain/notice.ts';
import { policyError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';

/** The part that conf and electron-store have in common. */
export type SettingsStore = { readonly store: unknown; set(value: object): void };

const keptBackupSchema = z.object({
  /** Null for the default. */
  folder: z.string().nullable(),
  /** Null: only when somebody asks. */
  everyHours: z.number().int().min(1).max(168).nullable(),
  last: z.object({ path: z.string(), bytes: z.number(), atMs: z.number() }).nullable(),
});
export type KeptBackup = z.output<typeof keptBackupSchema>;

const keptUpdatesSchema = z.object({
  channel: z.enum(updateChannels),
  /** That ran last. */
  version: z.string().nullable(),
  previous: z.string().nullable(),
});
export type KeptUpdates = z.output<typeof keptUpdatesSchema>;

const keptSchema = settingsSchema.extend({
  schemaVersion: z.number().int(),
  activeProfileId: z.string().nullable(),
  /** The keychain held people once: without a keychain that is not a first start. */
  hadPeople: z.boolean(),
  /** The folder of files; null for the default. */
  exportFolder: z.string().nullable(),
  /** People who have left the tour of Practice. */
  toursLeftBy: z.array(z.string()),
  /** Of each person who has changed it: how their bar of places is set up. */
  bars: z.record(z.string(), barSchema),
  backup: keptBackupSchema,
  updates: keptUpdatesSchema,
});
type KeptSettings = z.output<typeof keptSchema>;

const SETTINGS_VERSION = 1;
const defaultSettings: KeptSettings = {
  schemaVersion: SETTINGS_VERSION,
  language: 'system',
  theme: 'system',
  digits: 'latin',
  csvByteOrderMark: true,
  systemNotices: false,
  cutOffWarningMinutes: CUT_OFF_WARNING_MINUTES,
  readMinutes: 5,
  openFrom: '07:00',
  openTo: '03:00',
  readWhileLocked: false,
  // The shorter one: whoever is told too early loses nothing.
  holdDays: 7,
  activeProfileId: null,
  hadPeople: false,
  exportFolder: null,
  toursLeftBy: [],
  bars: {},
  backup: { folder: null, everyHours: null, last: null },
  updates: { channel: 'stable', version: null, previous: null },
};

type ReadSettings = { settings: KeptSettings; problem: 'damaged' | 'newer-version' | null };

/** Missing fields take their default; a field that is wrong makes the file damaged; a newer version is left alone. */
export function readSettings(stored: unknown): ReadSettings {
  const version = (stored as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === 'number' && version > SETTINGS_VERSION)
    return { settings: defaultSettings, problem: 'newer-version' };
  const parsed = keptSchema.safeParse({ ...defaultSettings, ...(stored as object) });
  return parsed.success
    ? { settings: parsed.data, problem: null }
    : { settings: defaultSettings, problem: 'damaged' };
}

/** What an organisation sets for everybody. It is never written: when it ends, the own setting holds again. */
export type SettingsPolicy = { get<Key extends SetKey>(key: Key): Policy[Key] };
const setKeys = [
  'language',
  'theme',
  'digits',
  'csvByteOrderMark',
  'systemNotices',
  'cutOffWarningMinutes',
  'exportFolder',
] as const satisfies (keyof Policy & keyof KeptSettings)[];
type SetKey = (typeof setKeys)[number];
const NO_POLICY: SettingsPolicy = { get: () => undefined };

/** What counts: the person's settings, with the organisation's in their place. */
function ruledBy(policy: SettingsPolicy, kept: KeptSettings): KeptSettings {
  const set = setKeys.flatMap((key) => {
    const value = policy.get(key);
    return value === undefined ? [] : [[key, value] as const];
  });
  return { ...kept, ...Object.fromEntries(set) };
}

/** The settings of a restored backup that concern how Closeout looks and works; the others belong to another computer. */
function looksOf(stored: Record<string, unknown>): Partial<KeptSettings> | null {
  const { settings, problem } = readSettings(stored);
  if (problem) return null;
  const {
    exportFolder: _folder,
    backup: _backup,
    updates: _updates,
    activeProfileId: _active,
    hadPeople: _people,
    ...looks
  } = settings;
  return looks;
}

export function createSettingsService(
  store: SettingsStore,
  initial: KeptSettings,
  canWrite: boolean,
  /** With the settings as they were told before. */
  onChange: (settings: Settings, before: Settings) => void,
  policy: SettingsPolicy = NO_POLICY,
) {
  let kept = initial;
  const write = (change: Partial<KeptSettings>) => {
    kept = { ...kept, ...change };
    // A file of a newer Closeout stays as it is: the changes live until the end of this session.
    if (canWrite) store.set(kept);
  };
  const ruled = () => ruledBy(policy, kept);
  const view = (): Settings => settingsSchema.parse(ruled());
  let told = view();
  const tell = () => {
    const before = told;
    told = view();
    onChange(told, before);
  };
  /** The organisation may have set something else. */
  const follow = () => {
    if (JSON.stringify(told) !== JSON.stringify(view())) tell();
  };
  return {
    get: view,
    activeProfileId: () => kept.activeProfileId,
    setActiveProfile: (activeProfileId: string | null) => write({ activeProfileId }),
    hadPeople: () => kept.hadPeople,
    setHadPeople: () => {
      if (!kept.hadPeople) write({ hadPeople: true });
    },
    exportFolder: () => ruled().exportFolder,
    setExportFolder: (exportFolder: string | null) => write({ exportFolder }),
    updates: () => kept.updates,
    setUpdates: (updates: KeptUpdates) => write({ updates }),
    backup: () => kept.backup,
    setBackup: (backup: KeptBackup) => write({ backup }),
    takeOver(stored: Record<string, unknown>): void {
      const looks = looksOf(stored);
      if (!looks) return;
      write(looks);
      follow();
    },
    toursLeftBy: () => kept.toursLeftBy,
    leaveTour: (personId: string) => {
      if (!kept.toursLeftBy.includes(personId)) write({ toursLeftBy: [...kept.toursLeftBy, personId] });
    },
    barOf: (personId: string): Bar => kept.bars[personId] ?? EMPTY_BAR,
    setBar: (personId: string, bar: Bar) => write({ bars: { ...kept.bars, [personId]: bar } }),
    set(change: { [K in keyof Settings]?: Settings[K] | undefined }): Result<Settings, AppError> {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const set = setKeys.find(
        (key) => policy.get(key) !== undefined && given.some(([name]) => name === key),
      );
      if (set) return err(policyError('set', { key: set }));
      write(Object.fromEntries(given));
      tell();
      return ok(view());
    },
    follow,
  };
}
export type SettingsService = ReturnType<typeof createSettingsService>;
