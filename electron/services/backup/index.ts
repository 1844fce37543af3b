/** Backups when somebody asks and by schedule, and restoring one. */
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { BackupState } from '#shared/contract/backup.ts';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { Policy } from '#shared/contract/policy.ts';
import { policyError, storageError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { BackupEnding, Backups } from '../../database/backup/client.ts';
import type { MadeBackup, RestoredBackup } from '../../database/backup/run.ts';
import type { Keychain } from '../../keychain/keychain.ts';
import type { Log } from '../../log/log.ts';
import type { KeptBackup } from '../settings/index.ts';

export type BackupNeeds = {
  readonly dataDir: string;
  readonly version: string;
  readonly defaultFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly keychain: Keychain;
  readonly backups: Backups;
  readonly kept: { get(): KeptBackup; set(next: KeptBackup): void };
  readonly policy: { get<Key extends 'backupFolder' | 'backupEveryHours'>(key: Key): Policy[Key] };
  /** A secret that no log may hold. */
  readonly guard: (secret: string) => void;
  readonly record: (action: NewEntry['action'], params: NewEntry['params']) => void;
  readonly onChange: (state: BackupState) => void;
  /** The profiles are there: they are read anew, and the settings taken over. */
  readonly onRestored: (restored: RestoredBackup) => void;
};
export type BackupService = ReturnType<typeof createBackupService>;

export const SHORTEST_PASSPHRASE = 12;
const KEEP = 30;
const ACCOUNT = 'backup/passphrase';
export const BACKUP_LOOK_MS = 120_000;
const HOUR_MS = 3_600_000;
/** After a failure it is tried again, not each minute: a folder on a network comes back in its own time. */
const AGAIN_MS = 15 * 60_000;

function errorOf(ending: Extract<BackupEnding<unknown>, { kind: 'failed' }>, place: string): AppError {
  const { failure, code, message } = ending;
  switch (failure) {
    case 'passphrase-wrong':
      return storageError('backup-passphrase-wrong');
    case 'newer-version':
      return storageError('newer-version', { file: place });
    case 'not-empty':
      return storageError('restore-not-empty');
    case 'not-a-backup':
    case 'not-whole':
      return storageError('backup-not-whole', { file: place, problem: message });
    case null:
      return code === 'ENOENT'
        ? storageError('backup-file-not-found', { file: place })
        : storageError('backup-not-made', { folder: place, code });
  }
}

const wholePath = (typed: string): string =>
  typed.startsWith('~/') ? join(homedir(), typed.slice(2)) : resolve(typed);

/** The passphrase of the schedule, in the keychain. */
function createPassphrase({ keychain, guard }: BackupNeeds) {
  let sessionOnly = false;
  return {
    async state(): Promise<BackupState['passphrase']> {
      const found = await keychain.get(ACCOUNT);
      if (!found.ok || found.value === null) return 'absent';
      return sessionOnly ? 'session-only' : 'stored';
    },
    async keep(passphrase: string): Promise<Result<null, AppError>> {
      guard(passphrase);
      const set = await keychain.set(ACCOUNT, passphrase);
      if (!set.ok) return set;
      sessionOnly = set.value === 'session-only';
      return ok(null);
    },
    forget: () => keychain.delete(ACCOUNT),
    /** The typed one, or the kept one. */
    async use(typed: string): Promise<Result<string, AppError>> {
      if (typed !== '') {
        guard(typed);
        return typed.length < SHORTEST_PASSPHRASE
          ? err(storageError('backup-passphrase-short', { least: SHORTEST_PASSPHRASE }))
          : ok(typed);
      }
      const found = await keychain.get(ACCOUNT);
      if (!found.ok) return found;
      if (found.value !== null) guard(found.value);
      return found.value === null ? err(storageError('backup-passphrase-missing')) : ok(found.value);
    },
  };
}

export function createBackupService(needs: BackupNeeds) {
  const { dataDir, version, clock, log, backups, kept, policy, record } = needs;
  const passphrase = createPassphrase(needs);
  let lastError: BackupState['lastError'] = null;
  let running: Promise<unknown> | null = null;
  let notBeforeMs = 0;
  let cancel = () => {};
  let stopped = false;

  const folderNow = () => policy.get('backupFolder') ?? kept.get().folder ?? needs.defaultFolder;
  const everyHoursNow = () => policy.get('backupEveryHours') ?? kept.get().everyHours;
  const state = async (): Promise<BackupState> => ({
    folder: folderNow(),
    everyHours: everyHoursNow(),
    passphrase: await passphrase.state(),
    last: kept.get().last,
    lastError,
    busy: running !== null,
  });
  const tell = () =>
    void state().then(needs.onChange, (error: unknown) =>
      log.error('backup-state-not-read', { error: String(error) }),
    );

  async function makeNow(typed: string, by: 'person' | 'schedule'): Promise<Result<MadeBackup, AppError>> {
    const secret = await passphrase.use(typed);
    if (!secret.ok) return secret;
    const folder = folderNow();
    const nowMs = clock.nowMs();
    const task = { dataDir, folder, passphrase: secret.value, version, nowMs, keep: KEEP };
    const ending = await backups.make(task);
    if (ending.kind === 'failed') {
      log.error('backup-not-made', { code: ending.code, failure: ending.failure });
      return err(errorOf(ending, folder));
    }
    const { path, bytes, sha256 } = ending.value;
    kept.set({ ...kept.get(), last: { path, bytes, atMs: nowMs } });
    record('backup.made', { path, bytes, sha256, by });
    return ok(ending.value);
  }

  /** One at a time: whoever asks while one is being made gets the next one. */
  async function make(typed: string, by: 'person' | 'schedule'): Promise<Result<MadeBackup, AppError>> {
    while (running) await running;
    const work = makeNow(typed, by);
    running = work;
    tell();
    const made = await work.finally(() => (running = null));
    lastError = made.ok ? null : by === 'schedule' ? { error: made.error, atMs: clock.nowMs() } : lastError;
    tell();
    return made;
  }

  async function look(): Promise<void> {
    const everyHours = everyHoursNow();
    const nowMs = clock.nowMs();
    const last = kept.get().last?.atMs ?? 0;
    // A clock that was put back must not end the schedule.
    const due = everyHours !== null && (nowMs - last >= everyHours * HOUR_MS || last > nowMs);
    if (!due || nowMs < notBeforeMs || running) return;
    const made = await make('', 'schedule');
    notBeforeMs = made.ok ? 0 : clock.nowMs() + AGAIN_MS;
  }
  function plan(): void {
    if (stopped) return;
    cancel = clock.after(BACKUP_LOOK_MS, () => {
      look()
        .catch((error: unknown) => log.error('backup-not-looked', { error: String(error) }))
        .finally(plan);
    });
  }

  return {
    start: plan,
    /** Waits for one that is being made: half a file would stay. */
    async stop(): Promise<void> {
      stopped = true;
      cancel();
      await running;
    },
    follow: tell,
    state: async (): Promise<Result<BackupState>> => ok(await state()),

    async setSchedule(input: InputOf<'backup.setSchedule'>): Promise<Result<BackupState, AppError>> {
      const folder = input.folder === null || input.folder === '' ? null : wholePath(input.folder);
      const { everyHours } = input;
      if (policy.get('backupFolder') !== undefined && folder !== null && folder !== folderNow())
        return err(policyError('set', { key: 'backupFolder' }));
      const set = policy.get('backupEveryHours');
      if (set !== undefined && everyHours !== set)
        return err(policyError('set', { key: 'backupEveryHours' }));
      if (folder !== null && !isAbsolute(folder))
        return err(storageError('export-folder-invalid', { folder }));
      if (everyHours === null) await passphrase.forget();
      else {
        const secret = await passphrase.use(input.passphrase);
        if (!secret.ok) return secret;
        const keeps = input.passphrase === '' ? ok(null) : await passphrase.keep(secret.value);
        if (!keeps.ok) return keeps;
      }
      const own = kept.get();
      kept.set({
        ...own,
        folder: policy.get('backupFolder') === undefined ? folder : own.folder,
        everyHours: set === undefined ? everyHours : own.everyHours,
      });
      notBeforeMs = 0;
      record('settings.changed', { backupFolder: folderNow(), backupEveryHours: everyHours });
      tell();
      return ok(await state());
    },

    async make({
      passphrase: typed,
    }: InputOf<'backup.make'>): Promise<Result<OutputOf<'backup.make'>, AppError>> {
      const made = await make(typed, 'person');
      if (!made.ok) return made;
      const { path, bytes, sha256, profiles } = made.value;
      return ok({ path, bytes, sha256, profiles, atMs: kept.get().last?.atMs ?? clock.nowMs() });
    },

    async restore(input: InputOf<'backup.restore'>): Promise<Result<OutputOf<'backup.restore'>, AppError>> {
      needs.guard(input.passphrase);
      const file = wholePath(input.file);
      const ending = await backups.restore({
        dataDir,
        file,
        passphrase: input.passphrase,
        nowMs: clock.nowMs(),
      });
      if (ending.kind === 'failed') {
        log.error('backup-not-restored', { code: ending.code, failure: ending.failure });
        return err(errorOf(ending, file));
      }
      needs.onRestored(ending.value);
      const { madeAtMs, profiles } = ending.value;
      log.info('backup-restored', { profiles: profiles.length });
      return ok({ madeAtMs, profiles: profiles.length });
    },
  };
}
