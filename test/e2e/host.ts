/**
 * Starts Closeout the way a person does, on either host, and hands the page to the test. What the window receives is kept for
 * a test that searches it for what must never get there.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { _electron, expect, test as base, type Browser, type BrowserType, type Page } from '@playwright/test';
import { browserHostArgs } from '#electron/hosts/browser/browser-host-args.ts';
import { openStandIn, type StandIn } from '../desktop/open-stand-in.ts';
import { findElectronRuntime, findHeadlessBrowser, openKeychain } from '../tooling/machine.ts';

export type HostOptions = { host: 'browser' | 'desktop' | 'stand-in' };

export const root = join(import.meta.dirname, '../..');

export type Closeout = {
  page: Page;
  dataDir: string;
  /** Every body and event that the window received so far. The test starts with `keepsReceived`. */
  received(): string;
  /** SIGKILL to the process that holds the core. */
  kill(): Promise<void>;
  /** The clean end; answers the exit code. */
  close(): Promise<number | null>;
  /** What plays the operating system, where a test can. */
  standIn: StandIn | null;
};

/** How long a click, a text or a wait of a page may take before it counts as failed, unless a test says otherwise. */
const ACT_LIMIT_MS = 30_000;

export const freshFolder = (name = 'closeout') => mkdtempSync(join(tmpdir(), `${name}-`));

const isRoot = process.getuid?.() === 0;
const browserArgs = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** The browser that is installed. */
export function launchBrowser(chromium: BrowserType): Promise<Browser> {
  const executablePath = findHeadlessBrowser();
  if (executablePath === null) throw new Error('no Chromium, Chrome or Edge is installed');
  return chromium.launch({ executablePath, args: browserArgs });
}

/** A Node child that prints a first line matching `ready`; stdout goes on being readable. */
export async function startNode(
  args: string[],
  ready: RegExp,
  env = process.env,
): Promise<{ child: ChildProcess; match: RegExpExecArray }> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
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

type Place = { dataDir: string; env: NodeJS.ProcessEnv; args: readonly string[]; keepsReceived: boolean };
const notKept = (): string => {
  throw new Error('start with keepsReceived, so that what the window receives is kept');
};

/** A page of a person of their own, in English. */
export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

async function startInBrowser(
  { dataDir, env, args, keepsReceived }: Place,
  browser: Browser,
): Promise<Closeout> {
  const { child, match } = await startNode(
    browserHostArgs(root, ['--no-open', '--data', dataDir, ...args]),
    /^Closeout is ready: (\S+)$/,
    env,
  );
  const page = await newPage(browser);
  const context = page.context();
  const received = keepsReceived ? recordReceived(page) : notKept;
  await page.goto(match[1] ?? '');
  return {
    page,
    dataDir,
    received,
    standIn: null,
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
      await context.close();
    },
    close: async () => {
      await context.close();
      child.kill('SIGTERM');
      return ended(child);
    },
  };
}

