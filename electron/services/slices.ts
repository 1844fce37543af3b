/**
 * How many rows are stored in one transaction. Whatever else is to be written waits for a slice that has begun, a movement of money
 * too. What a row costs depends on the disk and on how many rows there are already, so each slice is cut by what the last one took.
 */

/** What a slice should hold the writer for: the next one can cost more than the last, and 20 ms are the most that is wanted. */
const WANTED_MS = 13;
/** Before anything is known. */
const FIRST = 100;
/** Fewer would take half as long again for each row: a transaction has a cost of its own. */
const FEWEST = 50;
const MOST = 500;
/** Rows are inserted so many at once (settled-store.ts). */
const STEP = 25;
/** One that is stored and one that waits, so that the writer is never without work, and others wait for two slices at most. */
const AT_ONCE = 2;

type Stored = { readonly rows: number; readonly heldMs: number };
/** It doubles at most: a short time can be chance. */
function nextSize(size: number, { rows, heldMs }: Stored): number {
  const fitting = Math.min((rows * WANTED_MS) / heldMs, 2 * size, MOST);
  return Math.max(FEWEST, Math.floor(fitting / STEP) * STEP);
}

type Slices = {
  /** Rows of the next slice. */
  readonly size: () => number;
  /** Stores a slice in its turn. `onHeld` is to be told how long it held the writer. */
  readonly store: <T>(rows: number, call: (onHeld: (heldMs: number) => void) => Promise<T>) => Promise<T>;
};

export function createSlices(): Slices {
  let size = FIRST;
  let underWay = 0;
  const waiting: (() => void)[] = [];
  return {
    size: () => size,
    store: async (rows, call) => {
      if (underWay < AT_ONCE) underWay += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await call((heldMs) => {
          // The rest of a page says little of what a row costs.
          if (rows >= FEWEST) size = nextSize(size, { rows, heldMs });
        });
      } finally {
        const next = waiting.shift();
        if (next) next();
        else underWay -= 1;
      }
    },
  };
}
