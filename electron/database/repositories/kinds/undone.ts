/** Sales that a void or a reversal undoes: on a terminal's list, where it may be in no close yet, or in a close of another PC. */
import type { ReadableDb } from '../../db.ts';
import { hasOthers } from '../closing/has-others.ts';

const LISTED = `SELECT undoes FROM pos_transaction WHERE kind <> 'sale' AND kind IN ('void', 'reversal') AND undoes IS NOT NULL`;
const CLOSED_BY_OTHERS = `SELECT undoes FROM other_row WHERE undoes IS NOT NULL AND standing = 1 AND kind IN ('void', 'reversal')`;

/** `cache`: the file itself, or a connection that has it as its main one. */
export const undoneIds = (cache: ReadableDb): ReadonlySet<string> =>
  new Set(
    [LISTED, ...(hasOthers(cache) ? [CLOSED_BY_OTHERS] : [])].flatMap((sql) =>
      cache
        .prepare<{ undoes: string }>(sql)
        .all()
        .map(({ undoes }) => undoes),
    ),
  );

/** The same among these rows. */
export function undoneAmong(cache: ReadableDb, rowIds: readonly string[]): ReadonlySet<string> {
  const ids = JSON.stringify(rowIds);
  const among = (sql: string) =>
    cache.prepare<{ undoes: string }>(`${sql} AND undoes IN (SELECT value FROM json_each(?))`).all(ids);
  return new Set(
    [LISTED, ...(hasOthers(cache) ? [CLOSED_BY_OTHERS] : [])].flatMap(among).map(({ undoes }) => undoes),
  );
}
