/** Rows that could not be read and that a person had acknowledged all the same: in no sum, and named by the Z of their day. */
import type { AcknowledgedUnread } from '#shared/contract/closing-day.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { keptUnreadOf, type KeptUnread } from '../journal/snapshots.ts';
import { DONE } from '../journal/states.ts';
import type { ClosingRecord } from './records.ts';

type Acknowledged = {
  unreadable: string;
  op_id: string;
  terminal_id: string;
  actor: string;
  note: string | null;
  updated_at_ms: number;
};

/** By acknowledgements of this terminal that happened. */
function acknowledgedOf(journal: ReadableDb, terminalId: string): (AcknowledgedUnread & KeptUnread)[] {
  return journal
    .prepare<Acknowledged>(
      `SELECT s.unreadable, o.op_id, o.terminal_id, o.actor, o.note, o.updated_at_ms FROM ack_snapshot AS s
       JOIN operation AS o ON o.terminal_id = s.terminal_id AND o.evidence_before ->> '$.snapshotId' = s.snapshot_id
       WHERE s.terminal_id = ? AND s.unreadable <> '[]' AND o.state IN (${DONE}) ORDER BY o.seq`,
    )
    .all(terminalId)
    .flatMap(({ unreadable, op_id, terminal_id, actor, note, updated_at_ms }) =>
      keptUnreadOf(unreadable).map((row) => ({
        ...row,
        opId: op_id,
        terminalId: terminal_id,
        by: actor,
        note: note ?? '',
        atMs: updated_at_ms,
      })),
    );
}

/** Terminals with one, whether it is named or not. */
export const terminalsWithUnread = (journal: ReadableDb): string[] =>
  journal
    .prepare<{ id: string }>(`SELECT DISTINCT terminal_id AS id FROM ack_snapshot WHERE unreadable <> '[]'`)
    .all()
    .map(({ id }) => id);

type Naming = { closing_id: string; state: ClosingRecord['state'] };
/** The closes whose Z names it. */
const namedBy = (journal: ReadableDb, { opId, rowId }: AcknowledgedUnread): Naming[] =>
  journal
    .prepare<Naming>(
      `SELECT c.closing_id, c.state FROM closing_unreadable AS u JOIN closing AS c USING (closing_id)
       WHERE u.op_id = ? AND u.row_id = ?`,
    )
    .all(opId, rowId);

/** A Z of it is issued and holds. */
const stands = ({ state }: Naming): boolean => state === 'provisional' || state === 'closed';

/** Those of a terminal that no Z that stands names. */
export const unnamedUnread = (journal: ReadableDb, terminalId: string): (AcknowledgedUnread & KeptUnread)[] =>
  acknowledgedOf(journal, terminalId).filter((row) => !namedBy(journal, row).some(stands));

/**
 * What a close names of these terminals, or an X where none is begun. A close that is under way takes what was first seen before
 * its day ends and what no other close that stands has; one that is over has what its Z says.
 */
export function acknowledgedUnread(
  journal: ReadableDb,
  terminalIds: readonly string[],
  close: Pick<ClosingRecord, 'ends_at_ms'> & Partial<Pick<ClosingRecord, 'closing_id' | 'state'>>,
): AcknowledgedUnread[] {
  const isUnderWay = close.state === undefined || close.state === 'open' || close.state === 'provisional';
  return terminalIds
    .flatMap((terminalId) => acknowledgedOf(journal, terminalId))
    .filter((row) => {
      const naming = namedBy(journal, row);
      if (!isUnderWay) return naming.some(({ closing_id }) => closing_id === close.closing_id);
      const isTaken = naming.some((one) => one.closing_id !== close.closing_id && stands(one));
      return row.firstSeenAtMs < close.ends_at_ms && !isTaken;
    })
    .map(({ firstSeenAtMs: _seen, ...row }) => row);
}

/** From now on no other close that stands names them. */
export function nameUnread(
  journal: WritableDb,
  { closing_id }: ClosingRecord,
  rows: readonly AcknowledgedUnread[],
): void {
  journal.prepare('DELETE FROM closing_unreadable WHERE closing_id = ?').run(closing_id);
  const insert = journal.prepare(
    'INSERT INTO closing_unreadable (closing_id, op_id, row_id) VALUES (?, ?, ?)',
  );
  for (const { opId, rowId } of rows) insert.run(closing_id, opId, rowId);
}
