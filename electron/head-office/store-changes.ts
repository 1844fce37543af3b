/**
 * Closes of other PCs with their rows, for those who add them up: which have changed since a place in this copy of the record. A
 * copy that is begun anew has another name, and its changes count from 1.
 */
import { randomUUID } from 'node:crypto';
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { isKnownDay } from '#shared/time/business-date.ts';
import type {
  ChangedClose,
  ClosesChanged,
  ClosesPosition,
  HeardRow,
} from '../database/repositories/closing/told-closes.ts';
import { closeRowsOf } from './close-rows.ts';
import { closeOf, publishedZ, type PublishedClose } from './published.ts';

/** Some ten thousand rows, where each close has five hundred. */
const CLOSES_AT_ONCE = 20;

const foundSchema = z.object({
  pc: z.string(),
  pcName: z.string(),
  seq: z.number(),
  atMs: z.number(),
  body: z.string(),
  change: z.number(),
});
const copySchema = z.object({ id: z.string(), isWhole: z.literal([0, 1]) });
type Found = z.output<typeof foundSchema>;

export function changesIn(db: Sqlite.Database, self: string) {
  const next = db.prepare('UPDATE copy SET last_change = last_change + 1 RETURNING last_change').pluck();
  const mark = db.prepare('UPDATE close SET change_no = ? WHERE pc = ? AND closing_id = ?');
  const copy = db.prepare('SELECT id, is_whole AS isWhole FROM copy');
  const whole = db.prepare('UPDATE copy SET is_whole = 1 WHERE is_whole = 0');
  const found = db.prepare(
    `SELECT c.pc, coalesce(pc.name, c.pc) AS pcName, c.seq, e.at_ms AS atMs, e.body, c.change_no AS change
     FROM close AS c INDEXED BY close_changed JOIN entry AS e ON e.pc = c.pc AND e.seq = c.seq LEFT JOIN pc ON pc.id = c.pc
     WHERE c.change_no > ? AND c.pc <> ? ORDER BY c.change_no LIMIT ?`,
  );
  const pieces = db.prepare(
    'SELECT kind, body FROM entry WHERE pc = ? AND seq > ? AND seq <= ? ORDER BY seq',
  );

  const head = db.prepare('SELECT 1 FROM head WHERE pc = ? AND seq >= ?');
  const unread = db.prepare('SELECT 1 FROM unread_close WHERE pc = ? AND close = ?');
  /** The newest entry of a close is of a newer Closeout: nobody here knows what the close is now. */
  const isNewer = (pc: string, closingId: string): boolean => unread.get(pc, closingId) !== undefined;

  /** Null: its rows have not all come. */
  function changedOf({ pc, pcName, seq, atMs, body }: Found): ChangedClose | null {
    const close = closeOf({ kind: 'close', body });
    if (!close) return null;
    const { closingId, branchKey, branchName, businessDate, number, revision, state } = close;
    const told = { pc, pcName, atMs, closingId, branchKey, branchName, businessDate, number, revision };
    if (isNewer(pc, closingId)) return { ...told, state: 'unreadable' };
    if (state === 'reopened') return { ...told, state };
    const parts = pieces.all(pc, seq, seq + close.pieces) as { kind: string; body: string }[];
    if (parts.length < close.pieces)
      return head.get(pc, seq + close.pieces) === undefined ? null : { ...told, state: 'unreadable' };
    const z = publishedZ(close);
    const rows = rowsOf(close, parts);
    if (!z || !rows || !isKnownDay(z)) return { ...told, state: 'unreadable' };
    const { timeZone, cutOff, endsAtMs } = z;
    const terminals = z.terminals.map(({ terminalId, lastReadAtMs, leftOut }) => ({
      ...{ terminalId, readAtMs: lastReadAtMs, isLeftOut: leftOut !== null },
    }));
    return { ...told, state, timeZone, cutOff, endsAtMs, leftForNext: close.leftForNext, terminals, rows };
  }
  return {
    isNewer,
    beginCopy: () => void db.prepare('INSERT OR REPLACE INTO copy VALUES (1, ?, 0, 0)').run(randomUUID()),
    /** After a round that read all that the server has. True if this copy had not been read whole before. */
    readWhole: (): boolean => whole.run().changes > 0,
    /** This copy was read whole once. */
    isWhole: (): boolean => copySchema.parse(copy.get()).isWhole === 1,
    changed: (pc: string, closingId: string) => void mark.run(next.get(), pc, closingId),
    closesChanged(since: ClosesPosition | null): ClosesChanged {
      const { id: name, isWhole } = copySchema.parse(copy.get());
      const from = since?.copy === name ? since.change : 0;
      const page = found.all(from, self, CLOSES_AT_ONCE).map((row) => foundSchema.parse(row));
      return {
        copy: name,
        change: page.at(-1)?.change ?? from,
        closes: page.flatMap((one) => changedOf(one) ?? []),
        isEnd: page.length < CLOSES_AT_ONCE,
        isWhole: isWhole === 1,
      };
    },
  };
}

/** Null unless the pieces are those of this issue of the close, in order, with as many rows as it says. */
function rowsOf(
  close: PublishedClose,
  parts: readonly { kind: string; body: string }[],
): readonly HeardRow[] | null {
  const rows: HeardRow[] = [];
  for (const [at, part] of parts.entries()) {
    const piece = closeRowsOf(part);
    if (!piece || piece.part !== at + 1 || piece.of !== close.pieces) return null;
    const { closingId, number, revision } = piece;
    if (closingId !== close.closingId || number !== close.number || revision !== close.revision) return null;
    rows.push(...piece.rows);
  }
  const ids = new Set(rows.map(({ rowId }) => rowId));
  return ids.size === rows.length && rows.length === close.rows ? rows : null;
}
