/** The attacks: another user of this computer reads the data folder, writes to it, or puts a link where we write. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { holdDataFolder } from '#electron/core/data-folder.ts';

const root = join(import.meta.dirname, '../../..');
const fresh = () => mkdtempSync(join(tmpdir(), 'closeout-private-'));

/** Everything in the folder that another user may read or write, but for the browser's own profile. */
function openIn(folder: string): string[] {
  const own = (lstatSync(folder).mode & 0o077) === 0 ? [] : [folder];
  const inside = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0);
  return [...own, ...inside];
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is its owner’s alone whatever the umask, with all that a running host makes in it', async () => {
    const dataDir = join(fresh(), 'data');
    const script = `umask 000; exec "$0" electron/hosts/browser/browser-host.ts --no-open --data "$1"`;
    const host = spawn('sh', ['-c', script, process.execPath, dataDir], {
      cwd: root,
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: undefined },
    });
    for await (const line of createInterface({ input: host.stdout })) if (line.includes('is ready')) break;
    const seen = openIn(dataDir);
    host.kill('SIGTERM');
    await once(host, 'exit');
    expect(seen).toEqual([]);
    expect(openIn(dataDir)).toEqual([]);
    expect(readdirSync(dataDir)).toContain('logs');
  });

  it('that was open is mended with all that is in it, which is said; nothing is lost', () => {
    const dataDir = fresh();
    mkdirSync(join(dataDir, 'profiles/live-m/backups'), { recursive: true });
    const file = join(dataDir, 'profiles/live-m/journal.sqlite-wal');
    writeFileSync(file, 'kept');
    chmodSync(file, 0o644);
    for (const folder of ['', 'profiles', 'profiles/live-m', 'profiles/live-m/backups'])
      chmodSync(join(dataDir, folder), 0o755);
    const held = holdDataFolder(dataDir);
    if (!held.ok) throw new Error(held.message);
    expect(held.lock.wasOpen).toBe(true);
    held.lock.release();
    const again = holdDataFolder(dataDir);
    if (!again.ok) throw new Error(again.message);
    expect(again.lock.wasOpen).toBe(false);
    again.lock.release();
    chmodSync(join(dataDir, 'instance.json'), 0o600);
    chmodSync(join(dataDir, 'instance.sqlite'), 0o600);
    expect(openIn(dataDir)).toEqual([]);
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  it('that others can write to is refused, with what to do in both languages', () => {
    const dataDir = fresh();
    chmodSync(dataDir, 0o777);
    const held = holdDataFolder(dataDir);
    expect(held).toMatchObject({
      ok: false,
      error: { code: 'folder-not-private', params: { what: 'writable' } },
    });
    if (held.ok) return;
    expect(held.message).toContain('chmod go-w');
    expect(held.message).toMatch(/مستخدمون آخرون/);
    expect(lstatSync(dataDir).mode & 0o777).toBe(0o777);
  });

  it.skipIf(process.getuid?.() !== 0)('of another user is refused', () => {
    const dataDir = fresh();
    chownSync(dataDir, 12_345, 12_345);
    expect(holdDataFolder(dataDir)).toMatchObject({ ok: false, error: { params: { what: 'owner' } } });
  });

  it.each(['logs', 'settings.json', 'profiles/live-m/journal.sqlite', 'instance.sqlite'])(
    'with a link in place of %s is refused, and nothing is written through it',
    (name) => {
      const dataDir = fresh();
      const victim = join(fresh(), 'victim');
      writeFileSync(victim, 'as it was');
      chmodSync(victim, 0o644);
      mkdirSync(join(dataDir, name, '..'), { recursive: true });
      symlinkSync(victim, join(dataDir, name));
      const held = holdDataFolder(dataDir);
      expect(held).toMatchObject({ ok: false, error: { params: { what: 'link', entry: name } } });
      expect(readFileSync(victim, 'utf8')).toBe('as it was');
      expect(lstatSync(victim).mode & 0o777).toBe(0o644);
    },
  );
});
