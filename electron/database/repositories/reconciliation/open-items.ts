/** What is in no match: what is expected or was there before we began, and both sides for a match by hand. */
import { z } from 'zod';
import {
  waitsForSchema,
  type MatchCandidate,
  type ReconcileException,
  type ReconcileItem,
} from '#shared/contract/reconciliation-items.ts';
import {
  bookedKinds,
  restReasons,
  type Comparison,
  type RestReason,
  type Side,
} from '#shared/domain/reconciliation.ts';
import { sizeOf, type Money } from '#shared/money/money.ts';
import { searchText } from '#shared/text/digits.ts';
import type { BusinessDays } from '#shared/time/business-days.ts';
import type { ReadableDb } from '../../db.ts';
import type { Current } from './current.ts';
import { decodeItem } from './stored.ts';

const rowSchema = z.object({
  side: z.enum(['ours', 'theirs']),
  item_id: z.string(),
  key: z.string().nullable(),
  reason: z.enum(restReasons).nullable(),
  expected_by: z.string().nullable(),
  waits_for: z.string().nullable(),
  date: z.string(),
  far: z.bigint().default(0n),
  value: z.string(),
});
const COLUMNS = 'o.side, o.item_id, o.key, o.reason, o.expected_by, o.waits_for, o.date, o.value';
/** Whoever matched it by hand since the run took it out of here. */
const NOT_MATCHED = `NOT EXISTS (SELECT 1 FROM journal.manual_match_member AS i
  WHERE i.comparison = o.comparison AND i.side = o.side AND i.item_id = o.item_id AND i.standing = 1)`;
const textArgs = (text: string) => (text.trim() === '' ? {} : { text: searchText(text) });
const textPart = (text: string) => (text.trim() === '' ? '' : ' AND instr(o.search, @text) > 0');

export type ExpectedQuery = {
  readonly comparison: Comparison;
  readonly reason: RestReason | null;
  readonly text: string;
  readonly after: { readonly date: string; readonly side: string; readonly itemId: string } | null;
};

const RESTING = [...bookedKinds, 'before-start'].map((reason) => `'${reason}'`).join(', ');

/** Oldest first; exported so that a test can read its plan. */
export function expectedPageSql({ comparison, reason, text, after }: ExpectedQuery, run: number) {
  const parts = [
    // Items from before we began, and lines that settle nothing, wait for nothing.
    reason === null ? ` AND o.reason NOT IN (${RESTING})` : ' AND o.reason = @reason',
    textPart(text),
    after ? ' AND (o.date, o.side, o.item_id) > (@date, @side, @itemId)' : '',
  ];
  return {
    sql: `SELECT ${COLUMNS} FROM open_item AS o WHERE o.run = @run AND o.comparison = @comparison AND o.reason IS NOT NULL
      AND ${NOT_MATCHED}${parts.join('')} ORDER BY o.date, o.side, o.item_id LIMIT @limit`,
    args: { run, comparison, ...(reason !== null && { reason }), ...textArgs(text), ...after },
  };
}

/** `last` is the last row of the page if more rows follow it. */
function pageOfRows(results: ReadableDb, { sql, args }: { sql: string; args: object }, limit: number) {
  const found = results
    .prepare(sql)
    .safeIntegers()
    .all({ ...args, limit: limit + 1 })
    .map((row) => rowSchema.parse(row));
  const shown = found.slice(0, limit);
  return { shown, last: found.length > limit ? shown.at(-1) : undefined };
}

export function expectedPage(
  results: ReadableDb,
  query: ExpectedQuery & { limit: number },
  { run }: Current,
) {
  const { shown, last } = pageOfRows(results, expectedPageSql(query, run), query.limit);
  return {
    rows: shown.flatMap(({ value, reason, expected_by: expectedBy, waits_for }) => {
      const waitsFor = waits_for === null ? null : waitsForSchema.parse(JSON.parse(waits_for));
      return reason === null ? [] : [{ item: decodeItem(value), reason, expectedBy, waitsFor }];
    }),
    next: last ? { date: last.date, side: last.side, itemId: last.item_id } : null,
  };
}

export type UnmatchedQuery = {
  readonly comparison: Comparison;
  readonly side: Side;
  readonly text: string;
  readonly near: Money | null;
  /** `far`: how far the amount of the last one was from `near`. */
  readonly after: { readonly date: string; readonly far: bigint; readonly itemId: string } | null;
};

const THOSE = `FROM open_item AS o WHERE o.run = @run AND o.comparison = @comparison AND o.side = @side AND ${NOT_MATCHED}`;

/** Nearest to an amount first, or oldest; exported so that a test can read its plan. */
export function unmatchedPageSql({ comparison, side, text, near, after }: UnmatchedQuery, run: number) {
  const args = { run, comparison, side, ...textArgs(text) };
  if (near === null) {
    const from = after ? ' AND (o.date, o.item_id) > (@date, @itemId)' : '';
    return {
      sql: `SELECT ${COLUMNS} ${THOSE}${textPart(text)}${from} ORDER BY o.date, o.item_id LIMIT @limit`,
      args: { ...args, ...(after && { date: after.date, itemId: after.itemId }) },
    };
  }
  const from = after ? ' AND (ABS(o.minor - @near), o.item_id) > (@far, @itemId)' : '';
  const half = (reach: string, direction: 'ASC' | 'DESC') =>
    `SELECT * FROM (SELECT ${COLUMNS}, ABS(o.minor - @near) AS far ${THOSE} AND o.currency = @currency AND o.minor ${reach} @near
      ${textPart(text)}${from} ORDER BY o.minor ${direction}, o.item_id LIMIT @limit)`;
  return {
    sql: `SELECT * FROM (${half('>=', 'ASC')} UNION ALL ${half('<', 'DESC')}) ORDER BY far, item_id LIMIT @limit`,
    args: {
      ...args,
      near: near.minor,
      currency: near.currency,
      ...(after && { far: after.far, itemId: after.itemId }),
    },
  };
}

