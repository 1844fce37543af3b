/** Notices through the operating system: by the core on the desktop, by the browser where a person allowed it there. */
import { call, toldElsewhere } from '../../api/client.ts';
import type { Status } from '#shared/contract/app.ts';

type BrowserPermission = 'granted' | 'denied' | 'default' | 'unsupported';

export const browserPermission = (): BrowserPermission =>
  'Notification' in window ? Notification.permission : 'unsupported';

/** Only from a press of a button: a window that asks by itself is refused for good. */
export const askBrowser = async (): Promise<BrowserPermission> =>
  'Notification' in window ? Notification.requestPermission() : 'unsupported';

export function tellOutside(
  host: Status['host'],
  notice: { id: string; title: string; body: string },
  onOpened: () => void,
): void {
  if (host === 'desktop') {
    void toldElsewhere(call('notices.tell', notice), 'the bell lists the same notice');
    return;
  }
  if (browserPermission() !== 'granted') return;
  const shown = new Notification(notice.title, { body: notice.body, tag: notice.id });
  shown.onclick = () => {
    window.focus();
    shown.close();
    onOpened();
  };
}
