/** What an installer would hold: packed over a stand-in of Electron's folder, and looked into. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { isBuiltin as isBuiltIn } from 'node:module';
import ts from 'typescript';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { BUILT_APP } from '../tooling/end-to-end.ts';
import { makeStandInElectron } from './stand-in-electron.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 600_000 });

const root = join(import.meta.dirname, '../..');
const bin = (name: string) => join(root, 'node_modules/.bin', name);
/** The bytes of the wire: '0' and '1'. */
const OFF = 0x30;
const ON = 0x31;
const MEGABYTE = 1024 ** 2;
const work = mkdtempSync(join(tmpdir(), 'closeout-package-'));
const app = join(work, 'dist/linux-unpacked');
const archive = join(app, 'resources/app.asar');
let names: string[] = [];

const run = (program: string, ...args: string[]) =>
  execFileSync(bin(program), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

beforeAll(() => {
  if (process.env[BUILT_APP] === undefined) run('electron-vite', 'build', '--logLevel', 'error');
  const electron = makeStandInElectron(join(work, 'electron'), '0.0.0');
  run(
    'electron-builder',
    '--linux',
    'dir',
    '--x64',
    '--publish',
    'never',
    `-c.electronDist=${electron}`,
    `-c.directories.output=${join(work, 'dist')}`,
  );
  names = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/'));
});

describe.skipIf(process.platform === 'win32')('the packed app', () => {
  it('is at most 15 MB in its archive and 6 MB beside it', () => {
    const unpacked = filesIn(`${archive}.unpacked`).reduce((sum, path) => sum + statSync(path).size, 0);
    const packed = statSync(archive).size;
    console.log(
      `archive ${(packed / MEGABYTE).toFixed(1)} MB, unpacked ${(unpacked / MEGABYTE).toFixed(1)} MB`,
    );
    expect(packed).toBeLessThan(15 * MEGABYTE);
    expect(unpacked).toBeLessThan(6 * MEGABYTE);
  });

  it('holds the built app, the two native packages of this platform, the driver, and no map or source', () => {
    const top = new Set(names.map((name) => name.split('/').slice(1, 3).join('/')));
    const ofDriver = /^node_modules\/(pg|postgres-|split2$|xtend$)/;
    expect(top).toContain('node_modules/pg');
    expect([...top].filter((name) => !ofDriver.test(name)).sort()).toEqual([
      'node_modules',
      'node_modules/better-sqlite3',
      'node_modules/keytar',
      'out',
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
    ]);
    expect(names.filter((name) => name.endsWith('.node'))).toEqual([
      '/node_modules/better-sqlite3/prebuilds/linux-x64.node',
      '/node_modules/keytar/prebuilds/linux-x64/keytar.node',
    ]);
    expect(
      names.filter((name) => /\.(map|ts|tsx|c|cc|h|gyp|md)$/i.test(name) && !/LICENSE/.test(name)),
    ).toEqual([]);
    const natives = filesIn(`${archive}.unpacked`).filter((path) => path.endsWith('.node'));
    expect(natives).toHaveLength(2);
  });

  it('carries no library in its preload', () => {
    expect(extractFile(archive, 'out/preload/preload.cjs').length).toBeLessThan(20_000);
  });

  it('has every package that its main script asks for', () => {
    // Imports and calls of `require`, and not what comments and texts say.
    const asked = names
      .filter((name) => name.startsWith('/out/main/') && name.endsWith('.js'))
      .flatMap(
        (name) => ts.preProcessFile(extractFile(archive, name.slice(1)).toString(), true, true).importedFiles,
      )
      .map(({ fileName }) => fileName)
      .filter((name) => !name.startsWith('.'));
    const packed = new Set(['better-sqlite3', 'keytar', 'pg', 'electron']);
    const missing = [...new Set(asked)].filter((name) => !packed.has(name) && !isBuiltIn(name));
    expect(missing).toEqual([]);
  });

  it('has the fuses that the configuration names blown', async () => {
    const { version: _version, ...wire } = await getCurrentFuseWire(join(app, 'closeout'));
    const state = (fuse: FuseV1Options) => wire[fuse as unknown as keyof typeof wire] as unknown;
    expect(state(FuseV1Options.RunAsNode)).toBe(OFF);
    expect(state(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(OFF);
    expect(state(FuseV1Options.EnableNodeCliInspectArguments)).toBe(OFF);
    expect(state(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(OFF);
    expect(state(FuseV1Options.EnableCookieEncryption)).toBe(ON);
    expect(state(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(ON);
    expect(state(FuseV1Options.OnlyLoadAppFromAsar)).toBe(ON);
  });

  it('comes with the forms of administrators, its licence, two languages, and where its versions are', () => {
    const resources = filesIn(join(app, 'resources')).map((path) =>
      path.slice(join(app, 'resources').length + 1),
    );
    expect(resources).toContain('policy/policy.schema.json');
    expect(resources).toContain('policy/windows/Closeout.admx');
    expect(resources).toContain('LICENSE.txt');
    expect(readdirSync(join(app, 'locales')).sort()).toEqual(['ar.pak', 'en-US.pak']);
    expect(readFileSync(join(app, 'resources/app-update.yml'), 'utf8')).toContain('provider: generic');
  });
});

it('versions are exact, and only what is shipped as a package is a dependency', () => {
  type Package = Record<'dependencies' | 'devDependencies', Record<string, string>>;
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Package;
  expect(Object.keys(dependencies)).toEqual(['better-sqlite3', 'keytar', 'pg']);
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^(npm:[@\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
  );
  expect(loose).toEqual([]);
});
