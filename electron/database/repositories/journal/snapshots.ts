/** What an acknowledgement is about to cover, durable before it is sent (I6). */
import { reads, writesJournal, type WritableDb } from '../../db.ts';

export type Snapshot = {
  snapshotId: string;
  terminalId: string;
  setHash: string;
  rowCount: number;
  rows: string;
  rawBody: string;
  readAtMs: number;
};

function storeSnapshot(db: WritableDb, s: Snapshot): null {
  db.prepare(
    'INSERT INTO ack_snapshot (snapshot_id, terminal_id, set_hash, row_count, rows, raw_body, read_at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ).run(s.snapshotId, s.terminalId, s.setHash, s.rowCount, s.rows, s.rawBody, s.readAtMs);
  return null;
}

export const snapshotProcedures = {
  'journal.storeSnapshot': writesJournal(({ journal }, snapshot: Snapshot) =>
    storeSnapshot(journal, snapshot),
  ),
  'journal.readSnapshot': reads(
    ({ journal }, snapshotId: string) =>
      journal
        .prepare<{ set_hash: string; row_count: number; rows: string }>(
          'SELECT set_hash, row_count, rows FROM ack_snapshot WHERE snapshot_id = ?',
        )
        .get(snapshotId) ?? null,
  ),
};
