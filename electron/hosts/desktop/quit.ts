/**
 * Leaving asks while money is moving: the same question for closing the window and for quitting. Closing the window is
 * quitting, and is asked about while the window is still there: Electron would first close it, tell `window-all-closed`,
 * and only then `before-quit`, when there is nothing left to stay in.
 */
import type { App, BrowserWindow, Dialog } from 'electron';
import type { Core } from '../../core/core.ts';

type Leaving = {
  app: Pick<App, 'on' | 'quit'>;
  dialog: Pick<Dialog, 'showMessageBoxSync'>;
  core: Pick<Core, 'inFlight' | 'stop'>;
  window: BrowserWindow;
};

/** Answers how the core is ended without asking; the app then quits as soon as it is told to. */
export function askBeforeQuit({ app, dialog, core, window }: Leaving): () => Promise<void> {
  let asking = false;
  let stopping = false;
  const stays = (): boolean => {
    // Without a window nobody could stay.
    if (core.inFlight() === 0 || window.isDestroyed()) return false;
    asking = true;
    const choice = dialog.showMessageBoxSync(window, {
      type: 'warning',
      message: 'Money is moving right now. · هناك أموال تتحرك الآن.',
      detail: 'Quit anyway, and it is followed at the next start. · تُتابع عند التشغيل التالي.',
      buttons: ['Stay · البقاء', 'Quit · إنهاء'],
      defaultId: 0,
      cancelId: 0,
    });
    asking = false;
    return choice === 0;
  };
  async function end(): Promise<void> {
    stopping = true;
    if (!window.isDestroyed()) window.hide();
    await core.stop();
  }
  window.on('close', (event) => {
    if (stopping) return;
    event.preventDefault();
    app.quit();
  });
  app.on('before-quit', (event) => {
    if (stopping) return;
    event.preventDefault();
    if (asking || stays()) return;
    void end().finally(() => app.quit());
  });
  return end;
}
