/** The desktop host's transport: calls and events over IPC, from our own main frame only. */
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';
import type { Core } from '../core/core.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { createServe, encodeEvent, type WireResult } from './serve.ts';

export const APP_ORIGIN = 'closeout://app';

/** Whether a call may come from this frame. Pure, so that it can be tried without a window. */
const isTrustedSender = (origin: string | undefined, isMainFrame: boolean): boolean =>
  isMainFrame && origin === APP_ORIGIN;

/** Serves one window until the returned function is called. `renew` gives the page another process. */
export function startIpcBridge(core: Core, window: BrowserWindow, renew: () => void): () => void {
  const serve = createServe(core.handlers, core.log);
  const isTrusted = ({ sender, senderFrame }: IpcMainInvokeEvent) =>
    sender === window.webContents && isTrustedSender(senderFrame?.origin, senderFrame?.parent === null);
  ipcMain.handle('call', (event, channel: unknown, input: unknown): Promise<WireResult> | WireResult => {
    return isTrusted(event)
      ? serve(channel, input)
      : { ok: false, error: inputError('invalid', { where: 'sender' }) };
  });
  ipcMain.handle('renew', (event) => {
    if (isTrusted(event)) renew();
  });
  const stopEvents = core.onEvent((event) => {
    if (!window.isDestroyed()) window.webContents.send('event', encodeEvent(event));
  });
  return () => {
    stopEvents();
    ipcMain.removeHandler('call');
    ipcMain.removeHandler('renew');
  };
}
