/** A person has looked at a break and takes the record as it is. That is an entry, and the record is anchored again after it. */
import type { NewEntry } from './entry.ts';
import { breakAt, type Broken, type OpenRecord } from './open-record.ts';

/** Answers false if the entry could not be written, if there is another break behind this one, or if no anchor could be kept. */
export async function acceptBreak(
  record: OpenRecord,
  append: (entry: NewEntry) => Promise<boolean>,
  reason: string,
): Promise<boolean> {
  const { broken, db, profileId, read, anchors } = record;
  if (!(await append(acceptance(record, reason)))) return false;
  const next = {
    ...(await db.call('audit.anchor', null)),
    open: true,
    accepted: placesAccepted(record.known.accepted, broken),
  };
  const again = await db.call('audit.verify', { anchor: next, owner: profileId });
  record.broken = null;
  if (!again.ok) {
    // A person must accept the next break, too.
    breakAt(record, again);
    return false;
  }
  const kept = await anchors.write(next).catch(() => false);
  // Without a keychain there is no anchor to move: the acceptance holds until the end of the session.
  if (!kept && read.kind !== 'none') return false;
  record.known = next;
  record.head = next.head;
  record.mayAnchor = kept;
  return true;
}

function acceptance({ broken, profileId, read }: OpenRecord, reason: string): NewEntry {
  const anchor = read.kind === 'found' ? { count: read.anchor.count, head: read.anchor.head } : null;
  const found = broken && { in: broken.in, at: broken.at, problem: broken.problem };
  return { action: 'anchor.accepted', target: profileId, params: { reason, anchor, found }, outcome: 'ok' };
}

function placesAccepted(before: readonly number[] | undefined, broken: Broken | null): number[] {
  const places = new Set(before);
  if (broken?.in === 'entries') places.add(broken.at);
  return [...places];
}
