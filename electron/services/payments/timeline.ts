/** Puts what is known of one order on one line of time. Pure. */
import type { TimelineEntry } from '#shared/contract/timeline.ts';
import { placeOf, type Placed } from '../../database/repositories/payment-timeline.ts';

/** An operation of ours, or an approval of one; `made`: the transaction that it made, if the gateway named it. */
export type OwnEntry = { entry: TimelineEntry; made: string | null };

/** At one moment: what was asked, what came of it, who was told, and where it was counted. */
const RANKS: readonly TimelineEntry['what'][] = [
  'checkout',
  'transaction',
  'delivery',
  'terminal-row',
  'z',
  'early',
  'settled',
  'deposit',
];
/** What has no time that can be compared stands first. */
const NO_TIME = 0;
const ownTime = ({ entry: { at } }: OwnEntry): number => (at?.kind === 'instant' ? at.atMs : NO_TIME);

/** `depth`: how many things it was made of, one of the other. */
type Timed = { atMs: number; depth: number };

/** By time; but nothing before what it is about, whatever its own date says: a day of settlement begins before its sales. */
function theirsInOrder(theirs: readonly Placed[]): (Timed & Pick<Placed, 'entry'>)[] {
  const byPlace = new Map(theirs.map((one) => [placeOf(one.entry), one]));
  const timeOf = ({ atMs, after }: Placed): Timed => {
    const cause = after === null ? undefined : byPlace.get(after);
    const before = cause ? timeOf(cause) : { atMs: NO_TIME, depth: -1 };
    return { atMs: Math.max(atMs ?? NO_TIME, before.atMs), depth: before.depth + 1 };
  };
  const rankOf = ({ what }: TimelineEntry) => RANKS.indexOf(what);
  return theirs
    .map((one) => ({ entry: one.entry, ...timeOf(one) }))
    .sort((a, b) => a.atMs - b.atMs || a.depth - b.depth || rankOf(a.entry) - rankOf(b.entry));
}

/**
 * The gateway's clock orders what the gateway dates, and the journal orders what was done here (`ours` comes in its order). The
 * two clocks may differ: they are compared only where nothing else is known, and no operation stands after what it made.
 */
export function inOrder(theirs: readonly Placed[], ours: readonly OwnEntry[]): TimelineEntry[] {
  const line: TimelineEntry[] = [];
  let next = 0;
  const takeUntil = (end: number) => {
    for (; next < end; next += 1) line.push(...ours.slice(next, next + 1).map(({ entry }) => entry));
  };
  for (const { entry, atMs } of theirsInOrder(theirs)) {
    const maker = entry.what === 'transaction' ? ours.findIndex(({ made }) => made === entry.id) : -1;
    const later = ours.findIndex((own, index) => index >= next && ownTime(own) > atMs);
    takeUntil(Math.max(later === -1 ? ours.length : later, maker + 1));
    line.push(entry);
  }
  takeUntil(ours.length);
  return line;
}

/** Operations keep the order of the journal; an approval comes by its time, and never before its operation. Both oldest first. */
export function withApprovals(
  operations: readonly OwnEntry[],
  approvals: readonly TimelineEntry[],
): OwnEntry[] {
  const line = [...operations];
  for (const entry of approvals) {
    const about = line.findIndex((own) => own.entry.what === 'operation' && own.entry.id === entry.opId);
    const own = { entry, made: null };
    const later = line.findIndex((other, index) => index > about && ownTime(other) > ownTime(own));
    line.splice(later === -1 ? line.length : later, 0, own);
  }
  return line;
}
