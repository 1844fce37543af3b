/** How tests start a core: in a data folder and beside a keychain of their own, with real time and randomness; `own` is what differs. */
import type { CoreOptions } from '#electron/core/options.ts';
import { systemClock, systemRandom } from '#electron/hosts/launch/system.ts';
import type { SystemKeychain } from '#electron/keychain/keychain.ts';
import { preparedWorkerUrl, statementWorkerUrl } from '../workers.ts';

/** `keychain`: null on a computer without a keychain. */
export const coreOptions = (
  dataDir: string,
  keychain: SystemKeychain | null,
  own: Partial<CoreOptions> = {},
): CoreOptions => ({
  dataDir,
  host: 'browser',
  version: '9.9.9',
  databaseWorkerUrl: preparedWorkerUrl,
  statementWorkerUrl,
  settingsStore: { store: {}, set: () => {} },
  settingsDamaged: null,
  loadKeychain: () =>
    keychain ? Promise.resolve(keychain) : Promise.reject(new Error('there is no keychain here')),
  clock: systemClock,
  random: systemRandom,
  ...own,
});

/** Settings that the next core of the same test finds again. */
export const storeIn = (settings: Record<string, unknown>): CoreOptions['settingsStore'] => ({
  store: settings,
  set: (values) => Object.assign(settings, values),
});
