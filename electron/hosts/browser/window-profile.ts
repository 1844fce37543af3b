/**
 * The browser's profile that the window is opened with. It keeps nothing that is typed: no password is offered to be saved, no form
 * is remembered, and a page that was left is gone.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEEPS_NOTHING = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  autofill: { profile_enabled: false, credit_card_enabled: false },
  profile: { password_manager_enabled: false },
};
export const WINDOW_FLAGS: readonly string[] = ['--disable-back-forward-cache'];

type Settings = { [name: string]: unknown };

const merged = (own: Settings, wanted: Settings): Settings => {
  const parts = Object.entries(wanted).map(([name, value]) => {
    const known = own[name];
    const areBoth = [known, value].every((one) => typeof one === 'object' && one !== null);
    return [name, areBoth ? merged(known as Settings, value as Settings) : value] as const;
  });
  return { ...own, ...Object.fromEntries(parts) };
};

function settingsIn(path: string): Settings {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Settings;
  } catch {
    // The file does not exist yet or is damaged. The browser would begin anew, too.
    return {};
  }
}

/** Call it before the browser starts, because the running browser writes the file itself. */
export function prepareWindowProfile(profileDir: string): void {
  const folder = join(profileDir, 'Default');
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'Preferences');
  writeFileSync(path, JSON.stringify(merged(settingsIn(path), KEEPS_NOTHING)), { mode: 0o600 });
}
