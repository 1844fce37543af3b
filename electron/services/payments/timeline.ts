/** Puts what is known of one order on one line of time. Pure. */
import type { TimelineEntry } from '#shared/contract/payments.ts';

/** An operation of ours, and the transaction that it made, if the gateway named it. */
export type OwnEntry = { entry: TimelineEntry; made: string | null };

/** What has no time that can be compared stands first. */
const timeOf = ({ at }: TimelineEntry): number => (at?.kind === 'instant' ? at.atMs : 0);

/**
 * The gateway's clock orders what the gateway dates, and the journal orders what was done here (`ours` comes in its order). The
 * two clocks may differ: they are compared only where nothing else is known, and no operation stands after what it made.
 */
export function inOrder(theirs: readonly TimelineEntry[], ours: readonly OwnEntry[]): TimelineEntry[] {
  const line: TimelineEntry[] = [];
  let next = 0;
  const takeUntil = (end: number) => {
    for (; next < end; next += 1) line.push(...ours.slice(next, next + 1).map(({ entry }) => entry));
  };
  for (const one of theirs.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    const maker = one.what === 'transaction' ? ours.findIndex(({ made }) => made === one.id) : -1;
    const later = ours.findIndex(({ entry }, index) => index >= next && timeOf(entry) > timeOf(one));
    takeUntil(Math.max(later === -1 ? ours.length : later, maker + 1));
    line.push(one);
  }
  takeUntil(ours.length);
  return line;
}
