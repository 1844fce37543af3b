/** The one window: isolated, sandboxed, without Node. */
import { BrowserWindow } from 'electron';
import { join } from 'node:path';
import { APP_ORIGIN } from '../../transport/ipc.ts';
import type { Key } from './menu.ts';
import { SMALLEST, type WindowPlace } from './window-place.ts';

export function createWindow(
  outDir: string,
  isPackaged: boolean,
  { bounds, isMaximized }: WindowPlace,
): BrowserWindow {
  const window = new BrowserWindow({
    ...bounds,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
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
  if (isMaximized) window.maximize();
  return window;
}

/** Keys as a person would press them: a menu's item does what its key does. */
export function pressIn(window: BrowserWindow | null, keys: readonly Key[]): void {
  if (!window || window.isDestroyed()) return;
  for (const { keyCode, modifiers = [] } of keys)
    for (const type of ['keyDown', 'keyUp'] as const)
      window.webContents.sendInputEvent({ type, keyCode, modifiers: [...modifiers] });
}

export const openApp = (window: BrowserWindow): Promise<void> => window.loadURL(`${APP_ORIGIN}/`);

/** The page's process has ended, not the core: the page is opened again, and reads everything anew. */
export function openAgainWhenGone(
  window: BrowserWindow,
  tell: (reason: string) => void,
): { renew: () => void } {
  let isRenewing = false;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (!isRenewing && reason === 'clean-exit') return;
    if (window.isDestroyed()) return;
    if (!isRenewing) tell(reason);
    isRenewing = false;
    void openApp(window);
  });
  return {
    /** Ends the process of the page on purpose, so that everything typed in it is gone. */
    renew: () => {
      isRenewing = true;
      window.webContents.forcefullyCrashRenderer();
    },
  };
}

export function bringToFront(window: BrowserWindow | null): void {
  if (!window || window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}
