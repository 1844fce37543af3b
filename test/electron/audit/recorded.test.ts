import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keychainAnchor } from '#electron/audit/anchor.ts';
import { verifyFolder } from '#electron/audit/verify-folder.ts';
import { startCore } from '#electron/core/core.ts';
import { openKeychain, type SystemKeychain } from '#electron/keychain/keychain.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { ADMINISTRATOR, signIn } from '../signed-in.ts';
import { coreOptions } from '../core-options.ts';

const root = join(import.meta.dirname, '../../..');
const dataDir = mkdtempSync(join(tmpdir(), 'closeout-recorded-'));
const CANARIES = ['sk_canary_first_77', 'sk_canary_second_88', 'tk_canary_third_99'];
const passwords = new Map<string, string>();
const systemKeychain: SystemKeychain = {
  getPassword: (_service, account) => Promise.resolve(passwords.get(account) ?? null),
  setPassword: (_service, account, password) => Promise.resolve(void passwords.set(account, password)),
  deletePassword: (_service, account) => Promise.resolve(passwords.delete(account)),
};
const start = async () => {
  const started = await startCore(coreOptions(dataDir, systemKeychain));
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  return started.value;
};
const hosts = { dashboardUrl: 'http://127.0.0.1:9', checkoutUrl: 'http://127.0.0.1:9' };
const keys = { secretKey: '', apiKey: '', paymentKey: '', transferKey: '' };
const verify = () => {
  const keychain = openKeychain(
    () => Promise.resolve(systemKeychain),
    systemClock,
    () => {},
  );
  return verifyFolder(dataDir, (id) => keychainAnchor(keychain, id, systemClock));
};
const journalOf = (name: string) => join(dataDir, name, 'journal.sqlite');
const cli = (...args: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    execFile(
      process.execPath,
      ['electron/audit/verify-cli.ts', ...args],
      { cwd: root },
      (error, stdout, stderr) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: stdout + stderr }),
    );
  });