async function startOnDesktop({ dataDir, env, args }: Place, runtime: string): Promise<Closeout> {
  const app = await _electron.launch({
    env: Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    executablePath: runtime,
    args: [...(isRoot ? ['--no-sandbox'] : []), join(root, 'out/main/main.js'), '--data', dataDir, ...args],
    cwd: root,
  });
  const page = await app.firstWindow();
  const child = app.process();
  return {
    page,
    dataDir,
    received: () => '',
    standIn: null,
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

/** The built desktop host over the stand-in of test/desktop: the window is a page of a browser that the test joins. */
async function startOnStandIn(
  { dataDir, env, args, keepsReceived }: Place,
  chromium: BrowserType,
): Promise<Closeout> {
  const standIn = await openStandIn(dataDir, env, args);
  const { child, ready } = standIn;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${ready.port}`);
  const page = browser
    .contexts()
    .flatMap((context) => context.pages())
    .find((one) => one.url().startsWith(ready.url));
  if (!page) throw new Error('the window of the stand-in was not found');
  await page.setViewportSize({ width: 1280, height: 800 });
  if (keepsReceived) child.send({ kind: 'keep-received' });
  return {
    page,
    dataDir,
    received: () =>
      standIn.told.flatMap((message) => (message.kind === 'received' ? [message.text] : [])).join('\n'),
    standIn,
    kill: async () => {
      child.kill('SIGKILL');
      await ended(child);
    },
    close: async () => {
      if (child.connected) child.send({ kind: 'quit' });
      return ended(child);
    },
  };
}

const END_LIMIT_MS = 30_000;

/** A test that failed may leave money on its way, and then the desktop host waits for it before it ends. */
async function endForSure(closeout: Closeout): Promise<void> {
  const timer = new AbortController();
  const late = sleep(END_LIMIT_MS, 'late' as const, { signal: timer.signal }).catch(() => null);
  const how = await Promise.race([closeout.close().catch(() => null), late]);
  timer.abort();
  if (how === 'late') await closeout.kill();
}

/** Practice is bare unless the test is about its story, and nothing is read by itself unless the test is about that. */
export type StartCloseout = (options?: {
  dataDir?: string;
  practice?: 'story' | 'bare';
  upkeep?: 'on' | 'off';
  /** What the window receives is kept, so that the test can search it. */
  keepsReceived?: boolean;
  /** More of the command line. */
  args?: readonly string[];
  /** More of the environment. */
  env?: NodeJS.ProcessEnv;
}) => Promise<Closeout>;
type OfTest = { start: StartCloseout };
type OfWorker = HostOptions & {
  openBrowser: () => Promise<Browser>;
  /** One start that the tests of a worker share, nobody signed in: for tests that only look and leave it as it was. */
  shared: () => Promise<Closeout>;
};

type Means = { host: HostOptions['host']; openBrowser: () => Promise<Browser>; chromium: BrowserType };

/** How Closeout is started beside one keychain, and how all that was started ends. */
async function prepareStarts({ host, openBrowser, chromium }: Means) {
  const running: Closeout[] = [];
  const keychain = await openKeychain();
  const runtime = findElectronRuntime(root);
  const start: StartCloseout = async ({
    dataDir = freshFolder(),
    practice = 'bare',
    upkeep = 'off',
    keepsReceived = false,
    args = [],
    env: more,
  } = {}) => {
    const env = { ...keychain.env, CLOSEOUT_PRACTICE: practice, CLOSEOUT_UPKEEP: upkeep, ...more };
    const place = { dataDir, env, args, keepsReceived };
    const closeout =
      host === 'desktop' && runtime
        ? await startOnDesktop(place, runtime)
        : host === 'stand-in'
          ? await startOnStandIn(place, chromium)
          : await startInBrowser(place, await openBrowser());
    closeout.page.setDefaultTimeout(ACT_LIMIT_MS);
    running.push(closeout);
    return closeout;
  };
  const end = async () => {
    await Promise.all(running.map(endForSure));
    keychain.close();
  };
  return { start, end, isMissing: host === 'desktop' && runtime === null };
}

/**
 * `start` opens Closeout on the host of the project, as often as a test wants, beside a keychain that only this test has;
 * whatever is still running at the end of the test is ended.
 */
export const test = base.extend<OfTest, OfWorker>({
  host: ['browser', { option: true, scope: 'worker' }],
  openBrowser: [
    async ({ playwright }, use) => {
      const opened: Promise<Browser>[] = [];
      await use(() => (opened[0] ??= launchBrowser(playwright.chromium)));
      await Promise.all(opened.map((browser) => browser.then((one) => one.close())));
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ host, openBrowser, playwright }, use) => {
      const { start, end } = await prepareStarts({ host, openBrowser, chromium: playwright.chromium });
      const started: Promise<Closeout>[] = [];
      await use(() => (started[0] ??= start()));
      await end();
    },
    { scope: 'worker' },
  ],
  start: async ({ host, openBrowser, playwright }, use, info) => {
    const { start, end, isMissing } = await prepareStarts({
      host,
      openBrowser,
      chromium: playwright.chromium,
    });
    info.skip(isMissing, 'the Electron runtime is not installed');
    await use(start);
    await end();
  },
});
/** How a test that is run in both languages is told: what it proves twice is proven in `npm run deep`. */
export const inDeepIf = (language: 'en' | 'ar') => (language === 'ar' ? { tag: '@deep' } : {});
export { expect };
