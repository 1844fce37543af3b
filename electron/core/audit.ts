/** Where the core's facts are recorded: in the record of the open profile, or in that of one that is not open. */
import type { Clock } from '#shared/time/clock.ts';
import { keychainAnchor } from '../audit/anchor.ts';
import type { NewEntry } from '../audit/entry.ts';
import { recordClosed } from '../audit/record-closed.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { SecretGuard } from '../log/secret-guard.ts';
import type { Log } from '../log/log.ts';
import type { ProfileSession } from './profile-session.ts';
import { profileFolder, type ProfileFile } from '../services/profiles/profile-files.ts';

type Needs = {
  dataDir: string;
  workerUrl: URL;
  keychain: Keychain;
  guard: SecretGuard;
  clock: Clock;
  log: Log;
  /** Who acts now. */
  actor: () => string;
  /** The open session. */
  current: () => ProfileSession | null;
};

export function createCoreAudit({ dataDir, workerUrl, keychain, guard, clock, log, actor, current }: Needs) {
  /** A profile's anchors, beside its keys, and no key in what is recorded. */
  const optionsOf = ({ keychainId }: ProfileFile) => ({
    anchors: keychainAnchor(keychain, keychainId, clock),
    redact: (text: string) => guard.redact(text),
  });
  return {
    optionsOf,
    /** In the record of the open profile; the storage's refusal is in the log. */
    here(action: NewEntry['action'], params: NewEntry['params']): void {
      const session = current();
      const target = session?.context.profileId;
      if (session && target !== undefined)
        void session.audit.record({ action, target, params, outcome: 'ok' });
    },
    /** In this profile's own record, open or not. */
    in: async (profile: ProfileFile, entry: Omit<NewEntry, 'target'>): Promise<void> => {
      const whole = { ...entry, target: profile.id };
      const session = current();
      if (session?.context.profileId === profile.id) return void (await session.audit.record(whole));
      const about = { profileId: profile.id, actor, clock, log, ...optionsOf(profile) };
      await recordClosed(workerUrl, profileFolder(dataDir, profile.id), about, whole);
    },
  };
}
