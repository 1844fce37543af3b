/** What an acknowledgement is about to cover, durable before it is sent (I6). */
import { z } from 'zod';
import { unreadableRowSchema } from '#shared/contract/terminals.ts';
import { reads, writesJournal, type WritableDb } from '../../db.ts';

export type Snapshot = {
  snapshotId: string;
  terminalId: string;
  setHash: string;
  rowCount: number;
  rows: string;
  /** Rows that cannot be read, as they came. */
  unreadable: string;
  rawBody: string;
  readAtMs: number;
};

const keptUnreadSchema = z.array(unreadableRowSchema.extend({ firstSeenAtMs: z.number() }));
/** A row that cannot be read, as a snapshot keeps it. */
export type KeptUnread = z.output<typeof keptUnreadSchema>[number];
export const keptUnreadOf = (unreadable: string): KeptUnread[] =>
  keptUnreadSchema.parse(JSON.parse(unreadable));

function storeSnapshot(db: WritableDb, s: Snapshot): null {
  db.prepare(
    'INSERT INTO ack_snapshot (snapshot_id, terminal_id, set_hash, row_count, rows, unreadable, raw_body, read_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(s.snapshotId, s.terminalId, s.setHash, s.rowCount, s.rows, s.unreadable, s.rawBody, s.readAtMs);
  return null;
}

export const snapshotProcedures = {
  'journal.storeSnapshot': writesJournal(({ journal }, snapshot: Snapshot) =>
    storeSnapshot(journal, snapshot),
  ),
  /** Null: the operation has no snapshot. */
  'journal.keptUnread': reads(({ journal }, snapshotId: string | null): KeptUnread[] => {
    const kept = journal
      .prepare<{ unreadable: string }>('SELECT unreadable FROM ack_snapshot WHERE snapshot_id = ?')
      .get(snapshotId);
    return kept ? keptUnreadOf(kept.unreadable) : [];
  }),
  'journal.readSnapshot': reads(
    ({ journal }, snapshotId: string) =>
      journal
        .prepare<{ set_hash: string; row_count: number; rows: string; unreadable: string }>(
          'SELECT set_hash, row_count, rows, unreadable FROM ack_snapshot WHERE snapshot_id = ?',
        )
        .get(snapshotId) ?? null,
  ),
};
