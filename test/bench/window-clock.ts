/** Times inside a window: from a key, a click or a typed text to the frame after the rows changed, and the frames of a scroll. */
import type { Page } from '@playwright/test';

type Clock = {
  /** Set by the key or click; null until it comes. */
  began: number | null;
  /** Of the first row or of what stands in place of rows. */
  before: string;
  painted: number | null;
};
type Timed = Window & { benchClock?: Clock };

/** Reads the first row at every frame; the frame after a change is when it is on screen. */
export const installClock = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const timed = window as Timed;
    const shown = () =>
      [...document.querySelectorAll('.ag-row')].map((row) => row.textContent).join('|') +
      (document.querySelector('[data-empty]')?.textContent ?? '');
    const clock: Clock = { began: null, before: '', painted: null };
    timed.benchClock = clock;
    const begin = (event: Event) => {
      if (clock.began !== null) return;
      clock.began = event.timeStamp;
      clock.before = shown();
    };
    for (const kind of ['keydown', 'pointerdown', 'input']) document.addEventListener(kind, begin, true);
    const frame = () => {
      if (clock.began !== null && clock.painted === null && shown() !== clock.before)
        requestAnimationFrame((now) => (clock.painted = now));
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });

/** Milliseconds from the event of `act` to the frame that shows other rows. */
export async function paintedAfter(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const clock = (window as Timed).benchClock;
    if (clock) Object.assign(clock, { began: null, painted: null });
  });
  await act();
  const handle = await page.waitForFunction(() => {
    const clock = (window as Timed).benchClock;
    return clock?.began && clock.painted ? clock.painted - clock.began : null;
  });
  return (await handle.jsonValue()) ?? Number.NaN;
}

/** Scrolls what is around an element to and fro for so long; `long`: frames of more than 17.5 ms, `held`: of more than 50. */
export const heldFrames = (page: Page, inside: string, forMs: number) =>
  page.evaluate(
    async ([selector, duration]) => {
      let scrolled = document.querySelector(selector);
      while (scrolled && scrolled.scrollHeight <= scrolled.clientHeight + 1)
        scrolled = scrolled.parentElement;
      if (!scrolled) throw new Error(`nothing around ${selector} can be scrolled`);
      const viewport = scrolled;
      const frames = { all: 0, long: 0, held: 0 };
      const start = performance.now();
      await new Promise<void>((resolve) => {
        let last = start;
        const frame = (now: number) => {
          const took = now - last;
          last = now;
          frames.all += 1;
          if (took > 17.5) frames.long += 1;
          if (took > 50) frames.held += 1;
          viewport.scrollTop += now - start < duration / 2 ? 60 : -60;
          if (now - start < duration) requestAnimationFrame(frame);
          else resolve();
        };
        requestAnimationFrame(frame);
      });
      return frames;
    },
    [inside, forMs] as const,
  );
