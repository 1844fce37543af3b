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
    },
  });
}

export const openApp = (window: BrowserWindow): Promise<void> => window.loadURL(`${APP_ORIGIN}/`);
