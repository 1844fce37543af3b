/** Stores what a run found, beside the result that stands; the last step puts it in its place, in one transaction. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  exceptionKey,
  type Comparison,
  type RestReason,
  type WaitsFor,
} from '#shared/domain/reconciliation.ts';
import type { FoundException, FoundMatch, Matched, MatchItem } from '#shared/domain/matching/index.ts';
import { sumOf } from '#shared/domain/matching/items.ts';
import { sizeOf } from '#shared/money/money.ts';
import {
  encodeItem,
  encodeItems,
  searchOf,
  storedSummarySchema,
  versionOf,
  type Basis,
  type StoredSummary,
} from '../stored.ts';
import type { UsualFees } from './fees.ts';
import type { RunWatch } from './watch.ts';

const AT_ONCE = 5_000;
const earliest = (items: readonly MatchItem[]): string =>
  items
    .map(({ date }) => date ?? '')
    .filter((date) => date !== '')
    .sort()[0] ?? '';

export const keyOf = (comparison: Comparison, { type, ours, theirs }: FoundException): string => {
  const named = ours ?? theirs[0];
  if (!named) throw new Error('an exception has an item');
  return exceptionKey(comparison, named.side, type, named.itemId);
};
/** The older one's. */
export const dateOf = ({ ours, theirs }: FoundException): string =>
  earliest([...(ours ? [ours] : []), ...theirs]);

function sizeOfException({ type, ours, theirs }: FoundException): bigint {
  const [a, b] = [ours?.amount.minor ?? 0n, sumOf(theirs)];
  // Nothing differs there: what is large is the sale, or the fee is.
  if (type === 'currency' || type === 'late' || type === 'fee-unexpected') return sizeOf(ours ? a : b);
  return sizeOf(b - a);
}

/** Why an item in no match is no exception. */
type Rest = {
  readonly reason: RestReason;
  readonly expectedBy: string | null;
  readonly waitsFor: WaitsFor | null;
};

export type Storing = ReturnType<typeof createStoring>;

/** A run that was cut off leaves rows that no result has: they are cleared when the next one begins. */
export function createStoring(results: Database, startedAtMs: number, basis: Basis, watch: RunWatch) {
  clear(results);
  const { lastInsertRowid } = results
    .prepare('INSERT INTO result (started_at_ms, basis) VALUES (?, ?)')
    .run(startedAtMs, JSON.stringify(basis));
  const run = Number(lastInsertRowid);
  let number = 0;

  const putItem = results.prepare(
    'INSERT INTO open_item (run, comparison, side, item_id, key, reason, expected_by, date, minor, currency, search, value, waits_for) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const openItem = (comparison: Comparison, item: MatchItem, key: string | null, rest: Rest | null) =>
    putItem.run(
      run,
      comparison,
      item.side,
      item.itemId,
      key,
      rest?.reason ?? null,
      rest?.expectedBy ?? null,
      item.date ?? '',
      item.amount.minor,
      item.amount.currency,
      searchOf([item]),
      encodeItem(item),
      rest?.waitsFor ? JSON.stringify(rest.waitsFor) : null,
    );
  const putException = results.prepare(
    `INSERT INTO exception (run, key, comparison, type, date, size_minor, ours_minor, ours_currency, theirs_minor, theirs_currency, theirs_count, version, branch, search, usual_share, fee_minor, ours, theirs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  function exception(comparison: Comparison, found: FoundException, fees: UsualFees | null): void {
    const { ours, theirs, type } = found;
    const members = [...(ours ? [ours] : []), ...theirs];
    const key = keyOf(comparison, found);
    const fee = type === 'fee-unexpected' ? (theirs[0]?.fee ?? null) : null;
    putException.run(
      run,
      key,
      comparison,
      type,
      dateOf(found),
      sizeOfException(found),
      ours?.amount.minor ?? null,
      ours?.amount.currency ?? null,
      theirs.length > 0 ? sumOf(theirs) : null,
      theirs[0]?.amount.currency ?? null,
      theirs.length,
      versionOf(found),
      members.find(({ branchName }) => branchName !== null)?.branchName ?? '',
      searchOf(members),
      fee && (fees?.shareOf(fee.method) ?? null),
      fee && fee.minor,
      ours && encodeItem(ours),
      encodeItems(theirs),
    );
    for (const item of members) openItem(comparison, item, key, null);
  }
  const putMatch = results.prepare(
    'INSERT INTO found_match (run, number, comparison, rule, grouping, currency, difference_minor, search, ours, theirs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  function match(comparison: Comparison, { rule, grouping, ours, theirs }: FoundMatch): void {
    // Those of people are in the journal.
    if (rule === 'manual') return;
    const members = [...ours, ...theirs];
    putMatch.run(
      run,
      (number += 1),
      comparison,
      rule,
      grouping,
      members[0]?.amount.currency ?? '',
      theirs.length === 0 ? 0n : sumOf(theirs) - sumOf(ours),
      searchOf(members),
      encodeItems(ours),
      encodeItems(theirs),
    );
  }
  function inParts<T>(items: readonly T[], put: (item: T) => void): void {
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const part = items.slice(at, at + AT_ONCE);
      results.transaction(() => part.forEach(put)).immediate();
      watch.did(part.length);
    }
  }

  return {
    put(
      comparison: Comparison,
      { matches, exceptions, expected, before }: Matched,
      theirs: readonly MatchItem[],
      fees: UsualFees | null,
    ): void {
      const isPlain = createIsPlain(theirs);
      inParts(exceptions, (one) => exception(comparison, one, fees));
      inParts(expected, (one) => void openItem(comparison, one.item, null, one));
      inParts(
        before,
        (item) =>
          void openItem(comparison, item, null, { reason: 'before-start', expectedBy: null, waitsFor: null }),
      );
      inParts(
        matches.filter((one) => !isPlain(one)),
        (one) => match(comparison, one),
      );
    },
    /** From here on it is the result. */
    finish(summaries: readonly StoredSummary[], endedAtMs: number): void {
      const summary = JSON.stringify(z.encode(z.array(storedSummarySchema), [...summaries]));
      results
        .transaction(() => {
          results
            .prepare('UPDATE result SET ended_at_ms = ?, summary = ? WHERE run = ?')
            .run(endedAtMs, summary, run);
          results.prepare('INSERT OR REPLACE INTO current (only_one, run) VALUES (1, ?)').run(run);
        })
        .immediate();
      clear(results);
    },
  };
}

/** Exact pairs that the rules met while they looked at something else: the page of exact pairs finds them by itself. */
function createIsPlain(theirs: readonly MatchItem[]): (match: FoundMatch) => boolean {
  const counts = new Map<string | null, number>();
  for (const { orderId } of theirs) counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
  return ({ rule, ours: [one], theirs: [other] }) =>
    rule === 'order-id' &&
    one?.action === 'sale' &&
    one.amount.minor === other?.amount.minor &&
    counts.get(other.orderId) === 1;
}

/** Rows of every run but the one that stands. */
function clear(results: Database): void {
  const standing = results.prepare('SELECT run FROM current').pluck().get() ?? -1;
  for (const table of ['exception', 'open_item', 'found_match', 'result'])
    results.prepare(`DELETE FROM ${table} WHERE run <> ?`).run(standing);
}
