/** Quitting asks while money is moving. */
import { dialog, type App } from 'electron';
import type { Core } from '../core.ts';

export function askBeforeQuit(app: App, core: Core): void {
  let stopping = false;
  app.on('before-quit', (event) => {
    if (stopping) return;
    event.preventDefault();
    if (core.inFlight() > 0) {
      const choice = dialog.showMessageBoxSync({
        type: 'warning',
        message: 'Money is moving right now. · هناك أموال تتحرك الآن.',
        detail: 'Quit anyway, and it is followed at the next start. · يمكن متابعتها عند التشغيل التالي.',
        buttons: ['Stay · البقاء', 'Quit · إنهاء'],
        defaultId: 0,
        cancelId: 0,
      });
      if (choice === 0) return;
    }
    stopping = true;
    void core.stop().finally(() => app.quit());
  });
}
