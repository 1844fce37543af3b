/** Keeps the board up to date, some branches in each turn of the thread, for one moment after the other. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from './store.ts';

/** A movement must not wait for the whole board. */
const BRANCHES_AT_ONCE = 50;

/** `failed`: hears once why it cannot be kept, until it goes well again. */
export function keepBoardOf(store: Pick<Store, 'keepBoardUp'>, failed: (message: string) => void) {
  let isEnded = false;
  let hasFailed = false;
  let isWaiting = false;
  /** One asker at a time: two on both sides of a day's turn would each make the other begin anew, for ever. */
  let last: Promise<unknown> = Promise.resolve();
  /** `answer` is given at once when the board is as it stands at that moment. */
  function asOf<T>(nowMs: number, answer: () => T): Promise<T> {
    const done = last.then(async () => {
      while (!isEnded && store.keepBoardUp(nowMs, BRANCHES_AT_ONCE)) await nextTurn();
      return answer();
    });
    last = done.catch(() => null);
    return done;
  }
  return {
    asOf,
    /** Before anybody asks for it. */
    async keep(): Promise<void> {
      if (isWaiting) return;
      isWaiting = true;
      try {
        await asOf(Date.now(), () => null);
        hasFailed = false;
      } catch (error) {
        // Whoever asks for the board is told, too.
        if (!hasFailed) failed(String(error));
        hasFailed = true;
      } finally {
        isWaiting = false;
      }
    },
    end: () => void (isEnded = true),
  };
}
