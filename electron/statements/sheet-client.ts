/** The rows of one small sheet, read in a thread of its own: neither its unpacking nor its parsing is the main thread's. */
import { Worker } from 'node:worker_threads';

/** The data that the thread is started with; the entry of the file worker (worker.ts) reads it. */
export type SheetTask = {
  readonly task: 'sheet';
  readonly bytes: Uint8Array;
  readonly mostRows: number;
  /** A CSV file is taken, too. */
  readonly takesText: boolean;
};

/** The first sheet's cells as texts, at most `mostRows` rows of it; null if it is no sheet, is torn, or is made to harm. */
export type ReadSheet = (
  bytes: Uint8Array,
  mostRows: number,
  takesText?: boolean,
) => Promise<string[][] | null>;

/** Far more than a sheet of some thousand rows needs. */
const MOST_MEGABYTES = 512;

export const sheetsIn =
  (workerUrl: URL): ReadSheet =>
  (bytes, mostRows, takesText = false) =>
    new Promise((resolve) => {
      const worker = new Worker(workerUrl, {
        workerData: { task: 'sheet', bytes, mostRows, takesText } satisfies SheetTask,
        resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      });
      worker.on('message', resolve);
      // An error here is about its file: the thread does nothing else.
      worker.on('error', () => resolve(null));
      worker.on('exit', () => resolve(null));
    });