let kept = '';
let open = '';
beforeAll(async () => {
  const core = await start();
  await signIn(core);
  const { handlers } = core;
  const connect = async (merchantId: string) => {
    const asked = { name: 'Cairo', merchantId, environment: 'test' as const, ...hosts, ...keys };
    const made = await handlers['profiles.connect']({ ...asked, secretKey: CANARIES[0] ?? '' });
    if (!made.ok) throw new Error(JSON.stringify(made.error));
    return made.value.id;
  };
  const profileId = await connect('M1');
  open = await connect('M2');
  await handlers['profiles.update']({ profileId, name: `Giza ${CANARIES[0]}`, ...hosts });
  await handlers['profiles.replaceKeys']({
    profileId,
    ...keys,
    secretKey: CANARIES[1] ?? '',
    transferKey: CANARIES[2] ?? '',
  });
  await handlers['profiles.checkConnection']({ profileId });
  const removed = await handlers['profiles.remove']({ profileId });
  if (!removed.ok) throw new Error(JSON.stringify(removed.error));
  kept = `removed/${readdirSync(join(dataDir, 'removed'))[0] ?? ''}`;
  await handlers['app.settings.set']({ digits: 'arabic' });
  await core.stop();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

function actionsIn(name: string): string[] {
  const db = new Sqlite(journalOf(name), { readonly: true });
  const actions = db.prepare('SELECT action FROM audit_entry ORDER BY seq').pluck().all() as string[];
  db.close();
  return actions;
}

describe('the record of the running app', () => {
  it('tells the life of a profile, open or not, to its removal', () => {
    expect(actionsIn(kept)).toEqual([
      'record.begun',
      'profile.connected',
      'person.added',
      'person.signed-in',
      'app.started',
      'profile.opened',
      'profile.closed',
      'profile.edited',
      'keys.replaced',
      'connection.checked',
      'profile.removed',
    ]);
    expect(actionsIn(`profiles/${open}`)).toEqual([
      'record.begun',
      'profile.connected',
      'profile.opened',
      'settings.changed',
      'app.stopped',
    ]);
  });

  it('says of each entry who it was, and what Closeout did by itself', () => {
    const db = new Sqlite(journalOf(kept), { readonly: true });
    const actors = db.prepare('SELECT action, actor FROM audit_entry ORDER BY seq').all() as {
      action: string;
      actor: string;
    }[];
    db.close();
    expect(actors.find(({ action }) => action === 'keys.replaced')?.actor).toBe(ADMINISTRATOR.name);
    const stopped = new Sqlite(journalOf(`profiles/${open}`), { readonly: true });
    const last = stopped.prepare('SELECT actor FROM audit_entry ORDER BY seq DESC').pluck().get();
    stopped.close();
    expect(last).toBe('Closeout');
  });

  it('names the kinds of keys with their fingerprints, and holds no key', () => {
    const db = new Sqlite(journalOf(kept), { readonly: true });
    const params = db.prepare(`SELECT params FROM audit_entry WHERE action = 'keys.replaced'`).pluck().get();
    db.close();
    expect(String(params)).toMatch(
      /^\{"keys":\{"secret-key":"[0-9a-f]{12}","transfer-key":"[0-9a-f]{12}"\}\}$/,
    );
    for (const name of [kept, `profiles/${open}`]) {
      const bytes = readFileSync(journalOf(name)).toString('latin1');
      for (const canary of CANARIES) expect(bytes).not.toContain(canary);
    }
  });

  it('verifies to the anchors in the keychain, also that of a removed profile', async () => {
    const found = await verify();
    expect(found.map(({ anchor, verdict }) => [anchor, verdict.ok])).toEqual([
      ['found', true],
      ['found', true],
    ]);
  });

  it('the command says what it found and ends with 0, 1 or 2, and changes nothing', async () => {
    const before = readFileSync(journalOf(kept));
    const whole = await cli(dataDir);
    expect(whole.text).toMatch(/^WHOLE {2}profiles\/.*\nWHOLE {2}removed\/.*NOT anchored/m);
    expect(whole.code).toBe(0);
    expect(readFileSync(journalOf(kept)).equals(before)).toBe(true);
    expect((await cli(join(dataDir, 'nowhere'))).code).toBe(2);
    expect((await cli()).code).toBe(2);
    const noExport = join(dataDir, 'export.jsonl');
    writeFileSync(noExport, 'no export');
    expect((await cli(noExport)).code).toBe(2);
  });

  it('a cut end is found by the anchor, stops money and stays on screen', async () => {
    const name = `profiles/${open}`;
    const db = new Sqlite(journalOf(name));
    db.exec('DROP TRIGGER audit_entry_no_delete; DELETE FROM audit_entry WHERE seq > 3');
    db.close();
    rmSync(join(dataDir, name, 'journal-anchor.json'), { force: true });
    const found = (await verify()).find((one) => one.name === name);
    expect(found?.verdict).toEqual({ ok: false, in: 'entries', at: 4, problem: 'cut' });

    const core = await start();
    await signIn(core);
    await core.handlers['profiles.activate']({ profileId: open });
    const status = await core.handlers['app.status']({});
    expect(status.ok && status.value.problems.map(({ error }) => [error.code, error.params])).toEqual([
      ['journal-blocked', { where: 'entries', at: 4, what: 'cut' }],
    ]);
    await core.stop();
  });

  it('a changed entry ends the command with 1', async () => {
    const db = new Sqlite(journalOf(kept));
    db.exec(`DROP TRIGGER audit_entry_no_update; UPDATE audit_entry SET actor = 'x' WHERE seq = 2`);
    db.close();
    const broken = await cli(dataDir);
    expect(broken.text).toContain('entry 2 (changed)');
    expect(broken.code).toBe(1);
  });
});
