/** The desktop host's transport: calls and events over IPC, from our own main frame only. */
import { ipcMain, type BrowserWindow } from 'electron';
import type { Core } from '../core/core.ts';
import { inputError } from '#shared/errors/app-error.ts';
import { createServe, encodeEvent, type WireResult } from './serve.ts';

export const APP_ORIGIN = 'closeout://app';

/** Whether a call may come from this frame. Pure, so that it can be tried without a window. */
const isTrustedSender = (origin: string | undefined, isMainFrame: boolean): boolean =>
  isMainFrame && origin === APP_ORIGIN;

/** Serves one window; the returned function ends it. */
export function startIpcBridge(core: Core, window: BrowserWindow): () => void {
  const serve = createServe(core.handlers, core.log);
  ipcMain.handle('call', (event, channel: unknown, input: unknown): Promise<WireResult> | WireResult => {
    const frame = event.senderFrame;
    const trusted =
      event.sender === window.webContents && isTrustedSender(frame?.origin, frame?.parent === null);
    return trusted ? serve(channel, input) : { ok: false, error: inputError('invalid', { where: 'sender' }) };
  });
  const stopEvents = core.onEvent((event) => {
    if (!window.isDestroyed()) window.webContents.send('event', encodeEvent(event));
  });
  return () => {
    stopEvents();
    ipcMain.removeHandler('call');
  };
}
