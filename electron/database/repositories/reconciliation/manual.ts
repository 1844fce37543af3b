/** Matches that people make by hand, and take back; each act with its entry of the audit record, in one transaction. */
import type { ReconcileMatch } from '#shared/contract/reconciliation-items.ts';
import { comparisons, type Comparison, type Side } from '#shared/domain/reconciliation.ts';
import { isPaidAlone, type MatchItem } from '#shared/domain/matching/index.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import { z } from 'zod';
import type { ReadableDb, ReadableFiles, WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';
import { findItems } from './lookup.ts';
import { viewOf } from './stored.ts';

const matchRowSchema = z.object({
  match_id: z.string(),
  comparison: z.enum(comparisons),
  currency: z.string(),
  difference_minor: z.bigint(),
  remark: z.string(),
  by: z.string(),
  at_ms: z.bigint().transform(Number),
});
const STANDING = `EXISTS (SELECT 1 FROM manual_match_member AS i WHERE i.match_id = m.match_id AND i.standing = 1)`;

const membersOf = (journal: ReadableDb, matchId: string) =>
  journal
    .prepare<{ side: Side; item_id: string }>(
      'SELECT side, item_id FROM manual_match_member WHERE match_id = ? ORDER BY side, item_id',
    )
    .all(matchId);

function view(files: ReadableFiles, row: unknown, timeZone: string): ReconcileMatch {
  const r = matchRowSchema.parse(row);
  const members = membersOf(files.journal, r.match_id);
  const of = (side: Side) => {
    const ids = members.filter((member) => member.side === side).map(({ item_id }) => item_id);
    const found = findItems(files, r.comparison, side, ids, timeZone);
    return ids.flatMap((id) => {
      const item = found.get(id);
      return item ? [viewOf(item)] : [];
    });
  };
  return {
    matchId: r.match_id,
    comparison: r.comparison,
    rule: 'manual',
    grouping: null,
    ours: of('ours'),
    theirs: of('theirs'),
    difference: { minor: r.difference_minor, currency: r.currency },
    manual: { by: r.by, atMs: r.at_ms, remark: r.remark },
  };
}

/** The manual matches that stand, newest first. */
export function manualPage(
  files: ReadableFiles,
  input: {
    comparison: Comparison;
    after: { atMs: number; matchId: string } | null;
    limit: number;
    timeZone: string;
  },
): ReconcileMatch[] {
  const { comparison, after, limit, timeZone } = input;
  return files.journal
    .prepare(
      `SELECT m.* FROM manual_match AS m WHERE m.comparison = ? AND (? IS NULL OR (m.at_ms, m.match_id) < (?, ?)) AND ${STANDING}
       ORDER BY m.at_ms DESC, m.match_id DESC LIMIT ?`,
    )
    .safeIntegers()
    .all(comparison, after?.atMs ?? null, after?.atMs ?? 0, after?.matchId ?? '', limit)
    .map((row) => view(files, row, timeZone));
}

export function manualMatch(files: ReadableFiles, matchId: string, timeZone: string): ReconcileMatch | null {
  const row = files.journal
    .prepare('SELECT * FROM manual_match WHERE match_id = ?')
    .safeIntegers()
    .get(matchId);
  return row === undefined ? null : view(files, row, timeZone);
}

export type MatchInput = By & {
  matchId: string;
  comparison: Comparison;
  ours: string[];
  theirs: string[];
  difference: Money;
  remark: string;
  timeZone: string;
};
type MatchRefusal =
  | { code: 'item-gone' | 'item-matched'; itemId: string }
  | { code: 'currencies-differ' }
  | { code: 'early-with-others'; requestId: string }
  | { code: 'difference-changed'; difference: string };

type Writing = { journal: WritableDb } & Omit<ReadableFiles, 'journal'>;

/** Null: all of them are kept. Nothing is kept if one of them is refused. */
export function makeMatches(files: Writing, inputs: readonly MatchInput[]): MatchRefusal | null {
  const readable: ReadableFiles = files;
  const seen = new Set<string>();
  const checked: { input: MatchInput; members: MatchItem[] }[] = [];
  for (const input of inputs) {
    const members = membersFor(readable, input);
    if (!Array.isArray(members)) return members;
    for (const { side, itemId } of members) {
      if (seen.has(`${side} ${itemId}`)) return { code: 'item-matched', itemId };
      seen.add(`${side} ${itemId}`);
    }
    checked.push({ input, members });
  }
  for (const { input, members } of checked) keepMatch(files.journal, input, members);
  return null;
}

/** Its items as they are now. Everything is looked at again here, in the transaction that keeps the match. */
function membersFor(readable: ReadableFiles, input: MatchInput): MatchItem[] | MatchRefusal {
  const { comparison, difference, timeZone } = input;
  const { journal } = readable;
  const matched = journal.prepare(
    'SELECT 1 FROM manual_match_member WHERE comparison = ? AND side = ? AND item_id = ? AND standing = 1',
  );
  const members: MatchItem[] = [];
  for (const side of ['ours', 'theirs'] as const) {
    const ids = [...new Set(input[side])];
    const found = findItems(readable, comparison, side, ids, timeZone);
    for (const itemId of ids) {
      const item = found.get(itemId);
      if (!item) return { code: 'item-gone', itemId };
      if (matched.get(comparison, side, itemId)) return { code: 'item-matched', itemId };
      members.push(item);
    }
  }
  if (members.some(({ amount }) => amount.currency !== difference.currency))
    return { code: 'currencies-differ' };
  const ours = members.filter(({ side }) => side === 'ours');
  const early = ours.find(isPaidAlone);
  // A line of the statement is the deposit of one bridge, and none is of an early payout and something else.
  if (early && ours.length > 1)
    return { code: 'early-with-others', requestId: early.reference ?? early.itemId };
  const minor = members.reduce(
    (sum, { side, amount }) => (side === 'theirs' ? sum + amount.minor : sum - amount.minor),
    0n,
  );
  const now = { minor, currency: difference.currency };
  if (minor !== difference.minor)
    return { code: 'difference-changed', difference: `${now.currency} ${toDecimal(now)}` };
  return members;
}

function keepMatch(journal: WritableDb, input: MatchInput, members: readonly MatchItem[]): void {
  const { matchId, comparison, difference, remark, by, atMs } = input;
  journal
    .prepare(
      'INSERT INTO manual_match (match_id, comparison, currency, difference_minor, remark, by, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(matchId, comparison, difference.currency, difference.minor, remark, by, atMs);
  const insert = journal.prepare(
    'INSERT INTO manual_match_member (match_id, comparison, side, item_id, amount_minor, standing) VALUES (?, ?, ?, ?, ?, 1)',
  );
  for (const { side, itemId, amount } of members) insert.run(matchId, comparison, side, itemId, amount.minor);
  const idsOf = (side: Side) => members.filter((one) => one.side === side).map(({ itemId }) => itemId);
  recordAct(journal, input, 'reconciliation.matched', matchId, {
    comparison,
    ours: idsOf('ours'),
    theirs: idsOf('theirs'),
    difference: toDecimal(difference),
    currency: difference.currency,
    remark,
  });
}

/** False if there is no such match, or it is taken back already. */
export function takeMatchBack(journal: WritableDb, input: By & { matchId: string; reason: string }): boolean {
  const { matchId, reason, by, atMs } = input;
  if (!journal.prepare(`SELECT 1 FROM manual_match AS m WHERE m.match_id = ? AND ${STANDING}`).get(matchId))
    return false;
  journal
    .prepare('INSERT INTO manual_match_taken_back (match_id, reason, by, at_ms) VALUES (?, ?, ?, ?)')
    .run(matchId, reason, by, atMs);
  recordAct(journal, input, 'reconciliation.unmatched', matchId, { reason });
  return true;
}
