/** Notices of the operating system. Their words come from the window; a click brings it to the front. */
import { Notification, type BrowserWindow } from 'electron';
import type { TellBySystem } from '../../services/notices/index.ts';

/** Nothing refers to a shown notification: without this it would be collected, and its click lost. */
const shown = new Map<string, Notification>();

export function createTellBySystem(
  windowNow: () => BrowserWindow | null,
  onOpened: (id: string) => void,
): TellBySystem | null {
  if (!Notification.isSupported()) return null;
  return ({ id, title, body }) => {
    const notification = new Notification({ title, body });
    shown.get(id)?.close();
    shown.set(id, notification);
    notification.on('click', () => {
      const window = windowNow();
      if (window?.isMinimized()) window.restore();
      window?.focus();
      onOpened(id);
    });
    notification.on('close', () => {
      if (shown.get(id) === notification) shown.delete(id);
    });
    notification.show();
  };
}
