/** Rows of a terminal's last reading that cannot be read safely. */
import type { UnreadableRow } from '#shared/domain/pos-transaction.ts';
import type { ReadableDb, ReadableFiles, WritableDb } from '../db.ts';
import { rowMarksOf } from './journal/index.ts';

/** `firstSeenAtMs`: since when it is listed without a break. */
export type SeenUnreadable = UnreadableRow & { readonly firstSeenAtMs: number };

type Stored = {
  row_id: string;
  position: number;
  field: string;
  problem: UnreadableRow['problem'];
  raw: string;
  first_seen_at_ms: number;
};

const storedOf = (cache: ReadableDb, terminalId: string): SeenUnreadable[] =>
  cache
    .prepare<Stored>('SELECT * FROM unreadable_row WHERE terminal_id = ? ORDER BY position')
    .all(terminalId)
    .map(({ row_id, position, field, problem, raw, first_seen_at_ms }) => ({
      rowId: row_id,
      index: position,
      field,
      problem,
      raw,
      firstSeenAtMs: first_seen_at_ms,
    }));

/**
 * Those that nobody acknowledged here. One that came after an acknowledgement was sent is another row, even if its text is the
 * same: a row without a number of its own may well come twice.
 */
export function unreadableOf(
  { cache, journal }: Pick<ReadableFiles, 'cache' | 'journal'>,
  terminalId: string,
): SeenUnreadable[] {
  const stored = storedOf(cache, terminalId);
  if (stored.length === 0) return [];
  const ids = stored.map(({ rowId }) => rowId);
  const { acknowledged } = rowMarksOf(journal, terminalId, ids);
  return stored.filter(({ rowId, firstSeenAtMs }) => {
    const acknowledgement = acknowledged.get(rowId);
    return acknowledgement === undefined || firstSeenAtMs > acknowledgement.sentAtMs;
  });
}

export function storeUnreadable(
  cache: WritableDb,
  { terminalId, readAtMs }: { terminalId: string; readAtMs: number },
  rows: readonly UnreadableRow[],
): void {
  const before = new Map(
    storedOf(cache, terminalId).map(({ rowId, firstSeenAtMs }) => [rowId, firstSeenAtMs]),
  );
  cache.prepare('DELETE FROM unreadable_row WHERE terminal_id = ?').run(terminalId);
  const insert = cache.prepare(
    'INSERT INTO unreadable_row (terminal_id, position, field, problem, raw, row_id, first_seen_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { rowId, index, field, problem, raw } of rows)
    insert.run(terminalId, index, field, problem, raw, rowId, before.get(rowId) ?? readAtMs);
}
