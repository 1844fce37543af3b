/** Stores the findings of a run beside the standing result. The last step replaces that result, in one transaction. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  exceptionKey,
  type Comparison,
  type RestReason,
  type WaitsFor,
} from '#shared/domain/reconciliation.ts';
import type {
  FoundException,
  FoundMatch,
  Learnt,
  Matched,
  MatchItem,
  Proposal,
} from '#shared/domain/matching/index.ts';
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
import { encodeLearnt } from '../learnt.ts';
import type { UsualFees } from './fees.ts';
import type { RunWatch } from './watch.ts';

const AT_ONCE = 5_000;
const earliest = (items: readonly MatchItem[]): string =>
  items
    .map(({ date }) => date ?? '')
    .filter((date) => date !== '')
    .sort()[0] ?? '';

const keyOf = (comparison: Comparison, { type, ours, theirs }: FoundException): string => {
  const named = ours ?? theirs[0];
  if (!named) throw new Error('an exception has an item');
  return exceptionKey(comparison, named.side, type, named.itemId);
};
/** The date of its oldest item. */
export const dateOf = ({ ours, theirs }: FoundException): string =>
  earliest([...(ours ? [ours] : []), ...theirs]);

function sizeOfException({ type, ours, theirs }: FoundException): bigint {
  const [a, b] = [ours?.amount.minor ?? 0n, sumOf(theirs)];
  // These types have no difference: their size is that of the sale, or of the fee.
  if (type === 'currency' || type === 'late' || type === 'fee-unexpected') return sizeOf(ours ? a : b);
  return sizeOf(b - a);
}

/** The reason why an unmatched item is no exception. */
type Rest = {
  readonly reason: RestReason;
  readonly expectedBy: string | null;
  readonly waitsFor: WaitsFor | null;
};

export type Storing = ReturnType<typeof createStoring>;

type Put = {
  readonly exception: (comparison: Comparison, found: FoundException, fees: UsualFees | null) => void;
  readonly openItem: (comparison: Comparison, item: MatchItem, key: string | null, rest: Rest | null) => void;
  readonly match: (comparison: Comparison, found: FoundMatch) => void;
  readonly proposal: (proposal: Proposal) => void;
  readonly learnt: (learnt: Learnt) => void;
};

