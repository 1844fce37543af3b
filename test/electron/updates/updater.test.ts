/** electron-updater against a real feed on loopback, as far as it runs without the runtime: looking, staging, downloading, its proof. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setReach } from '#electron/gateway/connection.ts';
import { createUpdater } from '#electron/hosts/desktop/updater.ts';

const PACKAGE = Buffer.from('the bytes of an installer');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const sha512 = (bytes: Buffer) => createHash('sha512').update(bytes).digest('base64');
let server: Server;
let files: Record<string, string | Buffer> = {};
let asked: string[] = [];
let feed = '';
let cache = '';

const listing = (version: string, more = '', bytes = PACKAGE) => `version: ${version}
files:
  - url: closeout_${version}_amd64.deb
    sha512: ${sha512(bytes)}
    size: ${bytes.length}
path: closeout_${version}_amd64.deb
sha512: ${sha512(bytes)}
releaseDate: '2026-11-24T00:00:00.000Z'
${more}`;

const publish = (path: string, text: string) => {
  files[path] = text;
  files[`${path}.sig`] = sign(null, Buffer.from(text), privateKey).toString('base64');
};

function updater(version = '1.2.0') {
  cache = mkdtempSync(join(tmpdir(), 'closeout-updater-'));
  const config = join(cache, 'app-update.yml');
  writeFileSync(
    config,
    'provider: generic\nurl: http://127.0.0.1:1\nupdaterCacheDirName: closeout-updater\n',
  );
  return createUpdater({
    platform: 'linux',
    isAppImage: false,
    log: () => {},
    beforeInstall: () => Promise.resolve(),
    onNotInstalled: () => {},
    app: {
      version,
      name: 'closeout',
      isPackaged: true,
      appUpdateConfigPath: config,
      userDataPath: cache,
      baseCachePath: cache,
      whenReady: () => Promise.resolve(),
      relaunch: () => {},
      quit: () => {},
      onQuit: () => {},
    },
  });
}
const stable = (more: { feed?: string; key?: string | null; before?: string } = {}) => ({
  feed,
  channel: 'stable' as const,
  key: KEY,
  before: null,
  ...more,
});

beforeEach(async () => {
  files = {};
  asked = [];
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    asked.push(path);
    const file = files[path];
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it('a newer version is found and downloaded, an equal or older one is not', async () => {
  publish('/latest-linux.yml', listing('1.3.0'));
  files['/closeout_1.3.0_amd64.deb'] = PACKAGE;
  const one = updater();
  expect(await one.look(stable())).toEqual({ version: '1.3.0' });
  await one.download();
  expect(readFileSync(join(cache, 'closeout-updater/pending/closeout_1.3.0_amd64.deb'))).toEqual(PACKAGE);
  expect(await updater('1.3.0').look(stable())).toBeNull();
  expect(await updater('1.4.0').look(stable())).toBeNull();
});

it('what is not the file that the feed names is refused', async () => {
  publish('/latest-linux.yml', listing('1.3.0'));
  files['/closeout_1.3.0_amd64.deb'] = Buffer.from('the bytes of another one ');
  const one = updater();
  await one.look(stable());
  await expect(one.download()).rejects.toThrow(/sha512/);
});

it('a list that nobody signed, or somebody else, or that was changed after it was signed is not believed', async () => {
  const list = listing('1.3.0');
  files['/closeout_1.3.0_amd64.deb'] = PACKAGE;
  const others = generateKeyPairSync('ed25519').privateKey;
  for (const signature of [
    undefined,
    '',
    'not base64 at all',
    sign(null, Buffer.from(list), others).toString('base64'),
    sign(null, Buffer.from(listing('1.2.9')), privateKey).toString('base64'),
  ]) {
    files = {
      '/latest-linux.yml': list,
      ...(signature !== undefined && { '/latest-linux.yml.sig': signature }),
    };
    await expect(updater().look(stable()), signature ?? 'none').rejects.toMatchObject({ code: 'not-signed' });
  }
  expect(asked.filter((path) => path.endsWith('.deb'))).toEqual([]);
});

it('on Linux nothing is looked for without a key, since its packages have no signature of their own', async () => {
  publish('/latest-linux.yml', listing('1.3.0'));
  await expect(updater().look(stable({ key: null }))).rejects.toMatchObject({ code: 'no-key' });
  expect(asked).toEqual([]);
});

it('a staged version is for those in its share: nobody at 0, everybody at 100', async () => {
  publish('/latest-linux.yml', listing('1.3.0', 'stagingPercentage: 0\n'));
  expect(await updater().look(stable())).toBeNull();
  publish('/latest-linux.yml', listing('1.3.0', 'stagingPercentage: 100\n'));
  expect(await updater().look(stable())).toEqual({ version: '1.3.0' });
});

it('the early channel has a list of its own, and the version before is fetched only where it is asked for', async () => {
  publish('/early-linux.yml', listing('2.0.0-early.1'));
  publish('/versions/1.1.0/latest-linux.yml', listing('1.1.0'));
  files['/versions/1.1.0/closeout_1.1.0_amd64.deb'] = PACKAGE;
  expect(await updater().look({ feed, channel: 'early', key: KEY, before: null })).toEqual({
    version: '2.0.0-early.1',
  });
  const before = `${feed}/versions/1.1.0`;
  expect(await updater().look(stable({ feed: before }))).toBeNull();
  const one = updater();
  expect(await one.look(stable({ feed: before, before: '1.1.0' }))).toEqual({ version: '1.1.0' });
  await one.download();
  await expect(updater().look(stable({ feed: before, before: '1.0.0' }))).rejects.toThrow('other-version');
});

it('a feed that is neither https nor on this computer is not asked, and none is in safe mode', async () => {
  await expect(updater().look(stable({ feed: 'http://updates.example.com' }))).rejects.toThrow('not-https');
  publish('/latest-linux.yml', listing('1.3.0'));
  setReach(false);
  await expect(updater().look(stable())).rejects.toThrow('safe mode');
  setReach(true);
  expect(asked).toEqual([]);
});
