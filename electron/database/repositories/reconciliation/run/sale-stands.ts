/** Settled sales that no close of this PC has: whether it could have one of them, and whether a close of it is still to come. */
import type { Database } from 'better-sqlite3';
import { branchKeyOf } from '#shared/domain/closing.ts';
import type { MatchItem, SaleStand } from '#shared/domain/matching/index.ts';
import { businessDateOf } from '#shared/time/business-date.ts';
import type { ReadableDb } from '../../../db.ts';
import { lastClosed, reopenedDays } from '../../closing/branches.ts';
import { settingsOf } from '../../closing/records.ts';
import { soldAtSql } from '../../settled-compact.ts';

type Branch = { readonly branchKey: string; readonly branchName: string | null };

/** A row that was seen (of closes, those of a terminal's first one), a read for a close, or the last whole read: the earliest. */
const FIRST_READS = `SELECT terminal_id AS terminalId, MIN(at) AS atMs FROM (
    SELECT terminal_id, first_seen_at_ms AS at FROM main.pos_transaction
    UNION ALL SELECT f.terminal_id, r.first_seen_at_ms FROM (
        SELECT ct.terminal_id, ct.closing_id, MIN(c.seq) FROM journal.closing_terminal AS ct JOIN journal.closing AS c USING (closing_id)
        GROUP BY ct.terminal_id) AS f
      JOIN journal.closing_row AS r ON r.closing_id = f.closing_id AND r.terminal_id = f.terminal_id
    UNION ALL SELECT terminal_id, read_at_ms FROM journal.closing_terminal WHERE read_at_ms IS NOT NULL
    UNION ALL SELECT terminal_id, read_at_ms FROM main.terminal_read WHERE read_at_ms IS NOT NULL)
  GROUP BY terminal_id`;

const TERMINALS = `SELECT t.terminal_id AS terminalId, t.value->>'branchId' AS branchId, COALESCE(o.branch_name, t.value->>'branchName') AS branchName
    FROM main.terminal AS t LEFT JOIN journal.terminal_own AS o USING (terminal_id)
  UNION ALL SELECT o.terminal_id, NULL, o.branch_name FROM journal.terminal_own AS o
    WHERE o.typed = 1 AND NOT EXISTS (SELECT 1 FROM main.terminal AS t WHERE t.terminal_id = o.terminal_id)`;

/** Seen on a terminal, and in no close that stands. */
const UNCLOSED = `SELECT p.merchant_order_id AS orderId, MIN(p.first_seen_at_ms) AS atMs FROM main.pos_transaction AS p WHERE p.merchant_order_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM journal.closing_row AS r WHERE r.row_id = p.row_id AND r.standing = 1) GROUP BY p.merchant_order_id`;

const SOLD = `SELECT ${soldAtSql('value')} FROM main.settled WHERE transaction_id = ?`;

function createDays(journal: ReadableDb) {
  const known = new Map<string, (date: string) => boolean>();
  /** Whether sales of this day can still come into a close of the branch. */
  return (branchKey: string, date: string): boolean => {
    let isOpen = known.get(branchKey);
    if (!isOpen) {
      const last = lastClosed(journal, branchKey)?.business_date ?? null;
      const reopened = new Set(reopenedDays(journal, branchKey).map((one) => one.business_date));
      isOpen = (day) => last === null || day > last || reopened.has(day);
      known.set(branchKey, isOpen);
    }
    return isOpen(date);
  };
}

/** `byFirstRead` false: a person set the day from which is compared, and everything from it is. */
export function createSaleStands(source: Database, byFirstRead: boolean): (item: MatchItem) => SaleStand {
  const journal = source as unknown as ReadableDb;
  const firstReads = new Map(
    (source.prepare(FIRST_READS).all() as { terminalId: string; atMs: number }[]).map((one) => [
      one.terminalId,
      one.atMs,
    ]),
  );
  const branches = new Map(
    (
      source.prepare(TERMINALS).all() as {
        terminalId: string;
        branchId: string | null;
        branchName: string | null;
      }[]
    ).map((one): [string, Branch] => [
      one.terminalId,
      { branchKey: branchKeyOf(one), branchName: one.branchName },
    ]),
  );
  const unclosed = new Map(
    (source.prepare(UNCLOSED).all() as { orderId: string; atMs: number }[]).map((one) => [
      one.orderId,
      one.atMs,
    ]),
  );
  const sold = source.prepare(SOLD).pluck();
  const isOpenDay = createDays(journal);
  return (item) => {
    const { terminalId, orderId, itemId } = item;
    const seenAtMs = orderId === null ? undefined : unclosed.get(orderId);
    const soldAtMs = (sold.get(itemId) as number | null | undefined) ?? null;
    const firstRead = terminalId === null ? undefined : firstReads.get(terminalId);
    const isEarlier = byFirstRead && soldAtMs !== null && firstRead !== undefined && soldAtMs < firstRead;
    if (isEarlier && seenAtMs === undefined) return { beforeFirstRead: true, waitsFor: null };
    const branch = terminalId === null ? undefined : branches.get(terminalId);
    // Without its time, and never seen here, nobody knows of which day it is.
    const atMs = soldAtMs ?? seenAtMs;
    if (!branch || atMs === undefined) return { beforeFirstRead: false, waitsFor: null };
    const date = businessDateOf(atMs, settingsOf(journal, branch.branchKey));
    const waits = seenAtMs !== undefined || isOpenDay(branch.branchKey, date);
    return { beforeFirstRead: false, waitsFor: waits ? { kind: 'close', ...branch, date } : null };
  };
}
