/** What lists and the board show of verified entries: tables that are filled as entries come in, and filled anew by a newer Closeout. */
import type Sqlite from 'better-sqlite3';
import { z } from 'zod';
import type { approvalsIn, Come } from './store-approvals.ts';
import type { KnownReading, LastReading } from './board-branch.ts';
import type { BoardMarks } from './kept-facts.ts';
import {
  closeOf,
  closingIdOf,
  newerCloseOf,
  newerReadingOf,
  publishedZ,
  readingOf,
  type NewerClose,
  type PublishedClose,
} from './published.ts';
import { pieceOf } from './close-rows.ts';
import { saidIn, type Said } from './store-entries.ts';
import type { ClosesPosition } from '../database/repositories/closing/told-closes.ts';
import { changesIn } from './store-changes.ts';

/**
 * Counted up when the tables, what is put into them or the forms that are known change: every PC then fills them again from its
 * entries.
 */
const SHOWN_VERSION = 7;

/** Where a list of closes was left: newest day first. */
type ClosePlace = { readonly date: string; readonly pc: string; readonly closingId: string };
export type ClosesQuery = {
  readonly branchKey: string | null;
  /** Closes of one PC, or of all but this one. */
  readonly pc: string | null;
  readonly after: ClosePlace | null;
  readonly limit: number;
};
export type CloseEntry = { readonly atMs: number; readonly close: PublishedClose };
/** The entries of a close that can be read here, in order. `isNewer` means the same as in `OtherClose`. */
export type CloseEntries = { readonly entries: readonly CloseEntry[]; readonly isNewer: boolean };
/** A close as its last entry says; `z`: its last Z. */
export type OtherClose = {
  readonly pc: string;
  readonly pcName: string;
  readonly atMs: number;
  readonly close: PublishedClose | NewerClose;
  readonly z: CloseEntry | null;
  /** A newer Closeout wrote its newest entry: what is known of it here may be wrong by now. */
  readonly isNewer: boolean;
};
/** SQL that is true if a newer Closeout wrote the newest entry of the close `c`. */
export const NEWER = 'EXISTS (SELECT 1 FROM unread_close AS u WHERE u.pc = c.pc AND u.close = c.closing_id)';

const foundSchema = z.object({
  pc: z.string(),
  pcName: z.string(),
  closeBody: z.string(),
  closeAtMs: z.number(),
  zBody: z.string().nullable(),
  zAtMs: z.number().nullable(),
  isNewer: z.literal([0, 1]),
});

export const parsedClose = (body: string | null): PublishedClose | null =>
  body === null ? null : closeOf({ kind: 'close', body });

/** Rows of the table `reading`. */
export const readingsIn = (rows: readonly unknown[]): LastReading[] =>
  (rows as readonly { pc: string; atMs: number; body: string }[]).flatMap(
    ({ pc, atMs, body }): LastReading[] => {
      const fact = { kind: 'reading', body };
      const reading = readingOf(fact);
      if (reading) return [{ pc, atMs, reading }];
      const newer = newerReadingOf(fact);
      return newer ? [{ pc, atMs, reading, newer }] : [];
    },
  );

type Approvals = Pick<ReturnType<typeof approvalsIn>, 'show' | 'empty' | 'forgetOthers'>;

/** What is put into the tables; `board`: hears which branches it is about. */
type Into = { readonly approvals: Approvals; readonly board: BoardMarks };

