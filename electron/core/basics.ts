/** What the core stands on before anybody is signed in: the log, settings, gateways, known profiles and the keychain. */
import type { Problem, Settings } from '#shared/contract/app.ts';
import type { EventName } from '#shared/contract/index.ts';
import { storageError, type AppError } from '#shared/errors/app-error.ts';
import { openKeychain } from '../keychain/keychain.ts';
import { createFileLog } from '../log/create-log.ts';
import { createSecretGuard } from '../log/secret-guard.ts';
import { createKeyStore } from '../services/profiles/keys.ts';
import { readProfiles } from '../services/profiles/profile-files.ts';
import type { CoreOptions } from './options.ts';
import { createCoreEvents } from './events.ts';
import { loadGateways } from './gateways.ts';
import { openSettings } from './open-settings.ts';
import { createSessionProblems } from './session-problems.ts';

/** What the parts that are made later do when something happens here. */
type Hooks = {
  isSignedIn: () => boolean;
  heard: (event: EventName) => void;
  settingsChanged: (changed: Settings) => void;
  statusChanged: () => void;
};
export type Basics = Awaited<ReturnType<typeof openBasics>>;

export async function openBasics(options: CoreOptions, hooks: Hooks) {
  const { dataDir, lock, clock, settingsStore, settingsDamaged } = options;
  const guard = createSecretGuard();
  const log = createFileLog(dataDir, guard);
  const events = createCoreEvents(hooks.isSignedIn, hooks.heard);
  const problems: Problem[] = [];
  const problem = (id: string, error: AppError) => void problems.push({ id, error, atMs: clock.nowMs() });
  if (lock?.wasOpen) problem('folder', storageError('folder-was-open', { file: dataDir }));

  const onChange = (changed: Settings) => {
    events.emit('app.settingsChanged', changed);
    hooks.settingsChanged(changed);
  };
  const settings = openSettings({ settingsStore, settingsDamaged, problem, onChange });
  const gateways = await loadGateways({ dataDir, clock, log }, problem);
  const { profiles, problems: fileProblems } = readProfiles(dataDir);
  for (const { code, file, kept } of fileProblems) problem(file, storageError(code, { file, kept }));
  const keychain = openKeychain(options.loadKeychain, clock, hooks.statusChanged);
  const keys = createKeyStore(keychain, (secret) => guard.guard(secret));
  const sessionProblems = createSessionProblems(clock, hooks.statusChanged);
  return { guard, log, events, problems, settings, gateways, profiles, keychain, keys, sessionProblems };
}
