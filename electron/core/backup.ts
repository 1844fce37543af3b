/** Backups of the data folder, as the core makes them. */
import { join } from 'node:path';
import { backupsIn } from '../database/backup/client.ts';
import { createBackupService, type BackupService } from '../services/backup/index.ts';
import { readProfiles } from '../services/profiles/profile-files.ts';
import { defaultExportFolder } from '../services/reports/default-folder.ts';
import type { createCoreAudit } from './audit.ts';
import type { Basics } from './basics.ts';
import type { CoreOptions } from './options.ts';

type Needs = {
  options: CoreOptions;
  basics: Basics;
  audit: ReturnType<typeof createCoreAudit>;
  /** In the record of each profile that was restored. */
  recordIn: (profile: Basics['profiles'][number], params: Record<string, string | number>) => Promise<void>;
  /** The list of profiles is another one. */
  profilesChanged: () => void;
};

export function createCoreBackup({
  options,
  basics,
  audit,
  recordIn,
  profilesChanged,
}: Needs): BackupService {
  const { dataDir, version, clock, databaseWorkerUrl } = options;
  const { log, guard, keychain, settings, policy, profiles, events } = basics;
  return createBackupService({
    dataDir,
    version,
    clock,
    log,
    keychain,
    policy,
    defaultFolder: join(defaultExportFolder(), 'backups'),
    backups: backupsIn(databaseWorkerUrl),
    kept: { get: settings.backup, set: settings.setBackup },
    guard: (secret) => guard.guard(secret),
    record: (...entry) => audit.here(...entry),
    onChange: (state) => events.emit('backup.changed', state),
    onRestored: ({ settings: restored, madeAtMs }) => {
      const known = new Set(profiles.map(({ id }) => id));
      const added = readProfiles(dataDir).profiles.filter(({ id }) => !known.has(id));
      profiles.push(...added);
      if (restored) settings.takeOver(restored);
      for (const profile of added)
        void recordIn(profile, { madeAtMs }).catch((error: unknown) =>
          log.error('restore-not-recorded', { error: String(error) }),
        );
      profilesChanged();
    },
  });
}
