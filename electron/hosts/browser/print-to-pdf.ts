/** Paper as PDF in the browser host: the installed browser, headless, on a folder of its own that is gone afterwards. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DOCUMENT_TITLE } from '#shared/contract/reports.ts';
import { storageError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import type { PrintToPdf } from '../../services/reports/index.ts';
import { findAppBrowser } from './app-window.ts';

const TIME_LIMIT_MS = 60_000;
/** Nothing of it reaches the network: the document is on disk, and no name is looked up. */
const ARGUMENTS = [
  '--headless=new',
  '--no-pdf-header-footer',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // The profile's key: without this a desktop's keyring could ask for a password.
  '--password-store=basic',
  '--use-mock-keychain',
];

type End = { code: number | null; problem: string | null };

/** Ends with the browser; after the time limit it, and what it started, is killed. */
function run(browser: string, args: readonly string[], timeLimitMs: number): Promise<End> {
  return new Promise((resolve) => {
    const ownGroup = process.platform !== 'win32';
    const child = spawn(browser, args, { stdio: 'ignore', detached: ownGroup, windowsHide: true });
    const kill = () => {
      if (child.pid === undefined) return;
      if (!ownGroup)
        return void spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The whole group has ended already.
      }
    };
    let problem: string | null = null;
    const limit = setTimeout(() => {
      problem = 'time';
      kill();
    }, timeLimitMs);
    const end = (code: number | null, why: string | null) => {
      clearTimeout(limit);
      kill();
      resolve({ code, problem: problem ?? why });
    };
    child.on('error', (error: NodeJS.ErrnoException) => end(null, error.code ?? error.message));
    child.on('exit', (code) => end(code, null));
  });
}

/** What it rendered is our document: an error page of the browser is a whole PDF, too. */
const isOurs = (pdf: Buffer) =>
  pdf.subarray(0, 5).toString('latin1') === '%PDF-' && pdf.includes(`/Title (${DOCUMENT_TITLE})`);

type Attempt = { pdf: Buffer } | { problem: string; elsewhere: boolean };

async function attempt(browser: string, base: string, html: string, timeLimitMs: number): Promise<Attempt> {
  let folder: string | null = null;
  try {
    // mkdtemp: only this user can read it.
    folder = await mkdtemp(join(base, 'closeout-paper-'));
    const page = join(folder, 'paper.html');
    const path = join(folder, 'paper.pdf');
    await writeFile(page, html, { mode: 0o600 });
    const args = [
      ...ARGUMENTS,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${join(folder, 'profile')}`,
      `--print-to-pdf=${path}`,
      pathToFileURL(page).href,
    ];
    const { code, problem } = await run(browser, args, timeLimitMs);
    if (problem !== null) return { problem, elsewhere: false };
    if (code !== 0) return { problem: `exit ${code ?? 'signal'}`, elsewhere: false };
    const pdf = await readFile(path);
    return isOurs(pdf) ? { pdf } : { problem: 'content', elsewhere: true };
  } catch (error) {
    return { problem: (error as NodeJS.ErrnoException).code ?? String(error), elsewhere: true };
  } finally {
    // What it started may let go of a file a moment later.
    if (folder !== null)
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }).catch(() => {});
  }
}

export function createPrintToPdf(
  find: () => string | null = findAppBrowser,
  timeLimitMs = TIME_LIMIT_MS,
): PrintToPdf {
  return async (html) => {
    const browser = find();
    if (browser === null) return err(storageError('pdf-no-browser'));
    const first = await attempt(browser, tmpdir(), html, timeLimitMs);
    if ('pdf' in first) return ok(new Uint8Array(first.pdf));
    // A browser in a package of its own (snap) does not see the system's temporary folder.
    const second = first.elsewhere ? await attempt(browser, homedir(), html, timeLimitMs) : first;
    return 'pdf' in second
      ? ok(new Uint8Array(second.pdf))
      : err(storageError('pdf-failed', { problem: second.problem }));
  };
}
