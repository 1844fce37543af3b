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
import { createPassphrase } from './passphrase.ts';

export { SHORTEST_PASSPHRASE } from './passphrase.ts';

type BackupNeeds = {
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

const KEEP = 30;
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

type Passphrase = ReturnType<typeof createPassphrase>;
type Making = { readonly by: 'person' | 'schedule'; readonly passphrase: string };
type Made = Promise<Result<MadeBackup, AppError>>;

/** Where backups go and how often: the organisation's word comes before the person's. */
const placeOf = ({ policy, kept, defaultFolder }: BackupNeeds) => ({
  folder: () => policy.get('backupFolder') ?? kept.get().folder ?? defaultFolder,
  everyHours: () => policy.get('backupEveryHours') ?? kept.get().everyHours,
});

async function makeOne(
  { dataDir, version, clock, log, backups, kept, record }: BackupNeeds,
  folder: string,
  secret: Result<string, AppError>,
  by: Making['by'],
): Made {
  if (!secret.ok) return secret;
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

/** Makes one backup at a time: whoever asks while one is being made gets the next one. */
function createMaker(needs: BackupNeeds, passphrase: Passphrase) {
  const { clock, log, kept } = needs;
  const place = placeOf(needs);
  let lastError: BackupState['lastError'] = null;
  let running: Promise<unknown> | null = null;

  const state = async (): Promise<BackupState> => ({
    folder: place.folder(),
    everyHours: place.everyHours(),
    passphrase: await passphrase.state(),
    last: kept.get().last,
    lastError,
    busy: running !== null,
  });
  const tell = () =>
    void state().then(needs.onChange, (error: unknown) =>
      log.error('backup-state-not-read', { error: String(error) }),
    );
  return {
    state,
    tell,
    isBusy: () => running !== null,
    rest: async (): Promise<void> => void (await running),
    async make({ passphrase: typed, by }: Making): Made {
      while (running) await running;
      const work = passphrase.use(typed).then((secret) => makeOne(needs, place.folder(), secret, by));
      running = work;
      tell();
      const made = await work.finally(() => (running = null));
      if (made.ok) lastError = null;
      else if (by === 'schedule') lastError = { error: made.error, atMs: clock.nowMs() };
      tell();
      return made;
    },
  };
}
type Maker = ReturnType<typeof createMaker>;

/** Looks now and then whether a backup is due. */
function createSchedule(needs: BackupNeeds, maker: Maker) {
  const { clock, log, kept } = needs;
  const { everyHours: everyHoursNow } = placeOf(needs);
  let notBeforeMs = 0;
  let cancel = () => {};
  let stopped = false;

  async function look(): Promise<void> {
    const everyHours = everyHoursNow();
    const nowMs = clock.nowMs();
    const last = kept.get().last?.atMs ?? 0;
    // A clock that was put back must not end the schedule.
    const due = everyHours !== null && (nowMs - last >= everyHours * HOUR_MS || last > nowMs);
    if (!due || nowMs < notBeforeMs || maker.isBusy()) return;
    const made = await maker.make({ by: 'schedule', passphrase: '' });
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
    /** Forgets a failure: the next look may make a backup. */
    anew: () => void (notBeforeMs = 0),
    stop(): void {
      stopped = true;
      cancel();
    },
  };
}

/** The error of a schedule that the organisation does not leave to this PC, or whose folder is no path. */
function whyNotScheduled(
  needs: BackupNeeds,
  folder: string | null,
  everyHours: number | null,
): AppError | null {
  const { policy } = needs;
  if (policy.get('backupFolder') !== undefined && folder !== null && folder !== placeOf(needs).folder())
    return policyError('set', { key: 'backupFolder' });
  const set = policy.get('backupEveryHours');
  if (set !== undefined && everyHours !== set) return policyError('set', { key: 'backupEveryHours' });
  return folder !== null && !isAbsolute(folder) ? storageError('export-folder-invalid', { folder }) : null;
}

async function keepPassphrase(
  passphrase: Passphrase,
  { everyHours, passphrase: typed }: InputOf<'backup.setSchedule'>,
): Promise<Result<null, AppError>> {
  if (everyHours === null) {
    await passphrase.forget();
    return ok(null);
  }
  const secret = await passphrase.use(typed);
  if (!secret.ok) return secret;
  return typed === '' ? ok(null) : passphrase.keep(secret.value);
}

async function restore(
  needs: BackupNeeds,
  input: InputOf<'backup.restore'>,
): Promise<Result<OutputOf<'backup.restore'>, AppError>> {
  const { dataDir, clock, log, backups, guard, onRestored } = needs;
  const { passphrase } = input;
  guard(passphrase);
  const file = wholePath(input.file);
  const ending = await backups.restore({ dataDir, file, passphrase, nowMs: clock.nowMs() });
  if (ending.kind === 'failed') {
    log.error('backup-not-restored', { code: ending.code, failure: ending.failure });
    return err(errorOf(ending, file));
  }
  onRestored(ending.value);
  const { madeAtMs, profiles } = ending.value;
  log.info('backup-restored', { profiles: profiles.length });
  return ok({ madeAtMs, profiles: profiles.length });
}

export function createBackupService(needs: BackupNeeds) {
  const { clock, kept, policy, record } = needs;
  const passphrase = createPassphrase(needs);
  const maker = createMaker(needs, passphrase);
  const schedule = createSchedule(needs, maker);
  const state = async (): Promise<Result<BackupState>> => ok(await maker.state());

  return {
    start: schedule.start,
    /** Waits for one that is being made: half a file would stay. */
    async stop(): Promise<void> {
      schedule.stop();
      await maker.rest();
    },
    follow: maker.tell,
    state,

    async setSchedule(input: InputOf<'backup.setSchedule'>): Promise<Result<BackupState, AppError>> {
      const { everyHours } = input;
      const folder = input.folder === null || input.folder === '' ? null : wholePath(input.folder);
      const refusal = whyNotScheduled(needs, folder, everyHours);
      if (refusal) return err(refusal);
      const keeps = await keepPassphrase(passphrase, input);
      if (!keeps.ok) return keeps;
      const own = kept.get();
      kept.set({
        ...own,
        folder: policy.get('backupFolder') === undefined ? folder : own.folder,
        everyHours: policy.get('backupEveryHours') === undefined ? everyHours : own.everyHours,
      });
      schedule.anew();
      record('settings.changed', { backupFolder: placeOf(needs).folder(), backupEveryHours: everyHours });
      maker.tell();
      return state();
    },

    async make(input: InputOf<'backup.make'>): Promise<Result<OutputOf<'backup.make'>, AppError>> {
      const made = await maker.make({ by: 'person', passphrase: input.passphrase });
      if (!made.ok) return made;
      const { path, bytes, sha256, profiles } = made.value;
      return ok({ path, bytes, sha256, profiles, atMs: kept.get().last?.atMs ?? clock.nowMs() });
    },

    restore: (input: InputOf<'backup.restore'>) => restore(needs, input),
  };
}
