/** Changes of operations follow one another: nothing judges a state while something else is changing it. */
import type { Log } from '../../../log/log.ts';

export type Turns = ReturnType<typeof createTurns>;

export function createTurns(log: Log) {
  let last: Promise<void> = Promise.resolve();
  let hasEnded = false;
  return {
    inTurn<T>(work: () => Promise<T>): Promise<T> {
      const mine = last.then(work);
      last = mine.then(
        () => undefined,
        () => undefined,
      );
      return mine;
    },
    /** Waits for everything that has asked for a turn so far. */
    allDone: async (): Promise<void> => {
      await last;
    },
    /** Logs a failure. After the end nothing is logged: the files may be closed already. */
    failed:
      (event: string, facts: Record<string, string> = {}) =>
      (error: unknown): void => {
        if (!hasEnded) log.error(event, { ...facts, error: String(error) });
      },
    hasEnded: () => hasEnded,
    end: () => void (hasEnded = true),
  };
}
