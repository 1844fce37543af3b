/** Rows that are stored have the kinds that the words have now, and pairs of what is known now: before anybody reads them. */
import type { Database } from 'better-sqlite3';
import type { ProfileFiles, WritableDb } from './db.ts';
import {
  closedArePaired,
  isCacheSettled,
  isClosedPaired,
  isClosedSettled,
  marksOf,
  pairAnew,
  pairClosed,
  settleCache,
  settleClosed,
} from './repositories/kinds/settle.ts';

type Files = Pick<ProfileFiles, 'cache' | 'journal'>;
const seen = ({ cache, journal }: Files) => ({
  cache: cache as unknown as WritableDb,
  journal: journal as unknown as WritableDb,
});

/** Opening a folder: also one of a version before, which had no kinds. `isRestored`: a backup took the place of the journal. */
export function settleKinds(files: Files, isRestored = false): void {
  const open = seen(files);
  if (!isClosedSettled(open.journal))
    files.journal.transaction(() => settleClosed(open, marksOf(open.journal))).immediate();
  if (isRestored) files.cache.transaction(() => pairAnew(open)).immediate();
  settleCacheKinds(files);
}

/** After the journal was written or another PC's closes were taken in, and before anything is read. */
export function settleCacheKinds(files: Files): void {
  const open = seen(files);
  if (!isCacheSettled(open)) files.cache.transaction(() => settleCache(open)).immediate();
  if (isClosedPaired(open.cache)) return;
  // Marked in the cache until the journal has it: an end between the two pairs them once more.
  files.journal.transaction(() => pairClosed(open)).immediate();
  files.cache.transaction(() => closedArePaired(open.cache)).immediate();
}

/** What was written to the cache changes what closes of this PC add up to. */
export const areClosedDue = (files: Files): boolean => !isClosedPaired(seen(files).cache);

/** Inside the transaction of `run`: what closes hold, and what people say, changes what rows add. */
export function settlingClosed<T>(files: { cache: Database; journal: Database }, run: () => T): T {
  const open = seen(files);
  const before = marksOf(open.journal);
  const answer = run();
  settleClosed(open, before);
  return answer;
}
