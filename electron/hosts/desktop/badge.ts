/** Movements whose result is not known, as a number on Closeout's icon: also while it is locked or behind other windows. */
import type { App, BrowserWindow, NativeImage } from 'electron';
import type { Core } from '../../core/core.ts';

type Needs = {
  readonly app: Pick<App, 'setBadgeCount'>;
  readonly core: Pick<Core, 'onEvent' | 'handlers'>;
  readonly window: Pick<BrowserWindow, 'setOverlayIcon' | 'isDestroyed'>;
  /** Windows has no number on an icon: a mark is laid over it. */
  readonly mark: () => NativeImage;
};

export async function showUnknownOnIcon({ app, core, window, mark }: Needs): Promise<void> {
  let shown = 0;
  const show = (count: number) => {
    if (count === shown || window.isDestroyed()) return;
    shown = count;
    app.setBadgeCount(count);
    window.setOverlayIcon(count === 0 ? null : mark(), count === 0 ? '' : String(count));
  };
  core.onEvent((told) => {
    if (told.event === 'app.statusChanged') show(told.payload.unknownOperations);
  });
  const status = await core.handlers['app.status']({});
  if (status.ok) show(status.value.unknownOperations);
}
