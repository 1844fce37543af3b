/**
 * One PC of the demonstration: a core of its own in a folder of its own, behind an address of its own. Its keychain is in memory and
 * ends with it: the real one has the people and keys of the computer's own Closeout.
 */
import { join } from 'node:path';
import type { Handlers } from '#shared/contract/index.ts';
import { orThrow } from '#shared/errors/result.ts';
import { startCore, type Core } from '../../core/core.ts';
import type { CoreOptions } from '../../core/options.ts';
import type { SystemKeychain } from '../../keychain/keychain.ts';
import { startHttpBridge } from '../../transport/http.ts';
import { openAppWindow } from '../browser/app-window.ts';
import { root } from '../browser/beside.ts';
import { optionsIn } from '../browser/core-options.ts';
import { endWithWindow } from '../browser/end-with-window.ts';
import { writeEntryFile } from '../browser/entry-file.ts';
import { keepsUpToDate } from '../launch/practice-kind.ts';
import { systemClock } from '../launch/system.ts';

export type DemoPc = {
  readonly handlers: Handlers;
  /** Opens its window in a browser, once. */
  readonly address: string;
  /** False if there is no browser for it. `onFailed`: the browser ended before there was a window. */
  openWindow(on: { closed: () => void; failed: () => void }): boolean;
  stop(): Promise<void>;
};
type Of = Pick<CoreOptions, 'dataDir' | 'practice' | 'practiceGateway'>;

function memoryKeychain(): SystemKeychain {
  const kept = new Map<string, string>();
  return {
    getPassword: async (_, account) => kept.get(account) ?? null,
    setPassword: async (_, account, password) => void kept.set(account, password),
    deletePassword: async (_, account) => kept.delete(account),
  };
}

async function openCore(of: Of): Promise<Core> {
  const keychain = memoryKeychain();
  const started = await startCore({
    ...optionsIn(of.dataDir),
    ...of,
    settingsDamaged: null,
    loadKeychain: async () => keychain,
    upkeep: keepsUpToDate(),
  });
  return orThrow('the core', started);
}

export async function startPc(of: Of): Promise<DemoPc> {
  const core = await openCore(of);
  let onClosed = () => {};
  const lifetime = endWithWindow({
    clock: systemClock,
    inFlight: () => core.inFlight(),
    say: (message) => console.error(message),
    end: () => onClosed(),
  });
  let wasSeen = false;
  const bridge = await startHttpBridge({
    core,
    clock: systemClock,
    port: 0,
    rendererDir: join(root, 'out/renderer'),
    onWindows: (count) => {
      wasSeen ||= count > 0;
      lifetime.windows(count);
    },
    onLeaving: lifetime.leaving,
  });
  let closeWindow = async () => {};
  return {
    handlers: core.handlers,
    address: `${bridge.origin}/?token=${bridge.token}`,
    openWindow({ closed, failed }) {
      const folder = join(of.dataDir, 'window');
      // An argument is for every user of the computer to read: the token leaves by a file.
      const entry = writeEntryFile(folder, bridge.origin, bridge.token);
      const close = openAppWindow(entry.url, folder, {
        onProblem: (message) => console.error(message),
        onExit: () => (wasSeen ? lifetime.browserExited() : failed()),
      });
      if (close === null) return false;
      onClosed = closed;
      closeWindow = close;
      return true;
    },
    async stop() {
      onClosed = () => {};
      await closeWindow();
      await bridge.close();
      await core.stop();
    },
  };
}
