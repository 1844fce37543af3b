/** How most tests start a core: in a data folder and beside a keychain of their own, with real time and randomness. */
import type { CoreOptions } from '#electron/core/options.ts';
import { systemClock, systemRandom } from '#electron/hosts/launch/system.ts';
import type { SystemKeychain } from '#electron/keychain/keychain.ts';
import { databaseWorkerUrl } from '../database-worker.ts';

export const coreOptions = (dataDir: string, keychain: SystemKeychain): CoreOptions => ({
  dataDir,
  host: 'browser',
  version: '9.9.9',
  databaseWorkerUrl,
  settingsStore: { store: {}, set: () => {} },
  settingsDamaged: null,
  loadKeychain: () => Promise.resolve(keychain),
  clock: systemClock,
  random: systemRandom,
});
