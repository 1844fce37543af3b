/** Copies rows that an earlier Closeout stored into the tables that lists read, in slices: other calls run between two slices. */
import type { ProfileContext } from './context.ts';

/** Rows of one slice: few enough that nobody waits for it. */
const MOST = 100;

type Filling = {
  /** Takes so many rows in, at most; answers whether there are more. */
  some: (most: number) => Promise<boolean>;
  /** All rows are in, and some were not when this began. */
  filled: () => void;
};

export function fillBeside({ log }: Pick<ProfileContext, 'log'>, { some, filled }: Filling) {
  let stopped = false;
  async function fill(): Promise<void> {
    let slices = 0;
    while (!stopped && (await some(MOST))) slices += 1;
    if (slices > 0 && !stopped) filled();
  }
  const done = fill().catch((error: unknown) => {
    // The next opening goes on; until then lists read the rows themselves.
    if (!stopped) log.error('rows-not-filled', { error: String(error) });
  });
  return {
    stop: async (): Promise<void> => {
      stopped = true;
      await done;
    },
  };
}
