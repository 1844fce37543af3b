import { EventEmitter } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { expect, it, vi } from 'vitest';
import { askBeforeQuit } from '#electron/hosts/desktop/quit.ts';

/** Closes as Electron says it does: `close`, then `window-all-closed` unless the app quits already; `quit` tells `before-quit` first, closes the windows, then tells `will-quit`. */
function desktop({ inFlight = 0, answers = [] as ('stay' | 'quit')[] } = {}) {
  const told: string[] = [];
  const world = { inFlight, open: true, visible: true, stopped: 0, quit: false, asked: [] as unknown[] };
  let quitting = false;
  const emits = (from: EventEmitter, name: string): boolean => {
    told.push(name);
    let prevented = false;
    from.emit(name, { preventDefault: () => (prevented = true) });
    return !prevented;
  };
  const app = Object.assign(new EventEmitter(), {
    quit: () => {
      if (quitting || world.quit) return;
      quitting = emits(app, 'before-quit');
      if (!quitting) return;
      if (world.open) window.close();
      if (world.open) return void (quitting = false);
      world.quit = emits(app, 'will-quit');
    },
  });
  const window = Object.assign(new EventEmitter(), {
    close: () => {
      if (!emits(window, 'close')) return;
      window.destroy();
    },
    destroy: () => {
      world.open = false;
      if (!quitting) emits(app, 'window-all-closed');
    },
    isDestroyed: () => !world.open,
    hide: () => void (world.visible = false),
  });
  let whileAsked = () => {};
  app.on('window-all-closed', () => app.quit());
  askBeforeQuit({
    app: app as unknown as App,
    window: window as unknown as BrowserWindow,
    core: {
      inFlight: () => world.inFlight,
      stop: () => {
        world.stopped += 1;
        return Promise.resolve();
      },
    },
    dialog: {
      showMessageBoxSync: (...asked: unknown[]) => {
        world.asked.push(asked[0]);
        whileAsked();
        return answers.shift() === 'quit' ? 1 : 0;
      },
    },
  });
  return { app, window, world, told, duringQuestion: (act: () => void) => (whileAsked = act) };
}
const gone = (world: { quit: boolean }) => vi.waitFor(() => expect(world.quit).toBe(true));

it.each(['close', 'quit'] as const)(
  '%s while money moves, answered "Stay": all is as it was',
  async (how) => {
    const { app, window, world } = desktop({ inFlight: 1, answers: ['stay'] });
    if (how === 'close') window.close();
    else app.quit();
    await Promise.resolve();
    expect(world).toMatchObject({ open: true, visible: true, stopped: 0, quit: false });
    // The question belongs to the window, which cannot be pressed meanwhile.
    expect(world.asked).toEqual([window]);
  },
);

it.each(['close', 'quit'] as const)(
  '%s while money moves, answered "Quit": asked once, stopped, gone',
  async (how) => {
    const { app, window, world } = desktop({ inFlight: 1, answers: ['quit'] });
    if (how === 'close') window.close();
    else app.quit();
    expect(world).toMatchObject({ open: true, visible: false, stopped: 1 });
    await gone(world);
    expect(world).toMatchObject({ open: false, stopped: 1 });
    expect(world.asked).toHaveLength(1);
  },
);

it('stayed once, it is asked again, and asked nothing when the money has arrived', async () => {
  const { window, world } = desktop({ inFlight: 1, answers: ['stay', 'stay'] });
  window.close();
  window.close();
  expect(world.asked).toHaveLength(2);
  world.inFlight = 0;
  window.close();
  await gone(world);
  expect(world.asked).toHaveLength(2);
});

it('where nothing moves it leaves without a question, the core stopped before the window is closed', async () => {
  const { window, world, told } = desktop();
  window.close();
  await gone(world);
  expect(world).toMatchObject({ open: false, stopped: 1, asked: [] });
  expect(told).toEqual(['close', 'before-quit', 'before-quit', 'close', 'will-quit']);
});

it('told to quit with no window left, it quits: nobody is asked to stay in nothing', async () => {
  const { app, window, world } = desktop({ inFlight: 1, answers: ['stay'] });
  window.destroy();
  app.quit();
  await gone(world);
  expect(world).toMatchObject({ stopped: 1, asked: [] });
});

it('told to quit while the question is open, it asks no second one and does not go', async () => {
  const { app, window, world, duringQuestion } = desktop({ inFlight: 1, answers: ['stay'] });
  duringQuestion(() => app.quit());
  window.close();
  await Promise.resolve();
  expect(world.asked).toHaveLength(1);
  expect(world).toMatchObject({ open: true, stopped: 0, quit: false });
});
