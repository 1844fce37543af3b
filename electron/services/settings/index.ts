/** Settings that are not secret: language, theme, digits, and which profile was open. */
import { z } from 'zod';
import { settingsSchema, type Settings } from '#shared/contract/app.ts';

/** What conf and electron-store both offer. */
export type SettingsStore = { readonly store: unknown; set(value: object): void };

const keptSchema = settingsSchema.extend({
  schemaVersion: z.number().int(),
  activeProfileId: z.string().nullable(),
  /** The keychain held people once: without a keychain that is not a first start. */
  hadPeople: z.boolean(),
});
export type KeptSettings = z.output<typeof keptSchema>;

export const SETTINGS_VERSION = 1;
export const defaultSettings: KeptSettings = {
  schemaVersion: SETTINGS_VERSION,
  language: 'system',
  theme: 'system',
  digits: 'latin',
  activeProfileId: null,
  hadPeople: false,
};

export type ReadSettings = { settings: KeptSettings; problem: 'damaged' | 'newer-version' | null };

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
  const view = (): Settings => ({ language: kept.language, theme: kept.theme, digits: kept.digits });
  return {
    get: view,
    activeProfileId: () => kept.activeProfileId,
    setActiveProfile: (activeProfileId: string | null) => write({ ...kept, activeProfileId }),
    hadPeople: () => kept.hadPeople,
    setHadPeople: () => {
      if (!kept.hadPeople) write({ ...kept, hadPeople: true });
    },
    set(change: { [K in keyof Settings]?: Settings[K] | undefined }): Settings {
      const { language = kept.language, theme = kept.theme, digits = kept.digits } = change;
      write({ ...kept, language, theme, digits });
      onChange(view());
      return view();
    },
  };
}
export type SettingsService = ReturnType<typeof createSettingsService>;
