/** Settings that are not secret: language, theme, digits, and which profile was open. */
import { z } from 'zod';
import { settingsSchema, type Settings } from '#shared/contract/app.ts';
import { CUT_OFF_WARNING_MINUTES } from '#shared/domain/notice.ts';

/** The part that conf and electron-store have in common. */
export type SettingsStore = { readonly store: unknown; set(value: object): void };

const keptSchema = settingsSchema.extend({
  schemaVersion: z.number().int(),
  activeProfileId: z.string().nullable(),
  /** The keychain held people once: without a keychain that is not a first start. */
  hadPeople: z.boolean(),
  /** The folder of files; null for the default. */
  exportFolder: z.string().nullable(),
  /** People who have left the tour of Practice. */
  toursLeftBy: z.array(z.string()),
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
  activeProfileId: null,
  hadPeople: false,
  exportFolder: null,
  toursLeftBy: [],
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

export function createSettingsService(
  store: SettingsStore,
  initial: KeptSettings,
  canWrite: boolean,
  onChange: (settings: Settings) => void,
) {
  let kept = initial;
  const write = (next: KeptSettings) => {
    kept = next;
    // A file of a newer Closeout stays as it is: the changes live until the end of this session.
    if (canWrite) store.set(next);
  };
  const view = (): Settings => settingsSchema.parse(kept);
  return {
    get: view,
    activeProfileId: () => kept.activeProfileId,
    setActiveProfile: (activeProfileId: string | null) => write({ ...kept, activeProfileId }),
    hadPeople: () => kept.hadPeople,
    setHadPeople: () => {
      if (!kept.hadPeople) write({ ...kept, hadPeople: true });
    },
    exportFolder: () => kept.exportFolder,
    setExportFolder: (exportFolder: string | null) => write({ ...kept, exportFolder }),
    toursLeftBy: () => kept.toursLeftBy,
    leaveTour: (personId: string) => {
      if (!kept.toursLeftBy.includes(personId))
        write({ ...kept, toursLeftBy: [...kept.toursLeftBy, personId] });
    },
    set(change: { [K in keyof Settings]?: Settings[K] | undefined }): Settings {
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      write({ ...kept, ...Object.fromEntries(given) });
      onChange(view());
      return view();
    },
  };
}
export type SettingsService = ReturnType<typeof createSettingsService>;
