/**
 * Pages for the system's browser. The gateway names them, and a page that was taken over could, too: Electron asks for no press of a
 * person before `window.open`. So a person sees the host and says yes, once for each host until Closeout ends.
 */
import type { BrowserWindow, Dialog, Shell } from 'electron';

const LOOPBACK = ['127.0.0.1', 'localhost'];
/** More than an address to pay at needs, and too little to carry off what a page has read. */
const MOST_CHARACTERS = 2_048;

/**
 * The address as the browser gets it, or null. The parser writes it anew: nothing is left in it that the system could read in another
 * way. A name before an @ makes another host look like the right one.
 */
function pageOutside(address: string): URL | null {
  if (address.length > MOST_CHARACTERS || !URL.canParse(address)) return null;
  const url = new URL(address);
  const isPage = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  return isPage && url.username === '' && url.password === '' ? url : null;
}

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
    const url = pageOutside(address);
    if (url && (await isAllowed(url))) await shell.openExternal(url.href);
  };
}
