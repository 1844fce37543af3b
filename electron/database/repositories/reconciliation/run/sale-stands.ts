/** Settled sales that no close has: whether it could have one of them, and whether a close of it is still to come. */
import type { Database } from 'better-sqlite3';
import { branchKeyOf } from '#shared/domain/closing.ts';
import type { MatchItem, SaleStand } from '#shared/domain/matching/index.ts';
import { businessDateOf } from '#shared/time/business-date.ts';
import type { ReadableDb } from '../../../db.ts';
import { hasOthers } from '../../closing/has-others.ts';
import { otherDayOf } from '../../closing/other-closes.ts';
import { settingsOf } from '../../closing/records.ts';
import { soldAtSql } from '../../settled-compact.ts';
import { onceAnItem } from '../once-an-item.ts';
import { createClosesToCome } from './closes-to-come.ts';

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
const unclosedSql = (alsoNot: string) =>
  `SELECT p.merchant_order_id AS orderId, MIN(p.first_seen_at_ms) AS atMs FROM main.pos_transaction AS p WHERE p.merchant_order_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM journal.closing_row AS r WHERE r.row_id = p.row_id AND r.standing = 1) ${alsoNot} GROUP BY p.merchant_order_id`;
const UNCLOSED = unclosedSql('');
const UNCLOSED_ANYWHERE = unclosedSql(
  'AND NOT EXISTS (SELECT 1 FROM main.other_row AS o WHERE o.row_id = p.row_id AND o.standing = 1)',
);

/** The same two of closes of other PCs, and the branch that a terminal had in them. */
const FIRST_IN_OTHERS = `SELECT terminal_id AS terminalId, MIN(first_seen_at_ms) AS atMs FROM main.other_row GROUP BY terminal_id`;
const TERMINALS_OF_OTHERS = `SELECT t.terminal_id AS terminalId, c.branch_key AS branchKey, c.branch_name AS branchName, MAX(c.business_date) AS lastOn
  FROM main.other_terminal AS t JOIN main.other_close AS c USING (closing_id) GROUP BY t.terminal_id`;

const SOLD = `SELECT ${soldAtSql('value')} FROM main.settled WHERE transaction_id = ?`;

function firstReadsOf(source: Database, others: boolean): ReadonlyMap<string, number> {
  type First = { terminalId: string; atMs: number };
  const reads = source.prepare(FIRST_READS).all() as First[];
  if (others) reads.push(...(source.prepare(FIRST_IN_OTHERS).all() as First[]));
  const first = new Map<string, number>();
  for (const { terminalId, atMs } of reads)
    first.set(terminalId, Math.min(first.get(terminalId) ?? atMs, atMs));
  return first;
}

/** A list of terminals says it, else the last close of another PC that has it. */
function branchesOfTerminals(source: Database, others: boolean): ReadonlyMap<string, Branch> {
  type Listed = { terminalId: string; branchId: string | null; branchName: string | null };
  const listed = source.prepare(TERMINALS).all() as Listed[];
  const branches = new Map(
    listed.map((one): [string, Branch] => [
      one.terminalId,
      { branchKey: branchKeyOf(one), branchName: one.branchName },
    ]),
  );
  if (!others) return branches;
  const told = source.prepare(TERMINALS_OF_OTHERS).all() as (Branch & { terminalId: string })[];
  for (const { terminalId, branchKey, branchName } of told)
    if (!branches.has(terminalId)) branches.set(terminalId, { branchKey, branchName });
  return branches;
}

/** `byFirstRead` false: a person set the day from which is compared, and everything from it is. */
export function createSaleStands(source: Database, byFirstRead: boolean): (item: MatchItem) => SaleStand {
  const journal = source as unknown as ReadableDb;
  const others = hasOthers(journal);
  const firstReads = firstReadsOf(source, others);
  const branches = branchesOfTerminals(source, others);
  const unclosed = new Map(
    (source.prepare(others ? UNCLOSED_ANYWHERE : UNCLOSED).all() as { orderId: string; atMs: number }[]).map(
      (one) => [one.orderId, one.atMs],
    ),
  );
  const sold = source.prepare(SOLD).pluck();
  const closesToCome = createClosesToCome(source, others);
  const dayOf = (branchKey: string) =>
    (others ? otherDayOf(journal, branchKey) : null) ?? settingsOf(journal, branchKey);
  // The rules ask twice of most: whether it waits, and whether it was before.
  return onceAnItem((item): SaleStand => {
    const { terminalId, orderId, itemId } = item;
    const seenAtMs = orderId === null ? undefined : unclosed.get(orderId);
    const soldAtMs = (sold.get(itemId) as number | null | undefined) ?? null;
    const firstRead = terminalId === null ? undefined : firstReads.get(terminalId);
    const isEarlier = byFirstRead && soldAtMs !== null && firstRead !== undefined && soldAtMs < firstRead;
    if (isEarlier && seenAtMs === undefined) return { beforeFirstRead: true, waitsFor: null };
    const branch = terminalId === null ? undefined : branches.get(terminalId);
    // Without its time, and never seen here, nobody knows of which day it is.
    const atMs = soldAtMs ?? seenAtMs;
    if (!branch || terminalId === null || atMs === undefined)
      return { beforeFirstRead: false, waitsFor: null };
    const { branchKey, branchName } = branch;
    const sale = { terminalId, branchKey, date: businessDateOf(atMs, dayOf(branchKey)) };
    const toCome = soldAtMs === null ? null : closesToCome.dayToCome(sale, soldAtMs);
    const date = toCome ?? closesToCome.dayFor(sale);
    const waits = seenAtMs !== undefined || toCome !== null;
    return {
      beforeFirstRead: false,
      waitsFor: waits ? { kind: 'close', branchKey, branchName, date } : null,
    };
  });
}
