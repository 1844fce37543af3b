/** Paper as PDF in the desktop host: a window that is never shown, without scripts, preload or network, on a session of its own. */
import { BrowserWindow, session } from 'electron';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { storageError } from '#shared/errors/app-error.ts';
import { err, ok } from '#shared/errors/result.ts';
import { textOf } from '#shared/errors/text-of.ts';
import type { PrintToPdf } from '../../services/reports/index.ts';

const TIME_LIMIT_MS = 60_000;
const PARTITION = 'paper';

const within = <T>(work: Promise<T>): Promise<T> => {
  let limit: NodeJS.Timeout;
  const late = new Promise<never>((_resolve, reject) => {
    limit = setTimeout(() => reject(new Error('time')), TIME_LIMIT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(limit));
};

export const printToPdf: PrintToPdf = async (html) => {
  // Not persisted: the partition has no 'persist:' before its name.
  const apart = session.fromPartition(PARTITION, { cache: false });
  apart.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  let folder: string | null = null;
  let window: BrowserWindow | null = null;
  try {
    folder = await mkdtemp(join(tmpdir(), 'closeout-paper-'));
    const page = join(folder, 'paper.html');
    const address = pathToFileURL(page).href;
    await writeFile(page, html, { mode: 0o600 });
    // Its fonts are data; anything else is not asked for.
    apart.webRequest.onBeforeRequest(({ url }, answer) =>
      answer({ cancel: !url.startsWith('data:') && !url.endsWith('/paper.html') }),
    );
    window = new BrowserWindow({
      show: false,
      webPreferences: {
        session: apart,
        sandbox: true,
        javascript: false,
        contextIsolation: true,
        nodeIntegration: false,
      },
    });
    window.webContents.on('will-navigate', (event) => event.preventDefault());
    await within(window.loadURL(address));
    const pdf = await within(
      window.webContents.printToPDF({
        preferCSSPageSize: true,
        printBackground: true,
        displayHeaderFooter: false,
      }),
    );
    return ok(new Uint8Array(pdf));
  } catch (error) {
    return err(storageError('pdf-failed', { problem: textOf(error) }));
  } finally {
    window?.destroy();
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
};
