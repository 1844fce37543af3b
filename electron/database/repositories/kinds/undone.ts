/** Sales that a void or a reversal on a terminal's list undoes: it may be in no close yet. */
import type { ReadableDb } from '../../db.ts';

/** `cache`: the file itself, or a connection that has it as its main one. */
export const undoneIds = (cache: ReadableDb): ReadonlySet<string> =>
  new Set(
    cache
      .prepare<{ undoes: string }>(
        `SELECT undoes FROM pos_transaction WHERE kind <> 'sale' AND kind IN ('void', 'reversal') AND undoes IS NOT NULL`,
      )
      .all()
      .map(({ undoes }) => undoes),
  );
