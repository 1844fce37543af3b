/**
 * An open record and its anchor. Closeout knows the head of the record: another head means that somebody else wrote, and the
 * record is verified again before it is anchored. A broken record is not anchored any more: the anchor is the evidence of
 * what was there.
 */
import type { Clock } from '#shared/time/clock.ts';
import type { Database } from '../database/client.ts';
import type { Log } from '../log/log.ts';
import type { Anchor, AnchorStore, ReadAnchor } from './anchor.ts';
import type { Verdict } from './verify.ts';

export type Broken = Extract<Verdict, { ok: false }>;
export type AuditOptions = {
  readonly db: Database;
  readonly profileId: string;
  readonly actor: () => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly anchors: AnchorStore;
  /** Takes known secrets out of a text. */
  readonly redact: (text: string) => string;
  /** Called once for a broken record, at opening or while it is open. Money must stop. */
  readonly onBroken: (broken: Broken) => void;
};

export type OpenRecord = AuditOptions & {
  /** The answer of the keychain at opening. */
  readonly read: ReadAnchor;
  broken: Broken | null;
  /** The hash of the last entry that Closeout knows. */
  head: string;
  /** The last anchor that the keychain took. */
  known: Anchor;
  /** False for an anchor that could not be read: it may tell of a break and is not replaced. */
  mayAnchor: boolean;
};

export function breakAt(record: OpenRecord, found: Broken): void {
  if (record.broken) return;
  record.broken = found;
  const { profileId } = record;
  record.log.error('audit-record-broken', { profileId, in: found.in, at: found.at, problem: found.problem });
  record.onBroken(found);
}

export const notKept = ({ log, profileId }: OpenRecord, error: unknown) =>
  log.warn('audit-anchor-not-kept', { profileId, error: String(error) });

export async function keepAnchor(record: OpenRecord, now: Anchor): Promise<void> {
  if (record.broken || !record.mayAnchor) return;
  const whole = { ...now, accepted: record.known.accepted };
  if (await record.anchors.write(whole).catch(() => false)) record.known = whole;
  else notKept(record, 'refused');
}

/** Verifies the record after a change of its head that Closeout did not make. */
export async function stillFits(record: OpenRecord): Promise<boolean> {
  const again = await record.db.call('audit.verify', { anchor: record.known, owner: record.profileId });
  if (!again.ok) breakAt(record, again);
  else record.head = again.head;
  return again.ok;
}

/** The anchor of the record as it is now; null if nothing may be anchored. */
export async function anchorNow(record: OpenRecord): Promise<Anchor | null> {
  if (record.broken || !record.mayAnchor) return null;
  const now = await record.db.call('audit.anchor', null);
  return now.head === record.head || (await stillFits(record)) ? now : null;
}

export async function anchorOpen(record: OpenRecord): Promise<void> {
  try {
    const now = await anchorNow(record);
    if (now) await keepAnchor(record, { ...now, open: true });
  } catch (error) {
    notKept(record, error);
  }
}

/** Asks for the anchor in the same turn in which the files end, so that no late answer can write in between. */
export async function anchorClosed(record: OpenRecord, end: () => Promise<void>): Promise<void> {
  const asked = record.db.call('audit.anchor', null).catch(() => null);
  await end();
  const now = await asked;
  if (now?.head === record.head) await keepAnchor(record, { ...now, open: false });
}

/** Verifies both chains from their first link to the anchor that the keychain holds now. */
export async function verifyNow(
  record: OpenRecord,
): Promise<{ verdict: Verdict; anchored: ReadAnchor['kind'] }> {
  const now = await record.anchors.read();
  const anchor = now.kind === 'found' ? now.anchor : record.known;
  // An open record may be longer than its anchor says.
  const verdict = await record.db.call('audit.verify', {
    anchor: { ...anchor, open: true },
    owner: record.profileId,
  });
  if (!verdict.ok) breakAt(record, verdict);
  return { verdict, anchored: now.kind };
}
