/**
 * What the installers are told to be. Those of Windows and macOS need their systems, and the packages of Linux need tools that are
 * fetched; here the configuration is read. The packager itself checks it against its schema when it packs (package.deep.test.ts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** The lines below each name that stands at the margin. */
const sections = new Map(
  textOf('electron-builder.yml')
    .split(/\n(?=\S)/)
    .map((part): [string, string] => [part.slice(0, part.indexOf(':')), part.slice(part.indexOf(':') + 1)]),
);
const section = (name: string) => sections.get(name) ?? '';
const targetsOf = (system: string) =>
  [...section(system).matchAll(/- target: (\w+)\n\s+arch: \[(.+)\]/g)].map(([, target, arch]) => [
    target,
    arch,
  ]);

describe('the installers of', () => {
  it('Windows are NSIS, for one person or for the computer as the person chooses, and MSI for the computer', () => {
    expect(targetsOf('win')).toEqual([
      ['nsis', 'x64, arm64'],
      ['msi', 'x64'],
    ]);
    for (const line of [
      'oneClick: false',
      'perMachine: false',
      'allowElevation: true',
      'deleteAppDataOnUninstall: false',
    ])
      expect(section('nsis')).toContain(`\n  ${line}`);
    expect(section('nsis')).toContain('installerLanguages: [en_US, ar_SA]');
    expect(section('msi')).toContain('\n  perMachine: true');
    expect(section('win')).toContain('publisherName:');
  });

  it('macOS are dmg and zip, hardened and notarised, allowed to compile at run time and nothing else', () => {
    expect(targetsOf('mac')).toEqual([
      ['dmg', 'x64, arm64'],
      ['zip', 'x64, arm64'],
    ]);
    expect(section('mac')).toContain('\n  hardenedRuntime: true');
    expect(section('mac')).toContain('\n  notarize: true');
    const entitlements = 'resources/installer/entitlements.mac.plist';
    for (const name of ['entitlements', 'entitlementsInherit'])
      expect(section('mac')).toContain(`\n  ${name}: ${entitlements}`);
    const allowed = [...textOf(entitlements).matchAll(/<key>(.+)<\/key>\s*<(\w+)\/>/g)];
    expect(allowed.map(([, key, value]) => [key, value])).toEqual([
      ['com.apple.security.cs.allow-jit', 'true'],
    ]);
  });

  it('Linux are AppImage and deb, with all that a deb wants: homepage, maintainer, name of the desktop file, keychain', () => {
    expect(targetsOf('linux')).toEqual([
      ['AppImage', 'x64, arm64'],
      ['deb', 'x64, arm64'],
    ]);
    const { homepage, desktopName, author, license } = JSON.parse(textOf('package.json')) as {
      [name in 'homepage' | 'desktopName' | 'license']: string;
    } & { author: { email: string } };
    expect(new URL(homepage).protocol).toBe('https:');
    expect(license).toBe('MIT');
    expect(section('linux')).toMatch(/\n {2}maintainer: .+ <.+@.+>/);
    expect(section('linux')).toContain(`<${author.email}>`);
    // A window belongs to its entry of the menu by this name.
    expect(desktopName).toBe('app.closeout.desktop');
    expect(section('linux')).toContain(`StartupWMClass: ${desktopName}`);
    expect(section('linux')).toContain('Comment[ar]:');
    expect(section('deb')).toContain('libsecret-1-0');
  });

  it('every system have icons of the sizes that their names say', () => {
    const folder = join(root, 'resources/installer/icons');
    const sizes = readdirSync(folder).map((name) => {
      const png = readFileSync(join(folder, name));
      expect(name).toBe(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}.png`);
      return png.readUInt32BE(16);
    });
    expect(sizes.sort((a, b) => a - b)).toEqual([16, 32, 48, 64, 128, 256, 512]);
    // Windows and macOS make theirs of this one, which may not be smaller than 512.
    expect(readFileSync(join(root, 'resources/installer/icon.png')).readUInt32BE(16)).toBeGreaterThanOrEqual(
      512,
    );
  });

  it('a release are made on each system after every test has passed, and every kind of them is kept', () => {
    const workflow = textOf('.github/workflows/release.yml');
    for (const lane of ['npm test', 'npm run e2e', 'npm run deep -- --part'])
      expect(workflow).toContain(lane);
    expect(workflow).toContain('needs: [check, end-to-end, deep]');
    for (const target of ['--linux', '--win', '--mac']) expect(workflow).toContain(`target: '${target}'`);
    for (const kind of ['exe', 'msi', 'dmg', 'zip', 'AppImage', 'deb', 'yml'])
      expect(workflow).toContain(`dist/*.${kind}\n`);
  });
});