export function unmatchedPage(
  results: ReadableDb,
  query: UnmatchedQuery & { limit: number },
  { run }: Current,
) {
  const { shown, last } = pageOfRows(results, unmatchedPageSql(query, run), query.limit);
  return {
    rows: shown.map(({ value, key }) => ({ item: decodeItem(value), exceptionKey: key })),
    next: last ? { date: last.date, far: last.far, itemId: last.item_id } : null,
  };
}

const MOST_CANDIDATES = 20;
/** A fee of a transfer, for instance: what differs by less than this part of the amount is almost the same. */
const ALMOST = 1_000n;
/** Days end at other hours at a bank. */
const EARLIEST_AT_BANK = -1;
type UsualDays = { readonly days: BusinessDays; readonly settlementDays: number };

function isAlmost(a: ReconcileItem, b: ReconcileItem, { days, settlementDays }: UsualDays): boolean {
  if (a.date === null || b.date === null || a.amount.currency !== b.amount.currency) return false;
  const [ours, theirs] = a.side === 'ours' ? [a, b] : [b, a];
  const apart = days.between(ours.date ?? '', theirs.date ?? '');
  const isInTime = apart >= EARLIEST_AT_BANK && apart <= settlementDays;
  return isInTime && sizeOf(a.amount.minor - b.amount.minor) * ALMOST <= sizeOf(ours.amount.minor);
}

/** The only payout of almost this amount for a line, if this line is the only one for that payout; the same the other way. */
function onlyNear(
  results: ReadableDb,
  seen: ReconcileItem,
  candidates: readonly MatchCandidate[],
  current: Current,
  usual: UsualDays,
): string | null {
  const near = candidates.filter(({ item }) => item.side !== seen.side && isAlmost(item, seen, usual));
  const [only] = near;
  if (!only || near.length > 1) return null;
  const { item } = only;
  const back = { comparison: 'bank', side: seen.side, text: '', near: item.amount, after: null } as const;
  const rivals = unmatchedPage(results, { ...back, limit: MOST_CANDIDATES }, current).rows.filter((row) =>
    isAlmost(row.item, item, usual),
  );
  return rivals.length === 1 && rivals[0]?.item.itemId === seen.itemId ? item.itemId : null;
}

/** Candidates from the side that is missing, or from both if amounts differ: nearest amounts first, then nearest days. */
export function candidatesOf(
  results: ReadableDb,
  { key, comparison, ours, theirs }: ReconcileException,
  current: Current,
  usual: UsualDays,
): MatchCandidate[] {
  const own = ours ?? theirs[0];
  if (!own) return [];
  const sides: Side[] = ours === null ? ['ours'] : theirs.length === 0 ? ['theirs'] : ['ours', 'theirs'];
  const candidates = sides.flatMap((side) => {
    const seen = side === 'theirs' ? own : (theirs[0] ?? own);
    const query = { comparison, side, text: '', near: seen.amount, after: null, limit: MOST_CANDIDATES };
    return unmatchedPage(results, query, current)
      .rows.filter(({ exceptionKey }) => exceptionKey !== key)
      .map(({ item }) => candidateOf(item, seen, usual.days));
  });
  const sorted = candidates.sort(nearer).slice(0, MOST_CANDIDATES);
  // With both sides there, or several lines, it is more than one against one.
  if (comparison !== 'bank' || (ours ? 1 : 0) + theirs.length !== 1) return sorted;
  const only = onlyNear(results, own, sorted, current, usual);
  return sorted.map((one) => ({ ...one, isOnlyNear: one.item.itemId === only }));
}

function candidateOf(item: ReconcileItem, seen: ReconcileItem, days: BusinessDays): MatchCandidate {
  const { minor } = item.amount;
  const difference = item.side === 'theirs' ? minor - seen.amount.minor : seen.amount.minor - minor;
  const same: [MatchCandidate['same'][number], boolean][] = [
    ['order-id', item.orderId !== null && item.orderId === seen.orderId],
    ['reference', item.reference !== null && item.reference === seen.reference],
    ['amount', difference === 0n],
    ['date', item.date !== null && item.date === seen.date],
    ['branch', item.branchName !== null && item.branchName === seen.branchName],
    ['terminal', item.terminalId !== null && item.terminalId === seen.terminalId],
  ];
  return {
    item,
    difference: { minor: difference, currency: item.amount.currency },
    daysApart: item.date === null || seen.date === null ? null : Math.abs(days.between(item.date, seen.date)),
    same: same.filter(([, isSame]) => isSame).map(([name]) => name),
    isOnlyNear: false,
  };
}

const offBy = ({ difference }: MatchCandidate) => sizeOf(difference.minor);
function nearer(a: MatchCandidate, b: MatchCandidate): number {
  if (offBy(a) !== offBy(b)) return offBy(a) < offBy(b) ? -1 : 1;
  return (a.daysApart ?? 9_999) - (b.daysApart ?? 9_999) || (a.item.itemId < b.item.itemId ? -1 : 1);
}
