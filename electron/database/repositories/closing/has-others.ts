import type { ReadableDb } from '../../db.ts';

/** Whether there are closes of other PCs at all: without them nothing more is read. */
export const hasOthers = (cache: ReadableDb): boolean =>
  cache.prepare('SELECT 1 FROM other_close LIMIT 1').get() !== undefined;
