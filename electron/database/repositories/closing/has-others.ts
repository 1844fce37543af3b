import type { ReadableDb, WritableDb } from '../../db.ts';

/** Whether there are closes of other PCs at all: without them nothing more is read. */
export const hasOthers = (cache: ReadableDb): boolean =>
  cache.prepare('SELECT 1 FROM other_close LIMIT 1').get() !== undefined;

/** Notes, in the same transaction, that closes of other PCs come to something else now. */
export const othersChanged = (cache: WritableDb): void =>
  void cache.prepare('UPDATE others_changed SET times = times + 1').run();

/** SQL of two lists: sales with one of these orders or references. A table without row numbers joins no two indexes. */
export const salesNamedIn = (
  table: 'closing_row' | 'other_row',
) => `standing = 1 AND kind = 'sale' AND row_id IN (
    SELECT row_id FROM ${table} WHERE standing = 1 AND merchant_order_id IN (SELECT value FROM json_each(?))
    UNION ALL SELECT row_id FROM ${table} WHERE standing = 1 AND ref_number IN (SELECT value FROM json_each(?)))`;
export const OTHERS_NAMED = salesNamedIn('other_row');
