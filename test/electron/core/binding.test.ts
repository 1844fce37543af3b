/** The attack: somebody who can write `profile.json` leads the next request, and the key with it, to another host. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCore, type Core } from '#electron/core/core.ts';
import { must } from '../services/operations/harness.ts';
import { memoryKeychain } from '../services/people/bench.ts';
import { signIn } from '../signed-in.ts';
import { coreOptions, storeIn } from '../core-options.ts';

const SECRET = 'sk-bound-0123456789';
let dataDir = '';
let keychain = memoryKeychain();
let settings: Record<string, unknown> = {};
let servers: Server[] = [];
let core: Core | null = null;

/** Notes the keys that it is sent, and knows no terminal. */
async function gateway(): Promise<{ url: string; keys: string[] }> {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys };
}

async function start(): Promise<Core> {
  const started = await startCore(coreOptions(dataDir, keychain, { settingsStore: storeIn(settings) }));
  core = must(started);
  await signIn(core);
  return core;
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'closeout-binding-'));
  keychain = memoryKeychain();
  settings = {};
});
afterEach(async () => {
  await core?.stop();
  core = null;
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  servers = [];
  rmSync(dataDir, { recursive: true, force: true });
});

const fileOf = (id: string) => join(dataDir, 'profiles', id, 'profile.json');
function edit(id: string, change: Record<string, string>): void {
  const file = JSON.parse(readFileSync(fileOf(id), 'utf8')) as Record<string, unknown>;
  writeFileSync(fileOf(id), JSON.stringify({ ...file, ...change }));
}
async function connected(url: string): Promise<string> {
  const { handlers } = await start();
  const keys = { secretKey: SECRET, apiKey: '', paymentKey: '', transferKey: '' };
  const hosts = { dashboardUrl: url, checkoutUrl: url };
  const profile = { name: 'M', merchantId: 'M-1', environment: 'test' as const, ...hosts, ...keys };
  const { id } = must(await handlers['profiles.connect'](profile));
  must(await handlers['profiles.checkConnection']({ profileId: id }));
  await core?.stop();
  return id;
}

it.each(['dashboardUrl', 'checkoutUrl'] as const)(
  'a changed %s in the file gets no request, with or without the key, until an administrator has set it',
  async (field) => {
    const ours = await gateway();
    const theirs = await gateway();
    const id = await connected(ours.url);
    expect(ours.keys).toContain(SECRET);
    edit(id, { [field]: theirs.url });

    const { handlers } = await start();
    const refused = await handlers['profiles.activate']({ profileId: id });
    expect(refused).toMatchObject({
      ok: false,
      error: {
        kind: 'profile',
        code: 'binding-changed',
        params: { field, known: ours.url, found: theirs.url },
      },
    });
    const { activeProfileId, problems } = must(await handlers['app.status']({}));
    expect(activeProfileId).toBeNull();
    expect(problems.map(({ error }) => error.code)).toContain('binding-changed');
    await handlers['profiles.checkConnection']({ profileId: id });
    expect(theirs.keys).not.toContain(SECRET);

    const before = ours.keys.length;
    const hosts = { dashboardUrl: ours.url, checkoutUrl: ours.url };
    must(await handlers['profiles.update']({ profileId: id, name: 'M', ...hosts }));
    must(await handlers['profiles.activate']({ profileId: id }));
    must(await handlers['profiles.checkConnection']({ profileId: id }));
    expect(ours.keys.slice(before)).toContain(SECRET);
    expect(theirs.keys).not.toContain(SECRET);
  },
);

it.each([{ merchantId: 'M-2' }, { environment: 'live' }])(
  'a changed %o in the file stops the profile',
  async (change) => {
    const ours = await gateway();
    const id = await connected(ours.url);
    edit(id, change);
    const { handlers } = await start();
    expect(await handlers['profiles.activate']({ profileId: id })).toMatchObject({
      error: { code: 'binding-changed' },
    });
  },
);

it('a profile of the version before is bound when it opens, which its record tells; after that a change stops it', async () => {
  const ours = await gateway();
  const theirs = await gateway();
  const id = await connected(ours.url);
  const { keychainId } = JSON.parse(readFileSync(fileOf(id), 'utf8')) as { keychainId: string };
  await keychain.deletePassword('Closeout', `${keychainId}/binding`);
  must(await (await start()).handlers['profiles.activate']({ profileId: id }));
  await core?.stop();
  const journal = new Sqlite(join(dataDir, 'profiles', id, 'journal.sqlite'), { readonly: true });
  expect(
    journal.prepare("SELECT COUNT(*) FROM audit_entry WHERE action = 'profile.bound'").pluck().get(),
  ).toBe(1);
  journal.close();
  edit(id, { dashboardUrl: theirs.url });
  const { handlers } = await start();
  expect(await handlers['profiles.activate']({ profileId: id })).toMatchObject({
    error: { code: 'binding-changed' },
  });
  expect(theirs.keys).toEqual([]);
});
