/**
 * Starts Closeout the way a person does, on either host, and hands the page to the test. Everything the window receives
 * is kept, so that a test can search it for what must never get there.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { _electron, chromium, expect, test as base, type Browser, type Page } from '@playwright/test';
import { findBrowser, findElectronRuntime } from '../tooling/machine.ts';

export type HostOptions = { host: 'browser' | 'desktop' };

export const root = join(import.meta.dirname, '../..');

export type Closeout = {
  page: Page;
  dataDir: string;
  /** Every body and event the window received so far. */
  received(): string;
  /** SIGKILL to the process that holds the core. */
  kill(): Promise<void>;
  /** The clean end; answers the exit code. */
  close(): Promise<number | null>;
};

export const freshFolder = (name = 'closeout') => mkdtempSync(join(tmpdir(), `${name}-`));

const isRoot = process.getuid?.() === 0;
export const browserArgs = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export async function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('no Chromium, Chrome or Edge is installed');
  return chromium.launch({ executablePath, args: browserArgs });
}

/** A Node child that prints a first line matching `ready`; stdout goes on being readable. */
export async function startNode(
  args: string[],
  ready: RegExp,
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    const match = ready.exec(line);
    if (match) return { child, match };
  }
  throw new Error(`${args[0] ?? 'node'} ended before it was ready: ${errors}`);
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

function recordReceived(page: Page): () => string {
  const bodies: string[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    response.text().then(
      (text) => bodies.push(text),
      (error: unknown) => bodies.push(`(unread: ${String(error)})`),
    );
  });
  return () => bodies.join('\n');
}

async function startInBrowser(dataDir: string): Promise<Closeout> {
  const { child, match } = await startNode(
    ['electron/browser-host.ts', '--no-open', '--data', dataDir],
    /^Closeout is ready: (\S+)$/,
  );
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const page = await context.newPage();
  const received = recordReceived(page);
  await page.goto(match[1] ?? '');
  return {
    page,
    dataDir,
    received,
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
      await browser.close();
    },
    close: async () => {
      await browser.close();
      child.kill('SIGTERM');
      return ended(child);
    },
  };
}

async function startOnDesktop(dataDir: string, runtime: string): Promise<Closeout> {
  const app = await _electron.launch({
    executablePath: runtime,
    args: [...(isRoot ? ['--no-sandbox'] : []), join(root, 'out/main/main.js'), '--data', dataDir],
    cwd: root,
  });
  const page = await app.firstWindow();
  const child = app.process();
  return {
    page,
    dataDir,
    received: () => '',
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    close: async () => {
      await app.close();
      return ended(child);
    },
  };
}

export type StartCloseout = (options?: { dataDir?: string }) => Promise<Closeout>;

/** `start` opens Closeout on the host of the project; whatever is still running at the end of a test is ended. */
export const test = base.extend<HostOptions & { start: StartCloseout }>({
  host: ['browser', { option: true }],
  start: async ({ host }, use, info) => {
    const running: Closeout[] = [];
    await use(async ({ dataDir = freshFolder() } = {}) => {
      const runtime = findElectronRuntime(root);
      if (host === 'desktop' && runtime === null) {
        info.skip(true, 'the Electron runtime is not installed');
      }
      const closeout =
        host === 'desktop' && runtime
          ? await startOnDesktop(dataDir, runtime)
          : await startInBrowser(dataDir);
      running.push(closeout);
      return closeout;
    });
    await Promise.all(running.map((closeout) => closeout.close().catch(() => null)));
  },
});
export { expect };
