/**
 * A packaged Closeout takes its new version from a feed of its organisation: looked for, proven, installed, opened on the same data.
 * The program is an AppImage, whose updater is the one that needs nothing of the system.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { RUNTIME_FLAGS } from '#electron/hosts/launch/runtime-flags.ts';
import { packagedEnv } from '../desktop/packaged.ts';
import { begin, closingIdOf, read } from './closing.ts';
import { expect, freshFolder, root, test as base, type Closeout } from './host.ts';
import { go, signIn, startPractice } from './steps.ts';
import { authorityFile, countingProxy, privateFront } from './way.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const UPDATE_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const signed = (text: string, key = privateKey) => sign(null, Buffer.from(text), key).toString('base64');

const standInArgs = [
  ...RUNTIME_FLAGS,
  '--import',
  join(root, 'test/desktop/register.ts'),
  join(root, 'out/main/main.js'),
];

/** One computer with its feed, its program and its data. */
async function computer() {
  const folder = freshFolder('updates');
  const places = {
    system: join(folder, 'etc'),
    resources: join(folder, 'resources'),
    apps: join(folder, 'apps'),
  };
  for (const place of Object.values(places)) mkdirSync(place);
  const dataDir = join(folder, 'data');
  const files = new Map<string, Buffer | string>();
  const feed = createServer(({ url = '' }, response) => {
    const file = files.get(new URL(url, 'http://feed').pathname);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  // As in an organisation: behind its own authority and through its proxy, from the first look on.
  const front = await privateFront(`http://127.0.0.1:${(feed.address() as AddressInfo).port}`);
  const proxy = await countingProxy();
  const policy = { updateFeed: front.url, updateKey: UPDATE_KEY, proxy: proxy.url, caFile: authorityFile() };
  const appImage = join(places.apps, 'Closeout.AppImage');
  const pidFile = join(folder, 'pid');
  const packaged = (version: string) => ({ version, resources: places.resources, system: places.system });
  writeFileSync(join(places.system, 'policy.json'), JSON.stringify(policy));
  writeFileSync(
    join(places.resources, 'app-update.yml'),
    'provider: generic\nurl: http://127.0.0.1:1\nupdaterCacheDirName: closeout-updater\n',
  );
  writeFileSync(appImage, 'the program that is installed\n');

  /** A program that is this very Closeout under another version. It says who it is, so that the test can end it. */
  const programOf = (version: string) => {
    const env = Object.entries(packagedEnv(packaged(version))).map(
      ([name, value]) => `export ${name}='${value}'`,
    );
    // As updaters start it: with no argument, so that the data is found by the note of the version before.
    const command = [process.execPath, ...standInArgs].map((part) => `'${part}'`).join(' ');
    return ['#!/bin/sh', ...env, `echo $$ > '${pidFile}'`, `exec ${command}`, ''].join('\n');
  };
  const listOf = (version: string, program: string) => {
    const sha512 = createHash('sha512').update(program).digest('base64');
    const size = Buffer.byteLength(program);
    return `version: ${version}\nfiles:\n  - url: Closeout-${version}.AppImage\n    sha512: ${sha512}\n    size: ${size}\npath: Closeout-${version}.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-24T00:00:00.000Z'\n`;
  };
  type Published = { signature?: string | null; came?: string; announced?: string };
  /** Puts a version on the feed; without more it is as it should be. */
  function publish(version: string, { signature, came, announced = version }: Published = {}, at = ''): void {
    const program = programOf(version);
    const list = listOf(announced, program);
    const name = `${at}/latest-linux.yml`;
    files.set(name, list);
    files.delete(`${name}.sig`);
    if (signature !== null) files.set(`${name}.sig`, signature ?? signed(list));
    files.set(`${at}/Closeout-${announced}.AppImage`, came ?? program);
  }
  return {
    ...{ dataDir, publish, listOf, programOf },
    env: (version: string) => ({
      ...packagedEnv(packaged(version)),
      APPIMAGE: appImage,
      XDG_CACHE_HOME: join(folder, 'cache'),
      XDG_DATA_HOME: join(folder, 'usual'),
    }),
    asked: () => proxy.asked,
    /** Connections to the feed that the proxy did not make. */
    beside: () => front.from.filter((port) => !proxy.to.includes(port)),
    installed: () => readFileSync(appImage, 'utf8'),
    /** What the updater keeps for later. */
    kept: () => {
      const pending = join(folder, 'cache/closeout-updater/pending');
      return existsSync(pending) ? readdirSync(pending) : [];
    },
    /** The version that opened the data last. */
    opened: () =>
      (JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as { updates?: { version: string } })
        .updates?.version,
    /** Ends the program that was started by the update, and waits until it let go of the data. */
    async end() {
      feed.closeAllConnections();
      feed.close();
      front.close();
      proxy.close();
      if (!existsSync(pidFile)) return;
      const pid = Number(readFileSync(pidFile, 'utf8'));
      const runs = () => {
        try {
          return process.kill(pid, 0);
        } catch {
          return false;
        }
      };
      if (runs()) process.kill(pid, 'SIGTERM');
      await expect.poll(runs).toBe(false);
    },
  };
}
type Computer = Awaited<ReturnType<typeof computer>>;

const test = base.extend<{ pc: Computer }>({
  pc: async ({ host }, use, info) => {
    if (host !== 'stand-in') info.skip(true, 'only the stand-in can say that it is packaged');
    const one = await computer();
    await use(one);
    await one.end();
  },
});

async function openSettings({ page }: Closeout) {
  await startPractice(page);
  await go(page, 'Settings');
  return page.locator('section', { has: page.getByRole('heading', { name: 'Updates', exact: true }) });
}
const look = (updates: ReturnType<Page['locator']>) =>
  updates.getByRole('button', { name: 'Look for a new version' });
const exit = ({ standIn }: Closeout) =>
  new Promise<number | null>((resolve) => standIn?.child.once('exit', (code) => resolve(code)));

test('a new version that is signed is installed when somebody says so, and opens the same data', async ({
  start,
  pc,
}) => {
  pc.publish('1.3.0');
  const closeout = await start({ dataDir: pc.dataDir, env: pc.env('1.2.0') });
  const { page } = closeout;
  let updates = await openSettings(closeout);
  await expect(updates).toContainText('Set by your organisation');
  await look(updates).click();
  await expect(updates).toContainText('Version 1.3.0 is ready.');

  await begin(page, 'Zamalek');
  await go(page, 'Settings');
  updates = page.locator('section', { has: page.getByRole('heading', { name: 'Updates', exact: true }) });
  await updates.getByRole('button', { name: 'Install 1.3.0 now' }).click();
  await expect(updates.getByRole('alert')).toContainText('A day is being closed.');
  expect(pc.installed()).toBe('the program that is installed\n');

  await page.goBack();
  const closingId = closingIdOf(page);
  await read(page, 'closing.cancel', { closingId, reason: 'not today' });
  await go(page, 'Settings');
  const ended = exit(closeout);
  await page.getByRole('button', { name: 'Install 1.3.0 now' }).click();
  expect(await ended).toBe(0);
  expect(pc.asked().length).toBeGreaterThan(0);
  expect(pc.beside()).toEqual([]);
  expect(pc.installed()).toBe(pc.programOf('1.3.0'));
  await expect.poll(pc.opened).toBe('1.3.0');
});

test('a version that is unsigned, older, announced falsely or another file is not installed, and that is said', async ({
  start,
  pc,
}) => {
  const closeout = await start({ dataDir: pc.dataDir, env: pc.env('1.2.0') });
  const updates = await openSettings(closeout);
  const others = generateKeyPairSync('ed25519').privateKey;
  const notSigned = 'What is on offer is not signed by your organisation.';
  const list = pc.listOf('1.3.0', pc.programOf('1.3.0'));
  for (const [name, published, said] of [
    ['unsigned', { signature: null }, notSigned],
    ['signed by somebody else', { signature: signed(list, others) }, notSigned],
    ['signed for another list', { signature: signed(pc.listOf('1.3.0', 'another program')) }, notSigned],
    [
      'another file',
      { came: pc.programOf('1.3.0').replace('exec', 'true') },
      'is not the one that was announced',
    ],
  ] as const) {
    pc.publish('1.3.0', published);
    await look(updates).click();
    await expect(updates.getByRole('alert'), name).toContainText(said);
    await expect(look(updates)).toBeEnabled();
  }
  pc.publish('1.1.0');
  await look(updates).click();
  await expect(updates.getByRole('alert')).toHaveCount(0);
  await expect(look(updates)).toBeEnabled();
  await expect(updates).toContainText('A new version is looked for every four hours.');
  expect(pc.kept().filter((name) => name.endsWith('.AppImage'))).toEqual([]);
  expect(pc.installed()).toBe('the program that is installed\n');

  // And one that is as it should be waits while a day is being closed, also when Closeout ends.
  pc.publish('1.3.0');
  await look(updates).click();
  await expect(updates).toContainText('Version 1.3.0 is ready.');
  await begin(closeout.page, 'Zamalek');
  expect(await closeout.close()).toBe(0);
  expect(pc.installed()).toBe('the program that is installed\n');
});

test(
  'the version before comes back in one step, and never another one in its place',
  { tag: '@deep' },
  async ({ start, pc }) => {
    const before = await start({ dataDir: pc.dataDir, env: pc.env('1.1.0') });
    await signIn(before.page);
    expect(await before.close()).toBe(0);
    const closeout = await start({ dataDir: pc.dataDir, env: pc.env('1.2.0') });
    const updates = await openSettings(closeout);
    const back = updates.getByRole('button', { name: 'Back to version 1.1.0' });
    pc.publish('1.0.0', {}, '/versions/1.1.0');
    await back.click();
    await expect(updates.getByRole('alert')).toContainText(
      'Another version came than the one you asked for (1.1.0).',
    );
    pc.publish('1.1.0', {}, '/versions/1.1.0');
    await back.click();
    const install = updates.getByRole('button', { name: 'Install 1.1.0 now' });
    await expect(install).toBeVisible();
    const ended = exit(closeout);
    await install.click();
    expect(await ended).toBe(0);
    expect(pc.installed()).toBe(pc.programOf('1.1.0'));
    await expect.poll(pc.opened).toBe('1.1.0');
  },
);
