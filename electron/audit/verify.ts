/**
 * Verification of a whole record: the entries, the operation events they cover, and the anchor. Pure.
 *
 * The events of operations have a chain of their own since the first version. Instead of writing each of them twice, every
 * entry carries count and head of that chain, read in the entry's own transaction, and so does the anchor: one hash fixes
 * every event before it. An event that is changed, also with everything after it hashed again, does not fit the first entry
 * written after it; one written after the last entry does not fit the anchor. Nothing on the way of a movement gets slower.
 */
import type { EventLink } from '../database/repositories/journal/chain.ts';
import type { RecordedOperation } from '../database/repositories/journal/record-hash.ts';
import type { Anchor } from './anchor.ts';
import { entryHash, type AuditEntry } from './entry.ts';
import { verifyEvents, type Mark, type OperationsVerified } from './verify-events.ts';
import { walkChain, type Break, type ChainProblem } from './walk-chain.ts';

type Where = 'entries' | 'events' | 'operations';

/** `in`: whether the entry, the event or the operation with the number `at` does not fit. */
export type Verdict =
  | {
      readonly ok: true;
      readonly count: number;
      readonly head: string;
      readonly events: number;
      readonly operations: OperationsVerified;
      /** Entries that do not fit, and that a person took as they are: no other link is forgiven. */
      readonly accepted: readonly number[];
    }
  | { readonly ok: false; readonly in: Where; readonly at: number; readonly problem: ChainProblem };

type RecordToVerify = {
  readonly entries: Iterable<AuditEntry>;
  readonly events: Iterable<EventLink>;
  /** Null if there are only the chains, as in an export. */
  readonly operations: Iterable<RecordedOperation> | null;
  /** The anchor in the keychain or in the first line of an export; null if there is none. */
  readonly anchor: Anchor | null;
  /** The profile it should belong to; null if that is not known. */
  readonly owner: string | null;
};

const at = (where: Where, { at: seq, problem }: Omit<Break, 'ok'>): Verdict => ({
  ok: false,
  in: where,
  at: seq,
  problem,
});

/**
 * The record may be longer than the anchor says (a crash came before the next anchor), never shorter or another one. Where
 * it was closed in order, the anchor says exactly how long it is.
 */
export function verifyRecord({ entries, events, operations, anchor, owner }: RecordToVerify): Verdict {
  const closed = anchor?.open === false;
  const marks: Mark[] = [];
  let lastMark: Mark = { count: -1, head: '' };
  let atAnchor = '';
  const accepted: number[] = [];
  const isAccepted = ({ at: seq }: Break): boolean => {
    const known = anchor?.accepted?.includes(seq) ?? false;
    if (known) accepted.push(seq);
    return known;
  };
  const visit = (entry: AuditEntry): Break | null => {
    const { seq, hash, target, eventCount, eventHead } = entry;
    // Checked with the first entry, so that another profile's file is not called "cut" because it is shorter.
    if (
      seq === 1 &&
      ((owner !== null && target !== owner) || (anchor && anchor.count > 0 && anchor.first !== hash))
    )
      return { ok: false, at: 1, problem: 'swapped' };
    if (seq === anchor?.count) atAnchor = hash;
    if (lastMark.count !== eventCount || lastMark.head !== eventHead)
      marks.push((lastMark = { count: eventCount, head: eventHead }));
    return null;
  };
  const record = walkChain(entries, entryHash, visit, isAccepted);
  if (!record.ok) return at('entries', record);
  if (anchor && record.count < anchor.count) return at('entries', { at: record.count + 1, problem: 'cut' });
  // Somewhere up to here: everything from the changed one on was hashed again.
  if (anchor && anchor.count > 0 && atAnchor !== anchor.head)
    return at('entries', { at: anchor.count, problem: 'changed' });
  if (closed && record.count > anchor.count)
    return at('entries', { at: anchor.count + 1, problem: 'appended' });

  if (anchor) marks.push({ count: anchor.eventCount, head: anchor.eventHead });
  const found = verifyEvents(events, operations, marks);
  if (!found.ok) return found;
  if (closed && found.count > anchor.eventCount)
    return at('events', { at: anchor.eventCount + 1, problem: 'appended' });
  return {
    ok: true,
    count: record.count,
    head: record.head,
    events: found.count,
    operations: found.operations,
    accepted,
  };
}
