/** Rows that are stored have the kinds that the words have now, and pairs of what is known now: before anybody reads them. */
import type { Database } from 'better-sqlite3';
import type { ProfileFiles, WritableDb } from './db.ts';
import {
  isCacheSettled,
  isClosedSettled,
  marksOf,
  settleCache,
  settleClosed,
} from './repositories/kinds/settle.ts';

type Files = Pick<ProfileFiles, 'cache' | 'journal'>;
const seen = ({ cache, journal }: Files) => ({
  cache: cache as unknown as WritableDb,
  journal: journal as unknown as WritableDb,
});

/** Opening a folder: also one of a version before, which had no kinds. */
export function settleKinds(files: Files): void {
  const open = seen(files);
  if (!isClosedSettled(open.journal))
    files.journal.transaction(() => settleClosed(open, marksOf(open.journal))).immediate();
  settleCacheKinds(files);
}

/** After the journal was written, and before anything is read. */
export function settleCacheKinds(files: Files): void {
  const open = seen(files);
  if (!isCacheSettled(open)) files.cache.transaction(() => settleCache(open)).immediate();
}

/** Inside the transaction of `run`: what closes hold, and what people say, changes what rows add. */
export function settlingClosed<T>(files: { cache: Database; journal: Database }, run: () => T): T {
  const open = seen(files);
  const before = marksOf(open.journal);
  const answer = run();
  settleClosed(open, before);
  return answer;
}
