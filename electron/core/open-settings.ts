/** The settings as they are found at start. A file that cannot be used is a problem on screen, never the end of the app. */
import type { Settings } from '#shared/contract/app.ts';
import { storageError, type AppError } from '#shared/errors/app-error.ts';
import {
  createSettingsService,
  readSettings,
  type SettingsPolicy,
  type SettingsStore,
} from '../services/settings/index.ts';

type Needs = {
  settingsStore: SettingsStore;
  /** Set when the settings file could not be read and was moved aside. */
  settingsDamaged: { file: string; kept: string } | null;
  problem: (id: string, error: AppError) => void;
  onChange: (changed: Settings, before: Settings) => void;
  policy: SettingsPolicy;
};

const FILE = 'settings.json';

export function openSettings({ settingsStore, settingsDamaged, problem, onChange, policy }: Needs) {
  const stored = readSettings(settingsStore.store);
  if (settingsDamaged) problem('settings', storageError('damaged', settingsDamaged));
  if (stored.problem === 'newer-version') problem('settings', storageError('newer-version', { file: FILE }));
  if (stored.problem === 'damaged') problem('settings', storageError('damaged', { file: FILE, kept: FILE }));
  return createSettingsService(settingsStore, stored.settings, stored.problem === null, onChange, policy);
}
