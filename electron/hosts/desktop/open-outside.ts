/**
 * Pages for the system's browser. The gateway names them, and a page that was taken over could, too: Electron asks for no press of a
 * person before `window.open`. So a person sees the host and says yes, once for each host until Closeout ends.
 */
import type { BrowserWindow, Dialog, Shell } from 'electron';
import { pageAddress } from '#shared/domain/page-address.ts';

type Needs = {
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly windowNow: () => BrowserWindow | null;
};

export function createOpenOutside({ dialog, shell, windowNow }: Needs): (address: string) => Promise<void> {
  const allowed = new Set<string>();
  let asking = false;

  async function isAllowed({ origin, host }: URL): Promise<boolean> {
    const window = windowNow();
    if (allowed.has(origin)) return true;
    // A second question over the first one would be answered unread.
    if (asking || window === null || window.isDestroyed()) return false;
    asking = true;
    try {
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message: `Open a page of ${host} in the browser? · هل تُفتح صفحة من ${host} في المتصفح؟`,
        detail:
          'Say yes only if you opened a checkout just now and know this name. · وافق فقط إذا فتحت الآن صفحة دفع وتعرف هذا الاسم.',
        buttons: ['Stay · البقاء', 'Open · فتح'],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      if (response === 1) allowed.add(origin);
      return response === 1;
    } finally {
      asking = false;
    }
  }

  return async (address) => {
    const url = pageAddress(address);
    if (url && (await isAllowed(url))) await shell.openExternal(url.href);
  };
}
