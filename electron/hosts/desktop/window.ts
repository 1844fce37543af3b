/** The one window: isolated, sandboxed, without Node. */
import { BrowserWindow } from 'electron';
import { join } from 'node:path';
import { APP_ORIGIN } from '../../transport/ipc.ts';

export function createWindow(outDir: string, isPackaged: boolean): BrowserWindow {
  return new BrowserWindow({
    width: 1360,
    height: 860,
    minWidth: 1024,
    minHeight: 700,
    show: true,
    backgroundColor: '#FBFAF8',
    webPreferences: {
      preload: join(outDir, 'preload/preload.cjs'),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      devTools: !isPackaged,
      spellcheck: false,
    },
  });
}

export const openApp = (window: BrowserWindow): Promise<void> => window.loadURL(`${APP_ORIGIN}/`);

/** The page's process has ended, not the core: the page is opened again, and reads everything anew. */
export function openAgainWhenGone(window: BrowserWindow, tell: (reason: string) => void): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return;
    tell(reason);
    void openApp(window);
  });
}

export function bringToFront(window: BrowserWindow | null): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}