/** A run that was cut off leaves rows without a result: they are cleared when the next one begins. */
export function createStoring(results: Database, startedAtMs: number, basis: Basis, watch: RunWatch) {
  clear(results);
  const { lastInsertRowid } = results
    .prepare('INSERT INTO result (started_at_ms, basis) VALUES (?, ?)')
    .run(startedAtMs, JSON.stringify(basis));
  const run = Number(lastInsertRowid);
  const put = createPut(results, run);

  function inParts<T>(items: readonly T[], putOne: (item: T) => void): void {
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const part = items.slice(at, at + AT_ONCE);
      results.transaction(() => part.forEach(putOne)).immediate();
      watch.did(part.length);
    }
  }

  return {
    put(
      comparison: Comparison,
      { matches, exceptions, expected, before, booked, proposals, learnt }: Matched,
      theirs: readonly MatchItem[],
      fees: UsualFees | null,
    ): void {
      const isPlain = createIsPlain(theirs);
      const beforeStart: Rest = { reason: 'before-start', expectedBy: null, waitsFor: null };
      inParts(exceptions, (one) => put.exception(comparison, one, fees));
      inParts(expected, (one) => put.openItem(comparison, one.item, null, one));
      inParts(before, (item) => put.openItem(comparison, item, null, beforeStart));
      inParts(booked, ({ item, kind }) =>
        put.openItem(comparison, item, null, { reason: kind, expectedBy: null, waitsFor: null }),
      );
      inParts(
        matches.filter((one) => !isPlain(one)),
        (one) => put.match(comparison, one),
      );
      inParts(inOrderOfTheList(proposals), put.proposal);
      inParts(learnt, put.learnt);
    },
    /** Makes this run the standing result. */
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

function createPut(results: Database, run: number): Put {
  const openItem = createPutOpenItem(results, run);
  return {
    openItem,
    exception: createPutException(results, run, openItem),
    match: createPutMatch(results, run),
    proposal: createPutProposal(results, run),
    learnt: createPutLearnt(results, run),
  };
}

function createPutOpenItem(results: Database, run: number): Put['openItem'] {
  const insert = results.prepare(
    'INSERT INTO open_item (run, comparison, side, item_id, key, reason, expected_by, date, minor, currency, search, value, waits_for) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  return (comparison, item, key, rest) =>
    void insert.run(
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
}

function createPutException(results: Database, run: number, openItem: Put['openItem']): Put['exception'] {
  const insert = results.prepare(
    `INSERT INTO exception (run, key, comparison, type, date, size_minor, ours_minor, ours_currency, theirs_minor, theirs_currency, theirs_count, version, branch, search, usual_share, fee_minor, quoted_minor, ours, theirs)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return (comparison, found, fees) => {
    const { ours, theirs, type } = found;
    const members = [...(ours ? [ours] : []), ...theirs];
    const key = keyOf(comparison, found);
    const [charged] = theirs;
    const fee = type === 'fee-unexpected' ? (charged?.fee ?? null) : null;
    insert.run(
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
      fee && charged ? (fees?.quotedFor(charged) ?? null) : null,
      ours && encodeItem(ours),
      encodeItems(theirs),
    );
    for (const item of members) openItem(comparison, item, key, null);
  };
}

function createPutMatch(results: Database, run: number): Put['match'] {
  const insert = results.prepare(
    'INSERT INTO found_match (run, number, comparison, rule, grouping, currency, difference_minor, search, ours, theirs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const line = results.prepare(
    'INSERT OR IGNORE INTO line_match (run, comparison, item_id, number) VALUES (?, ?, ?, ?)',
  );
  let number = 0;
  return (comparison, { rule, grouping, ours, theirs }) => {
    // The journal holds the matches of people.
    if (rule === 'manual') return;
    const members = [...ours, ...theirs];
    insert.run(
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
    for (const { source, itemId } of theirs)
      if (source.kind === 'line') line.run(run, comparison, itemId, number);
  };
}

/** Those that can be accepted together first, the most of them at the head; then by the days of their lines. */
function inOrderOfTheList(proposals: readonly Proposal[]): Proposal[] {
  const counts = new Map<string, number>();
  for (const { alike } of proposals) if (alike !== null) counts.set(alike, (counts.get(alike) ?? 0) + 1);
  const countOf = ({ alike }: Proposal) => (alike === null ? 0 : (counts.get(alike) ?? 0));
  const placeOf = ({ alike, theirs: [line], rank }: Proposal) =>
    [alike ?? '', line?.date ?? '', line?.itemId ?? '', rank].join(' ');
  return [...proposals].sort((a, b) => countOf(b) - countOf(a) || (placeOf(a) < placeOf(b) ? -1 : 1));
}

function createPutProposal(results: Database, run: number): Put['proposal'] {
  const insert = results.prepare(
    'INSERT INTO proposal (run, number, rank, alike, currency, difference_minor, search, grounds, ours, theirs) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  let number = 0;
  return ({ rank, grounds, ours, theirs, alike }) =>
    void insert.run(
      run,
      (number += 1),
      rank,
      alike,
      ours[0]?.amount.currency ?? '',
      sumOf(theirs) - sumOf(ours),
      searchOf([...ours, ...theirs]),
      JSON.stringify(grounds),
      encodeItems(ours),
      encodeItems(theirs),
    );
}

function createPutLearnt(results: Database, run: number): Put['learnt'] {
  const insert = results.prepare('INSERT INTO learnt (run, source_id, value) VALUES (?, ?, ?)');
  return (learnt) => void insert.run(run, learnt.sourceId, encodeLearnt(learnt));
}

/** True for an exact pair that the rules met on the way: the page of exact pairs finds it by itself. */
function createIsPlain(theirs: readonly MatchItem[]): (match: FoundMatch) => boolean {
  const counts = new Map<string | null, number>();
  for (const { orderId } of theirs) counts.set(orderId, (counts.get(orderId) ?? 0) + 1);
  return ({ rule, ours: [one], theirs: [other] }) =>
    rule === 'order-id' &&
    one?.action === 'sale' &&
    one.amount.minor === other?.amount.minor &&
    counts.get(other.orderId) === 1;
}

/** Deletes the rows of every run except the standing one. */
function clear(results: Database): void {
  const standing = results.prepare('SELECT run FROM current').pluck().get() ?? -1;
  for (const table of ['exception', 'open_item', 'found_match', 'line_match', 'proposal', 'learnt', 'result'])
    results.prepare(`DELETE FROM ${table} WHERE run <> ?`).run(standing);
}
