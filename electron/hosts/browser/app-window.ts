/** Opens an address as an app window of an installed Chromium, Chrome or Edge. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { inMachineLanguage } from '../../core/machine-language.ts';
import { prepareWindowProfile, WINDOW_FLAGS } from './window-profile.ts';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const MAC = ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const windows = (env: NodeJS.ProcessEnv) =>
  [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google/Chrome/Application/chrome.exe'),
      join(folder, 'Microsoft/Edge/Application/msedge.exe'),
    ]);

/** The browser to open the window with, or null. */
export function findAppBrowser(platform = process.platform, env = process.env): string | null {
  const candidates =
    platform === 'win32'
      ? windows(env)
      : platform === 'darwin'
        ? MAC
        : (env['PATH'] ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return candidates.find((path) => existsSync(path)) ?? null;
}

/**
 * Opens the window, and answers how to close it; null when there is no browser for it. Its own profile keeps it apart from daily
 * browsing, and lets its process live as long as the window does.
 */
export function openAppWindow(
  url: string,
  profileDir: string,
  { onProblem, onExit }: { onProblem: (message: string) => void; onExit: () => void },
): (() => Promise<void>) | null {
  const browser = findAppBrowser();
  if (browser === null) return null;
  prepareWindowProfile(profileDir);
  const args = [
    `--app=${url}`,
    `--user-data-dir=${profileDir}`,
    '--no-first-run',
    '--window-size=1360,860',
    ...WINDOW_FLAGS,
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const child = spawn(browser, args, { stdio: 'ignore', detached: true });
  child.on('error', (error) =>
    onProblem(
      inMachineLanguage({
        en: `The window could not be opened (${error.message}).`,
        ar: `تعذر فتح النافذة (${error.message}).`,
      }),
    ),
  );
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.on('exit', onExit);
  child.unref();
  return () => {
    child.kill();
    return gone;
  };
}