export function shownIn(db: Sqlite.Database, self: string, into: Into) {
  const { approvals, board } = into;
  const { show, refill, changes } = filling(db, self, into);
  refill();
  const readings = db.prepare('SELECT pc, at_ms AS atMs, body FROM reading ORDER BY pc, branch_key');
  const own = db.prepare('SELECT at_ms AS atMs, body FROM reading WHERE pc = ? AND branch_key = ?');
  const zs = db.prepare(
    `SELECT e.at_ms AS atMs, e.body FROM close_entry AS c JOIN entry AS e ON e.pc = c.pc AND e.seq = c.seq
     WHERE c.pc = ? AND c.closing_id = ? ORDER BY c.seq`,
  );
  return {
    show,
    forgetOthers: (): void => {
      for (const table of ['close', 'close_entry', 'unread_close', 'reading'])
        db.prepare(`DELETE FROM ${table} WHERE pc <> ?`).run(self);
      approvals.forgetOthers();
      board.all();
      changes.beginCopy();
    },
    closesChanged: (since: ClosesPosition | null) => changes.closesChanged(since),
    readWhole: changes.readWhole,
    isWhole: changes.isWhole,
    closes: (query: ClosesQuery): OtherClose[] => closesOf(db, self, query),
    closeEntries: (pc: string, closingId: string): CloseEntries => ({
      entries: (zs.all(pc, closingId) as { atMs: number; body: string }[]).flatMap(({ atMs, body }) => {
        const close = parsedClose(body);
        return close ? [{ atMs, close }] : [];
      }),
      isNewer: changes.isNewer(pc, closingId),
    }),
    /** Without those of a newer Closeout. */
    readings: (): KnownReading[] => readingsIn(readings.all()).filter((last) => last.reading !== null),
    lastReading: (pc: string, branchKey: string) =>
      (own.get(pc, branchKey) as { atMs: number; body: string } | undefined) ?? null,
  };
}

/** An entry of a close in a form that this version cannot read. What was known of that close before it may be wrong by now. */
function unreadIn(db: Sqlite.Database, changes: ReturnType<typeof changesIn>, board: BoardMarks) {
  const unread = db.prepare('INSERT OR IGNORE INTO unread_close (pc, close) VALUES (?, ?)');
  const branchOf = db.prepare('SELECT branch_key FROM close WHERE pc = ? AND closing_id = ?').pluck();
  const putFirst = db.prepare(
    `INSERT OR IGNORE INTO close (pc, closing_id, seq, branch_key, branch_name, business_date, state, number, at_ms, differing)
     VALUES (@pc, @closingId, @seq, @branchKey, @branchName, @businessDate, @state, @number, @atMs, 0)`,
  );
  return ({ pc, seq, atMs, body }: Come): void => {
    const closingId = closingIdOf(body);
    unread.run(pc, closingId ?? String(seq));
    if (closingId === null) return;
    const close = newerCloseOf(body);
    if (close) putFirst.run({ pc, seq, atMs, ...close });
    changes.changed(pc, closingId);
    const branch = branchOf.get(pc, closingId);
    if (typeof branch === 'string') board.closes(branch);
  };
}

