/** The Chromium behind the stand-in's windows. The test that drives a window connects to the same browser. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectCdp, type Cdp } from './cdp.ts';
import { prepareWindowProfile, WINDOW_FLAGS } from '#electron/hosts/browser/window-profile.ts';
import { findHeadlessBrowser } from '../tooling/machine.ts';

export type StandInBrowser = { cdp: Cdp; port: number; end(): void };

async function portOf(profile: string): Promise<{ port: number; path: string }> {
  const file = join(profile, 'DevToolsActivePort');
  for (let tries = 0; tries < 600; tries += 1) {
    if (existsSync(file)) {
      const [port, path] = readFileSync(file, 'utf8').split('\n');
      if (path) return { port: Number(port), path };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the browser of the stand-in did not start');
}

export async function openBrowser(): Promise<StandInBrowser> {
  const executable = findHeadlessBrowser();
  if (executable === null) throw new Error('no Chromium, Chrome or Edge is installed');
  const profile = mkdtempSync(join(tmpdir(), 'closeout-stand-in-'));
  // Electron has no password manager and no cache of left pages.
  prepareWindowProfile(profile);
  const child = spawn(
    executable,
    [
      '--headless=new',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...WINDOW_FLAGS,
      '--force-prefers-reduced-motion',
      '--lang=en-GB',
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const end = () => {
    child.kill('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', end);
  const { port, path } = await portOf(profile);
  return { cdp: await connectCdp(`ws://127.0.0.1:${port}${path}`), port, end };
}
