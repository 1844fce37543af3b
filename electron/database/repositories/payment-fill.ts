/**
 * Payments that an earlier Closeout stored are taken into what the list is narrowed and ordered by, some at a time: each slice is
 * one transaction, and whatever ends it, the next one goes on from there.
 */
import { writesCache, type ReadableDb, type WritableDb } from '../db.ts';

const ALL = 9_223_372_036_854_775_807n;

const throughOf = (cache: ReadableDb): bigint =>
  cache.prepare<{ through: bigint }>('SELECT through FROM payment_filled').safeIntegers().get()?.through ??
  ALL;

/** Where the list is read from: the same columns, out of the payments themselves as long as not all of them are in. */
export const listedFrom = (cache: ReadableDb): 'payment_listed' | 'payment_to_list' =>
  throughOf(cache) === ALL ? 'payment_listed' : 'payment_to_list';

/** Takes the next rows in; answers whether there are more. */
function fillSome(cache: WritableDb, most: number): boolean {
  const through = throughOf(cache);
  if (through === ALL) return false;
  const reached = cache
    .prepare<{ reached: bigint | null }>(
      'SELECT MAX(row) AS reached FROM (SELECT rowid AS row FROM payment WHERE rowid > ? ORDER BY rowid LIMIT ?)',
    )
    .safeIntegers()
    .get(through, most)?.reached;
  const mark = cache.prepare('UPDATE payment_filled SET through = ?');
  if (typeof reached !== 'bigint') {
    mark.run(ALL);
    return false;
  }
  // A row that has changed meanwhile is in already.
  cache
    .prepare('INSERT OR REPLACE INTO payment_listed SELECT * FROM payment_to_list WHERE row > ? AND row <= ?')
    .run(through, reached);
  mark.run(reached);
  return true;
}

export const paymentFillProcedures = {
  /** Answers whether there are more to take in. */
  'payments.fillSome': writesCache(({ cache }, { most }: { most: number }) => fillSome(cache, most)),
};
