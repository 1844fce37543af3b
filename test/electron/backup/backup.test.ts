/** A backup gives back what went in, to whoever has the passphrase; anything else is refused, and nothing is changed by it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { makeBackup } from '#electron/database/backup/run.ts';
import { BACKUP_LOOK_MS } from '#electron/services/backup/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const root = join(import.meta.dirname, '../../..');
const SECRET = 'sk-backup-0123456789';
const PASSPHRASE = 'four calm words here';
const fresh = (name: string) => mkdtempSync(join(tmpdir(), `closeout-${name}-`));
let dataDir = '';
let folder = '';
let keychain = memoryKeychain();
let settings: Record<string, unknown> = {};
let core: Core | null = null;
let looks: (() => void)[] = [];

/** The time that the schedule waits comes when the test says so. */
const clock: Clock = {
  nowMs: () => systemClock.nowMs(),
  after: (delayMs, task) => {
    if (delayMs !== BACKUP_LOOK_MS) return systemClock.after(delayMs, task);
    looks.push(task);
    return () => {};
  },
};
async function start(): Promise<Core['handlers']> {
  core = must(
    await startCore(
      coreOptions(dataDir, keychain, {
        settingsStore: {
          store: settings,
          set: (values) => {
            Object.assign(settings, values);
            writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(settings));
          },
        },
        clock,
      }),
    ),
  );
  await signIn(core);
  return core.handlers;
}
async function connected(): Promise<Core['handlers']> {
  const handlers = await start();
  const hosts = { dashboardUrl: 'http://127.0.0.1:1', checkoutUrl: 'http://127.0.0.1:1' };
  const keys = { secretKey: SECRET, apiKey: '', paymentKey: '', transferKey: '' };
  must(
    await handlers['profiles.connect']({
      name: 'Nile',
      merchantId: 'M-1',
      environment: 'live',
      ...hosts,
      ...keys,
    }),
  );
  must(await handlers['app.settings.set']({ language: 'ar' }));
  must(await handlers['backup.setSchedule']({ folder, everyHours: 24, passphrase: PASSPHRASE }));
  return handlers;
}
const everyFile = (top: string) =>
  readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
const entriesIn = (data: string) => {
  const journal = new Sqlite(join(data, 'profiles/live-m-1/journal.sqlite'), { readonly: true });
  const actions = journal.prepare('SELECT action FROM audit_entry ORDER BY seq').pluck().all();
  journal.close();
  return actions as string[];
};

