/** What the tests need of the machine beyond Node and npm, and how it gets there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

const hasCommand = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
const hasLibrary = (name: string) =>
  spawnSync('sh', ['-c', `ldconfig -p 2>/dev/null | grep -q ${name}`]).status === 0;
const hasArabicFont = () => spawnSync('sh', ['-c', 'fc-list :lang=ar 2>/dev/null | grep -q .']).status === 0;

/** Debian packages that are missing on this machine. */
function missingPackages(): string[] {
  const missing: string[] = [];
  if (findBrowser() === null) missing.push('chromium');
  if (!hasArabicFont()) missing.push('fonts-noto-core', 'fontconfig');
  if (!hasCommand('dbus-run-session')) missing.push('dbus');
  if (!hasCommand('gnome-keyring-daemon')) missing.push('gnome-keyring');
  if (!hasLibrary('libsecret-1')) missing.push('libsecret-1-0');
  return missing;
}

/** Installs what is missing (as root, by apt); otherwise says what to install. Answers the problem, or null. */
export function prepareMachine(): string | null {
  if (!onLinux)
    return findBrowser() === null ? 'Install Chromium, Chrome or Edge to run the end-to-end tests.' : null;
  const missing = missingPackages();
  if (missing.length === 0) return null;
  const isRoot = process.getuid?.() === 0;
  const advice = `Missing for the tests: install ${missing.join(' ')} (on Debian: apt-get install ${missing.join(' ')}).`;
  if (!isRoot || !hasCommand('apt-get')) return advice;
  console.log(`Installing what the tests need: ${missing.join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'], env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...missing];
    execFileSync('apt-get', install, { stdio: ['ignore', 'ignore', 'inherit'], env });
  } catch {
    return `${advice} The installation by apt-get failed.`;
  }
  const still = missingPackages();
  return still.length === 0 ? null : `Still missing after the installation: ${still.join(' ')}.`;
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

/** Where the Electron runtime is, or null when it is not installed. Never downloads. */
export function findElectronRuntime(root: string): string | null {
  const binary = {
    darwin: 'Electron.app/Contents/MacOS/Electron',
    win32: 'electron.exe',
  }[process.platform as string];
  const path = join(root, 'node_modules/electron/dist', binary ?? 'electron');
  return existsSync(path) ? path : null;
}
