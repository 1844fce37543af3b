/**
 * Opens the audit record of a profile: verifies it against its anchor once, then writes to it. The anchor follows each entry
 * and each event of an operation within a second, and says whether the record is open. Entries that somebody adds to a record
 * that was closed in order are found; entries that a crash left after the last anchor are only counted.
 */
import type { Clock } from '#shared/time/clock.ts';
import { noAnchor, type ReadAnchor } from './anchor.ts';
import { acceptBreak } from './accept-break.ts';
import { appendEntry, type NamedEntry } from './append-entry.ts';
import type { NewEntry } from './entry.ts';
import {
  anchorClosed,
  anchorNow,
  anchorOpen,
  breakAt,
  keepAnchor,
  notKept,
  verifyNow,
  type AuditOptions,
  type Broken,
  type OpenRecord,
} from './open-record.ts';
import type { Verdict } from './verify.ts';

export type { AuditOptions, Broken } from './open-record.ts';

const ANCHOR_AFTER_MS = 500;

export type AuditRecord = {
  /** Null while everything fits. */
  broken(): Broken | null;
  /** The answer of the keychain at opening. */
  readonly anchor: ReadAnchor['kind'];
  /** Commits one entry. False, and an error in the log, if the storage refused it: its subject has happened all the same. */
  record(entry: NewEntry): Promise<boolean>;
  /** The journal has a new event: the anchor follows. */
  touch(): void;
  /** A transaction of the database itself appended entries after the head we know: they need no verification. */
  follow(moved: { after: string; head: string }): void;
  /** Verifies both chains against the anchor in the keychain. A break found here counts like one found at opening. */
  verify(): Promise<{ verdict: Verdict; anchored: ReadAnchor['kind'] }>;
  /** A person has looked at the break and takes the record as it is; that is an entry, and the record is anchored again. */
  accept(reason: string): Promise<boolean>;
  /** Ends the files by `close`, then anchors the record as closed: its files hold exactly the entries written here. */
  stop(close?: () => Promise<void>): Promise<void>;
};

/** Rejects only if the storage cannot be read. */
export async function openAudit(options: AuditOptions): Promise<AuditRecord> {
  const { actor, clock } = options;
  const record = await openRecord(options);
  const follower = createFollower(clock, () => anchorOpen(record));
  // The first anchor says "open" before anything is written: a later crash must not look like entries added after the end.
  await keepAnchor(record, { ...record.known, open: true });
  // The head that an entry follows is compared with ours, so entries are appended one after the other.
  let last: Promise<unknown> = Promise.resolve();
  const append = (entry: NewEntry): Promise<boolean> => {
    // Who acts is asked now: the entry may have to wait its turn.
    const named: NamedEntry = { ...entry, actor: entry.actor ?? actor() };
    const next = last.then(async () => {
      const done = await appendEntry(record, named);
      if (done) follower.touch();
      return done;
    });
    last = next;
    return next;
  };
  const first = firstEntry(record);
  if (first) await append(first);
  else follower.touch();

  return {
    broken: () => record.broken,
    anchor: record.read.kind,
    record: append,
    touch: () => follower.touch(),
    follow({ after, head }) {
      if (!record.broken && after === record.head) record.head = head;
      follower.touch();
    },
    verify: () => verifyNow(record),
    accept: (reason) => acceptBreak(record, append, reason),
    async stop(close = () => Promise.resolve()) {
      await last;
      await follower.stop();
      await anchorNow(record).catch((error: unknown) => notKept(record, error));
      await anchorClosed(record, close);
    },
  };
}

async function openRecord(options: AuditOptions): Promise<OpenRecord> {
  const { db, profileId, log, anchors } = options;
  const read = await anchors.read();
  const anchor = read.kind === 'found' ? read.anchor : null;
  const verified = await db.call('audit.verify', { anchor, owner: profileId });
  const known = { ...(await db.call('audit.anchor', null)), accepted: anchor?.accepted };
  const mayAnchor = read.kind !== 'unreadable' && anchors !== noAnchor;
  const record: OpenRecord = { ...options, read, broken: null, head: known.head, known, mayAnchor };
  if (!verified.ok) breakAt(record, verified);
  if (read.kind === 'none' || read.kind === 'unreadable')
    log.warn('audit-not-anchored', { profileId, why: read.kind });
  if (read.kind === 'absent' && known.count > 0) log.warn('audit-anchor-absent', { profileId });
  return record;
}

/** The entry that this opening itself makes: the record begins, or it has grown since its last anchor. */
function firstEntry({ read, known, broken, profileId }: OpenRecord): NewEntry | null {
  const target = profileId;
  if (known.count === 0) return { action: 'record.begun', target, params: {}, outcome: 'ok' };
  if (broken || read.kind !== 'found') return null;
  const entries = known.count - read.anchor.count;
  const events = known.eventCount - read.anchor.eventCount;
  return entries + events > 0
    ? { action: 'record.continued', target, params: { entries, events }, outcome: 'ok' }
    : null;
}

/** Runs `write` a moment after the last of several touches; one write at a time. */
function createFollower(clock: Clock, write: () => Promise<void>) {
  let cancel: (() => void) | null = null;
  let writing = Promise.resolve();
  let ended = false;
  return {
    touch(): void {
      if (ended) return;
      cancel ??= clock.after(ANCHOR_AFTER_MS, () => {
        cancel = null;
        writing = writing.then(write);
      });
    },
    async stop(): Promise<void> {
      ended = true;
      cancel?.();
      cancel = null;
      await writing;
    },
  };
}
