/** What the core stands on before anybody is signed in: the log, settings, gateways, known profiles and the keychain. */
import type { Problem, Settings } from '#shared/contract/app.ts';
import type { EventName } from '#shared/contract/index.ts';
import { storageError, type AppError } from '#shared/errors/app-error.ts';
import { createKeyProcess } from '../key-process/client.ts';
import { createKeyDesk } from '../key-process/key-desk.ts';
import { openKeychain } from '../keychain/keychain.ts';
import { NO_PLACES, openPolicy } from '../policy/open-policy.ts';
import { clearWorkFolders } from '../database/backup/work-folder.ts';
import { createFileLog } from '../log/create-log.ts';
import { createSecretGuard } from '../log/secret-guard.ts';
import { createKeyStore } from '../services/profiles/keys.ts';
import { readProfiles } from '../services/profiles/profile-files.ts';
import type { CoreOptions } from './options.ts';
import { createCoreEvents } from './events.ts';
import { loadGateways } from './gateways.ts';
import { followRoute } from './policy.ts';
import { enterSafeMode } from './safe-mode.ts';
import { openSettings } from './open-settings.ts';
import { createSessionProblems } from './session-problems.ts';

/** What the parts that are made later do when something happens here. */
type Hooks = {
  isSignedIn: () => boolean;
  heard: (event: EventName) => void;
  settingsChanged: (changed: Settings, before: Settings) => void;
  statusChanged: () => void;
};
export type Basics = Awaited<ReturnType<typeof openBasics>>;

export async function openBasics(options: CoreOptions, hooks: Hooks) {
  const { dataDir, lock, clock, settingsStore, settingsDamaged } = options;
  clearWorkFolders(dataDir);
  const safeMode = enterSafeMode(dataDir, options.safeMode ?? false);
  const guard = createSecretGuard();
  const log = createFileLog(dataDir, guard);
  const events = createCoreEvents(hooks.isSignedIn, hooks.heard);
  const problems: Problem[] = [];
  const problem = (id: string, error: AppError) => void problems.push({ id, error, atMs: clock.nowMs() });
  for (const one of options.folderProblems ?? []) problem('move', one);
  if (lock?.wasOpen) problem('folder', storageError('folder-was-open', { file: dataDir }));

  const onChange = (changed: Settings, before: Settings) => {
    events.emit('app.settingsChanged', changed);
    hooks.settingsChanged(changed, before);
  };
  const policy = await openPolicy(options.policyPlaces ?? NO_PLACES, clock);
  followRoute(policy);
  const settings = openSettings({ settingsStore, settingsDamaged, problem, onChange, policy });
  const gateways = await loadGateways({ dataDir, clock, log }, problem);
  const { profiles, problems: fileProblems } = readProfiles(dataDir);
  for (const { code, file, kept } of fileProblems) problem(file, storageError(code, { file, kept }));
  const keychain = openKeychain(options.loadKeychain, clock, hooks.statusChanged);
  const { startKeyProcess: start } = options;
  const keyProcess = start ? createKeyProcess({ start, clock, guard }) : null;
  const here = { keychain, clock, guard: (secret: string) => guard.guard(secret) };
  const keys = createKeyStore(keychain, keyProcess ?? createKeyDesk(here));
  const sessionProblems = createSessionProblems(clock, hooks.statusChanged);
  return {
    guard,
    log,
    events,
    problems,
    policy,
    safeMode,
    settings,
    gateways,
    profiles,
    keychain,
    keys,
    keyProcess,
    sessionProblems,
  };
}
