/** The cache, which may be deleted and read again. */
import { makeQuick } from './durable.ts';
import { leaveLog } from './fold-log.ts';
import { cacheMigrations } from './migrations/index.ts';
import { replaceable } from './open-replaceable.ts';

export const {
  open: openCache,
  rebuild: rebuildCache,
  close: closeCache,
} = replaceable('cache.sqlite', cacheMigrations, (db) => {
  makeQuick(db);
  leaveLog(db);
});
