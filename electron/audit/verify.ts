/**
 * Verification of a whole record: the entries, the operation events they cover, and the anchor. Pure.
 *
 * The events of operations have a chain of their own since the first version. Instead of writing each of them twice, every
 * entry carries count and head of that chain, read in the entry's own transaction, and so does the anchor: one hash fixes
 * every event before it. An event that is changed, also with everything after it hashed again, does not fit the first entry
 * written after it; one written after the last entry does not fit the anchor. Nothing on the way of a movement gets slower.
 */
import { eventHash } from '../database/repositories/journal/chain.ts';
import type { Anchor } from './anchor.ts';
import { entryHash, type AuditEntry } from './entry.ts';
import { walkChain, type Break, type ChainProblem, type Link } from './walk-chain.ts';

/** An operation event as stored. */
export type EventLink = Link & {
  readonly opId: string;
  readonly atMs: number;
  readonly code: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly params: string;
};

/** `in`: whether the entry or the event with the number `at` does not fit. */
export type Verdict =
  | { readonly ok: true; readonly count: number; readonly head: string; readonly events: number }
  | {
      readonly ok: false;
      readonly in: 'entries' | 'events';
      readonly at: number;
      readonly problem: ChainProblem;
    };

export type RecordToVerify = {
  readonly entries: Iterable<AuditEntry>;
  readonly events: Iterable<EventLink>;
  /** What the keychain, or an export's first line, says of the record; null where there is none. */
  readonly anchor: Anchor | null;
  /** The profile it should belong to; null where that is not known. */
  readonly owner: string | null;
};

const at = (where: 'entries' | 'events', { at: seq, problem }: Omit<Break, 'ok'>): Verdict => ({
  ok: false,
  in: where,
  at: seq,
  problem,
});

/** The record may be longer than the anchor says (a crash came before the next anchor), never shorter or another one. */
export function verifyRecord({ entries, events, anchor, owner }: RecordToVerify): Verdict {
  const marks: { count: number; head: string }[] = [];
  let atAnchor = '';
  const record = walkChain(entries, entryHash, (entry): Break | null => {
    const { seq, hash, target, eventCount, eventHead } = entry;
    // Checked with the first entry, so that another profile's file is not called "cut" because it is shorter.
    if (
      seq === 1 &&
      ((owner !== null && target !== owner) || (anchor && anchor.count > 0 && anchor.first !== hash))
    )
      return { ok: false, at: 1, problem: 'swapped' };
    if (seq === anchor?.count) atAnchor = hash;
    const last = marks.at(-1);
    if (last?.count !== eventCount || last.head !== eventHead)
      marks.push({ count: eventCount, head: eventHead });
    return null;
  });
  if (!record.ok) return at('entries', record);
  if (anchor && record.count < anchor.count) return at('entries', { at: record.count + 1, problem: 'cut' });
  // Somewhere up to here: everything from the changed one on was hashed again.
  if (anchor && anchor.count > 0 && atAnchor !== anchor.head)
    return at('entries', { at: anchor.count, problem: 'changed' });

  if (anchor) marks.push({ count: anchor.eventCount, head: anchor.eventHead });
  const found = verifyEvents(events, marks);
  return found.ok ? { ok: true, count: record.count, head: record.head, events: found.count } : found.verdict;
}

function verifyEvents(
  events: Iterable<EventLink>,
  marks: readonly { count: number; head: string }[],
): { ok: true; count: number } | { ok: false; verdict: Verdict } {
  const wanted = new Map<number, Set<string>>();
  for (const { count, head } of marks) wanted.set(count, (wanted.get(count) ?? new Set()).add(head));
  const fits = (seq: number, hash: string) => [...(wanted.get(seq) ?? [])].every((head) => head === hash);
  const chain = walkChain(events, eventHash, ({ seq, hash }) =>
    fits(seq, hash) ? null : { ok: false, at: seq, problem: 'changed' },
  );
  if (!chain.ok) return { ok: false, verdict: at('events', chain) };
  if (!fits(0, '')) return { ok: false, verdict: at('events', { at: 1, problem: 'changed' }) };
  const least = marks.reduce((most, { count }) => Math.max(most, count), 0);
  if (chain.count < least)
    return { ok: false, verdict: at('events', { at: chain.count + 1, problem: 'cut' }) };
  return { ok: true, count: chain.count };
}