function filling(db: Sqlite.Database, self: string, { approvals, board }: Into) {
  const changes = changesIn(db, self);
  const close = db
    .prepare(
      `INSERT INTO close (pc, closing_id, seq, z_seq, branch_key, branch_name, business_date, state, number, at_ms, differing)
     VALUES (@pc, @closingId, @seq, @zSeq, @branchKey, @branchName, @businessDate, @state, @number, @atMs, @differing)
     ON CONFLICT (pc, closing_id) DO UPDATE SET seq = @seq, z_seq = coalesce(@zSeq, z_seq), state = @state, number = @number,
       at_ms = @atMs, differing = CASE WHEN @zSeq IS NULL THEN differing ELSE @differing END
     RETURNING branch_key`,
    )
    .pluck();
  const entry = db.prepare('INSERT OR IGNORE INTO close_entry (pc, closing_id, seq) VALUES (?, ?, ?)');
  const keepUnread = unreadIn(db, changes, board);
  const isRead = db.prepare('DELETE FROM unread_close WHERE pc = ? AND close = ?');
  const reading = db.prepare(
    `INSERT INTO reading (pc, branch_key, at_ms, body) VALUES (?, ?, ?, ?)
     ON CONFLICT (pc, branch_key) DO UPDATE SET at_ms = excluded.at_ms, body = excluded.body`,
  );
  function show(come: Come, said: Said): void {
    const { pc, seq, kind, atMs, body } = come;
    approvals.show(come, said);
    const closed = said.close;
    if (closed) {
      const { closingId, branchKey, branchName, businessDate, state, number } = closed;
      const differing = publishedZ(closed)?.lines.filter(({ difference }) => difference.minor !== 0n).length;
      const zSeq = closed.z === null ? null : seq;
      const named = { branchKey, branchName, businessDate, state, number };
      // The branch in which it was first told.
      board.closes(
        close.get({ pc, closingId, seq, zSeq, ...named, atMs, differing: differing ?? 0 }) as string,
      );
      entry.run(pc, closingId, seq);
      changes.changed(pc, closingId);
      isRead.run(pc, closingId);
    } else if (kind === 'close') keepUnread(come);
    // The last piece of a close makes it whole.
    const piece = pieceOf({ kind, body });
    if (piece && piece.part === piece.of) changes.changed(pc, piece.closingId);
    const read = readingOf({ kind, body }) ?? newerReadingOf({ kind, body });
    if (!read) return;
    reading.run(pc, read.branchKey, atMs, body);
    board.reading(read.branchKey);
  }
  const refill = db.transaction(() => {
    const [shown] = db.prepare('SELECT version FROM shown').pluck().all() as number[];
    if (shown === SHOWN_VERSION) return;
    for (const table of ['close', 'close_entry', 'unread_close', 'reading', 'shown'])
      db.exec(`DELETE FROM ${table}`);
    approvals.empty();
    changes.beginCopy();
    const all = db.prepare(
      `SELECT pc, seq, kind, at_ms AS atMs, body FROM entry WHERE kind IN ('close', 'close-rows', 'reading', 'approval', 'decision') AND pc = ? AND seq > ?
       ORDER BY seq LIMIT 500`,
    );
    for (const pc of db.prepare('SELECT DISTINCT pc FROM entry').pluck().all() as string[])
      for (let from = 0, page: Come[]; (page = all.all(pc, from) as Come[]).length > 0;) {
        for (const come of page) show(come, saidIn(come));
        from = page.at(-1)?.seq ?? from;
      }
    db.prepare('INSERT INTO shown VALUES (1, ?)').run(SHOWN_VERSION);
  });
  return { show, refill, changes };
}

function closesOf(
  db: Sqlite.Database,
  self: string,
  { branchKey, pc, after, limit }: ClosesQuery,
): OtherClose[] {
  const parts = [pc === null ? 'c.pc <> ?' : 'c.pc = ?'];
  const args: unknown[] = [pc ?? self];
  const add = (part: string, ...values: unknown[]) => void (parts.push(part), args.push(...values));
  if (branchKey !== null) add('c.branch_key = ?', branchKey);
  if (after) add('(c.business_date, c.pc, c.closing_id) < (?, ?, ?)', after.date, after.pc, after.closingId);
  return db
    .prepare(
      `SELECT c.pc, coalesce(pc.name, c.pc) AS pcName, e.body AS closeBody, e.at_ms AS closeAtMs, z.body AS zBody, z.at_ms AS zAtMs,
         ${NEWER} AS isNewer
       FROM close AS c JOIN entry AS e ON e.pc = c.pc AND e.seq = c.seq
       LEFT JOIN entry AS z ON z.pc = c.pc AND z.seq = c.z_seq LEFT JOIN pc ON pc.id = c.pc
       WHERE ${parts.join(' AND ')} ORDER BY c.business_date DESC, c.pc DESC, c.closing_id DESC LIMIT ?`,
    )
    .all(...args, limit)
    .flatMap((row) => {
      const found = foundSchema.parse(row);
      const close = parsedClose(found.closeBody) ?? newerCloseOf(found.closeBody);
      const last = parsedClose(found.zBody);
      const seen = last && found.zAtMs !== null ? { atMs: found.zAtMs, close: last } : null;
      const { pc: by, pcName, closeAtMs: atMs } = found;
      return close ? [{ pc: by, pcName, atMs, close, z: seen, isNewer: found.isNewer === 1 }] : [];
    });
}