beforeEach(() => {
  dataDir = fresh('backup');
  folder = join(fresh('backups'), 'kept');
  keychain = memoryKeychain();
  settings = {};
  looks = [];
});
afterEach(async () => {
  await core?.stop();
  core = null;
  for (const one of [dataDir, folder]) rmSync(one, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is made while the journal is open, holds no key, and gives every record back on another computer', async () => {
    const handlers = await connected();
    // The record is written beside: a backup has what was written when it was made.
    const changes = () => entriesIn(dataDir).filter((action) => action === 'settings.changed');
    await vi.waitFor(() => expect(changes()).toHaveLength(2), { timeout: 60_000 });
    const made = must(await handlers['backup.make']({ passphrase: '' }));
    expect(made).toMatchObject({ profiles: 1, bytes: statSync(made.path).size });
    expect(readFileSync(made.path).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(readdirSync(folder)).toHaveLength(1);
    expect(statSync(made.path).mode & 0o077).toBe(0);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
    await core?.stop();
    const before = entriesIn(dataDir);
    expect(before).toContain('backup.made');
    for (const file of [...everyFile(dataDir), made.path])
      for (const secret of [SECRET, PASSPHRASE])
        expect(readFileSync(file).includes(secret), file).toBe(false);

    dataDir = fresh('restored');
    keychain = memoryKeychain();
    settings = {};
    const there = await start();
    expect(must(await there['backup.restore']({ file: made.path, passphrase: PASSPHRASE }))).toMatchObject({
      profiles: 1,
    });
    expect(must(await there['app.settings.get']({})).language).toBe('ar');
    const { profiles } = must(await there['profiles.list']({}));
    expect(profiles).toMatchObject([{ id: 'live-m-1', name: 'Nile', keys: { secretKey: 'absent' } }]);
    must(await there['profiles.activate']({ profileId: 'live-m-1' }));
    // What came after the backup is not known here: a person looks it up before money moves.
    const { problems } = must(await there['app.status']({}));
    expect(problems.map(({ error }) => [error.code, error.params['cause']])).toContainEqual([
      'journal-blocked',
      'restored',
    ]);
    await core?.stop();
    expect(entriesIn(dataDir).slice(0, before.indexOf('backup.made'))).toEqual(
      before.slice(0, before.indexOf('backup.made')),
    );
    expect(entriesIn(dataDir)).toContain('backup.restored');
  });

  it('is refused with another passphrase, a changed byte, a cut end, and where there is a merchant', async () => {
    const handlers = await connected();
    const { path } = must(await handlers['backup.make']({ passphrase: '' }));
    expect(await handlers['backup.restore']({ file: path, passphrase: PASSPHRASE })).toMatchObject({
      error: { code: 'restore-not-empty' },
    });
    expect(await handlers['backup.make']({ passphrase: 'short' })).toMatchObject({
      error: { code: 'backup-passphrase-short' },
    });
    await core?.stop();
    dataDir = fresh('restored');
    keychain = memoryKeychain();
    settings = {};
    const there = await start();
    const refused = async (file: string, passphrase = PASSPHRASE) => {
      const answer = await there['backup.restore']({ file, passphrase });
      expect(existsSync(join(dataDir, 'profiles'))).toBe(false);
      return answer.ok ? 'restored' : answer.error.code;
    };
    expect(await refused(path, `${PASSPHRASE}.`)).toBe('backup-passphrase-wrong');
    expect(await refused(join(folder, 'none.age'))).toBe('backup-file-not-found');
    const whole = readFileSync(path);
    const changed = join(folder, 'changed.age');
    const flipped = Buffer.from(whole);
    flipped[flipped.length - 40] = (flipped[flipped.length - 40] ?? 0) ^ 1;
    writeFileSync(changed, flipped);
    expect(await refused(changed)).toBe('backup-not-whole');
    writeFileSync(changed, whole.subarray(0, whole.length - 100));
    expect(await refused(changed)).toBe('backup-not-whole');
    writeFileSync(changed, 'not a backup');
    expect(await refused(changed)).toBe('backup-not-whole');
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('of a journal whose chain does not fit is not made, and no half of it stays', async () => {
    await connected();
    await core?.stop();
    core = null;
    const journal = new Sqlite(join(dataDir, 'profiles/live-m-1/journal.sqlite'));
    const guards = journal.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all();
    for (const name of guards) journal.exec(`DROP TRIGGER ${String(name)}`);
    journal.exec("UPDATE audit_entry SET outcome = 'changed' WHERE seq = 2");
    journal.close();
    const task = { dataDir, folder, passphrase: PASSPHRASE, version: '9.9.9', nowMs: 0, keep: 3 };
    await expect(makeBackup(task)).rejects.toThrow('entries 2 does not fit');
    expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  });

  it('by schedule is made when it is due, also while it is locked; a failure is told until one is made', async () => {
    const handlers = await connected();
    const look = async () => {
      const due = looks;
      looks = [];
      due.forEach((task) => task());
      while (looks.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    must(await handlers['people.lock']({}));
    await look();
    expect(readdirSync(folder)).toHaveLength(1);
    await look();
    expect(readdirSync(folder)).toHaveLength(1);
    await signIn(core as Core);
    const file = join(fresh('file'), 'is-a-file');
    writeFileSync(file, '');
    const settingsNow = { folder: join(file, 'x'), everyHours: 1, passphrase: '' };
    must(await handlers['backup.setSchedule'](settingsNow));
    (settings['backup'] as { last: unknown }).last = null;
    await core?.stop();
    const again = await start();
    looks = looks.slice(-1);
    await look();
    expect(must(await again['backup.state']({})).lastError?.error.code).toBe('backup-not-made');
    must(await again['backup.setSchedule']({ folder, everyHours: 1, passphrase: '' }));
    await look();
    expect(must(await again['backup.state']({})).lastError).toBeNull();
  });
});

it('a backup is restored by a command, which takes the passphrase from its standard input', async () => {
  const handlers = await connected();
  const { path } = must(await handlers['backup.make']({ passphrase: '' }));
  await core?.stop();
  core = null;
  const target = join(fresh('target'), 'data');
  const restore = async (passphrase: string) => {
    const child = spawn(
      process.execPath,
      ['electron/database/backup/restore-cli.ts', path, '--data', target],
      {
        cwd: root,
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    let said = '';
    for (const out of [child.stdout, child.stderr])
      out.on('data', (part: Buffer) => (said += part.toString()));
    child.stdin.end(`${passphrase}\n`);
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  };
  expect(await restore('another passphrase')).toMatchObject({
    code: 1,
    said: expect.stringContaining('passphrase-wrong') as string,
  });
  expect(await restore(PASSPHRASE)).toMatchObject({
    code: 0,
    said: expect.stringContaining('Restored 1 merchants') as string,
  });
  expect(entriesIn(target)).toContain('profile.connected');
  expect(JSON.parse(readFileSync(join(target, 'settings.json'), 'utf8'))).toMatchObject({ language: 'ar' });
  expect(await restore(PASSPHRASE)).toMatchObject({
    code: 1,
    said: expect.stringContaining('not-empty') as string,
  });
});
