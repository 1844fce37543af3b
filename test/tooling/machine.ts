/** What the tests need of the machine beyond Node and npm, and how it gets there. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPostgres } from '#electron/head-office/own-server.ts';

const onLinux = process.platform === 'linux';

const BROWSERS = [
  process.env['CLOSEOUT_BROWSER'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The installed Chromium-family browser the end-to-end tests drive, or null. */
export function findBrowser(): string | null {
  return BROWSERS.find((path): path is string => path !== undefined && existsSync(path)) ?? null;
}

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
/** Chromium without the windows of its own, which nobody sees in a test: a seventh less processor time. Else any browser. */
export const findHeadlessBrowser = (): string | null =>
  process.env['CLOSEOUT_BROWSER'] === undefined && existsSync(HEADLESS_SHELL)
    ? HEADLESS_SHELL
    : findBrowser();

const succeeds = (script: string) => spawnSync('sh', ['-c', script]).status === 0;
export const hasCommand = (name: string) => succeeds(`command -v ${name}`);
const hasLibrary = (name: string) => succeeds(`ldconfig -p 2>/dev/null | grep -q ${name}`);
const hasArabicFont = () => succeeds('fc-list :lang=ar 2>/dev/null | grep -q .');

/** Debian packages that are missing on this machine. */
function missingPackages(): string[] {
  const missing: string[] = [];
  if (findBrowser() === null) missing.push('chromium', 'chromium-headless-shell');
  if (!hasArabicFont()) missing.push('fonts-noto-core', 'fontconfig');
  if (!hasCommand('dbus-run-session')) missing.push('dbus');
  if (!hasCommand('gnome-keyring-daemon')) missing.push('gnome-keyring');
  if (!hasLibrary('libsecret-1')) missing.push('libsecret-1-0');
  return missing;
}

/** Without these some tests are skipped; which is said. */
const wished = [
  {
    packages: ['poppler-utils'],
    untested: 'what is written in PDF files',
    isThere: () => hasCommand('pdftotext'),
  },
  {
    packages: ['libreoffice-calc-nogui'],
    untested: 'what a spreadsheet makes of exported lists',
    isThere: () => hasCommand('soffice'),
  },
  {
    packages: ['gcc', 'libc6-dev'],
    untested: 'disks that fail in the middle of writing, and power cuts',
    isThere: () => succeeds(`echo '#include <dlfcn.h>' | cc -fsyntax-only -xc -`),
  },
  {
    packages: ['postgresql'],
    untested: 'head office, the record that many computers share',
    isThere: () => findPostgres() !== null,
  },
] as const;
const lacking = () => (onLinux ? wished.filter(({ isThere }) => !isThere()) : []);

/** Debian's package makes a cluster and starts it, unless this file says no. A file that is there is the machine's own. */
function keepPostgresQuiet(packages: readonly string[]): void {
  const folder = '/etc/postgresql-common';
  const file = join(folder, 'createcluster.conf');
  if (!packages.includes('postgresql') || existsSync(file)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, 'create_main_cluster = false\n');
}

function install(packages: readonly string[]): boolean {
  console.log(`Installing what the tests need: ${packages.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  keepPostgresQuiet(packages);
  const apt = (...args: string[]) =>
    execFileSync('apt-get', [...args, '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...packages);
    return true;
  } catch {
    // apt-get has said why.
    return false;
  }
}

/** Installs what is missing (as root, by apt); otherwise says what to install. Answers the problem, or null. */
export function prepareMachine(): string | null {
  if (!onLinux)
    return findBrowser() === null ? 'Install Chromium, Chrome or Edge to run the end-to-end tests.' : null;
  const missing = missingPackages();
  const wanted = [...missing, ...lacking().flatMap(({ packages }) => packages)];
  const mayInstall = process.getuid?.() === 0 && hasCommand('apt-get');
  const failed = wanted.length > 0 && mayInstall && !install(wanted);
  for (const { packages, untested } of lacking())
    console.log(`Skipped, not tested: ${untested} (install ${packages.join(' ')}).`);
  const still = missingPackages();
  if (still.length === 0) return null;
  const advice = `Missing for the tests: install ${still.join(' ')} (on Debian: apt-get install ${still.join(' ')}).`;
  return failed ? `${advice} The installation by apt-get failed.` : advice;
}

/**
 * A command wrapped so that it runs beside a real Secret Service of its own (private D-Bus session, own HOME, unlocked
 * keyring), on Linux; elsewhere the command itself: there the system's keychain is always present.
 */
export function withKeychain(
  command: string,
  args: string[],
): { command: string; args: string[]; env: NodeJS.ProcessEnv } {
  if (!onLinux) return { command, args, env: process.env };
  const script =
    'printf closeout | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1 || exit 97; exec "$@"';
  return {
    command: 'dbus-run-session',
    args: ['--', 'sh', '-c', script, 'with-keychain', command, ...args],
    env: { ...process.env, HOME: mkdtempSync(join(tmpdir(), 'closeout-home-')) },
  };
}

/**
 * A Secret Service of its own for the processes that get `env`, as long as `close` is not called. Elsewhere than on Linux it
 * is the system's keychain, which all share.
 */
export async function openKeychain(): Promise<{ env: NodeJS.ProcessEnv; close: () => void }> {
  if (!onLinux) return { env: process.env, close: () => {} };
  const home = mkdtempSync(join(tmpdir(), 'closeout-home-'));
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [address] = (await once(createInterface({ input: bus.stdout }), 'line')) as [string];
  const env = { ...process.env, HOME: home, XDG_RUNTIME_DIR: home, DBUS_SESSION_BUS_ADDRESS: address };
  const keyring = spawnSync('gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
    input: 'closeout',
    env,
  });
  if (keyring.status !== 0) throw new Error(`gnome-keyring-daemon: ${keyring.stderr.toString()}`);
  return {
    env,
    close: () => {
      // The keyring ends with its bus.
      bus.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Where the Electron runtime is, or null when it is not installed. Never downloads. */
export function findElectronRuntime(root: string): string | null {
  const binary = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  }[process.platform as string];
  const path = join(root, 'node_modules/electron/dist', binary ?? 'electron');
  return existsSync(path) ? path : null;
}
