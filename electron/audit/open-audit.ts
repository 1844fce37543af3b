/**
 * The record of an open profile: verified to its anchor once, then written to. The anchor follows each entry and each event of
 * an operation within a second, and says whether the record is open: what somebody puts after a record that was closed in
 * order is found, what a crash left after the last anchor is only counted. After a break nothing is anchored any more: the
 * anchor is the evidence of what was there.
 */
import { hostname } from 'node:os';
import type { Clock } from '#shared/time/clock.ts';
import type { Database } from '../database/client.ts';
import type { Log } from '../log/log.ts';
import { noAnchor, type Anchor, type AnchorStore, type ReadAnchor } from './anchor.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { mapTexts, type NewEntry } from './entry.ts';
import type { Verdict } from './verify.ts';

const ANCHOR_AFTER_MS = 500;

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
  /** Called once, when the record turns out broken: at opening, or while it is open. Money must stop. */
  readonly onBroken: (broken: Broken) => void;
};

export type AuditRecord = {
  /** Null while everything fits. */
  broken(): Broken | null;
  /** What the keychain held at opening. */
  readonly anchor: ReadAnchor['kind'];
  /** Commits one entry. False, and an error in the log, when the storage refused it: what it is about has happened all the same. */
  record(entry: NewEntry): Promise<boolean>;
  /** Something was appended to the journal: the anchor follows. */
  touch(): void;
  /** The database says that one of its own transactions appended entries: put after the head we know, they need no looking through. */
  follow(moved: { after: string; head: string }): void;
  /** Both chains from the first link to what the keychain holds now. A break found here is one found at opening. */
  verify(): Promise<{ verdict: Verdict; anchored: ReadAnchor['kind'] }>;
  /** A person has looked at the break and takes the record as it is; that is an entry, and anchored from here on. */
  accept(reason: string): Promise<boolean>;
  /** Ends the files by `close`, then anchors the record as closed: exactly what is in them is what was written here. */
  stop(close?: () => Promise<void>): Promise<void>;
};

/** Rejects only when the storage cannot be read. */
export async function openAudit(options: AuditOptions): Promise<AuditRecord> {
  const { db, profileId, actor, clock, log, anchors, onBroken } = options;
  const clean = (text: string) => options.redact(text).toWellFormed();
  let broken: Broken | null = null;
  let head = '';
  let known: Anchor;
  let cancel: (() => void) | null = null;
  let writing = Promise.resolve();
  let ended = false;

  const breaks = (found: Broken) => {
    if (broken) return;
    broken = found;
    log.error('audit-record-broken', { profileId, in: found.in, at: found.at, problem: found.problem });
    onBroken(found);
  };
  const read = await anchors.read();
  const verified = await db.call('audit.verify', {
    anchor: read.kind === 'found' ? read.anchor : null,
    owner: profileId,
  });
  if (!verified.ok) breaks(verified);
  const accepted = read.kind === 'found' ? read.anchor.accepted : undefined;
  known = { ...(await db.call('audit.anchor', null)), accepted };
  head = known.head;
  // An anchor that may exist but could not be read is not replaced: it might tell of a break.
  let mayAnchor = read.kind !== 'unreadable' && anchors !== noAnchor;
  if (read.kind === 'none' || read.kind === 'unreadable')
    log.warn('audit-not-anchored', { profileId, why: read.kind });
  if (read.kind === 'absent' && known.count > 0) log.warn('audit-anchor-absent', { profileId });

  const notKept = (error: unknown) => log.warn('audit-anchor-not-kept', { profileId, error: String(error) });

  async function keep(now: Anchor): Promise<void> {
    if (broken || !mayAnchor) return;
    const whole = { ...now, accepted: known.accepted };
    if (await anchors.write(whole).catch(() => false)) known = whole;
    else notKept('refused');
  }

  /** The head as it is; null where it does not fit. What another hand wrote meanwhile is verified before it is anchored. */
  async function fitting(): Promise<Anchor | null> {
    if (broken || !mayAnchor) return null;
    const now = await db.call('audit.anchor', null);
    return now.head === head || (await stillFits()) ? now : null;
  }

  async function writeAnchor(): Promise<void> {
    try {
      const now = await fitting();
      if (now) await keep({ ...now, open: true });
    } catch (error) {
      notKept(error);
    }
  }

  /** Asked for in one breath with the end of the files: what a late answer still writes cannot come between. */
  async function close(end: () => Promise<void>): Promise<void> {
    const asked = db.call('audit.anchor', null).catch(() => null);
    await end();
    const now = await asked;
    if (now?.head === head) await keep({ ...now, open: false });
  }

  /** The record has another head than ours: an entry of a short opening of this file, or a change behind our back. */
  async function stillFits(): Promise<boolean> {
    const again = await db.call('audit.verify', { anchor: known, owner: profileId });
    if (!again.ok) breaks(again);
    else head = again.head;
    return again.ok;
  }

  function touch(): void {
    if (ended) return;
    cancel ??= clock.after(ANCHOR_AFTER_MS, () => {
      cancel = null;
      writing = writing.then(writeAnchor);
    });
  }

  function unplan(): void {
    cancel?.();
    cancel = null;
  }

  async function append({
    action,
    target,
    params,
    outcome,
    atMs,
    actor: who,
  }: NewEntry & Pick<Required<NewEntry>, 'actor'>): Promise<boolean> {
    try {
      const { after, anchor } = await db.call('audit.append', {
        atMs: atMs ?? clock.nowMs(),
        actor: clean(who),
        machine: clean(hostname()),
        action,
        target: clean(target),
        params: canonicalJson(mapTexts(params, clean)),
        outcome: clean(outcome),
      });
      if (!broken && after !== head) await stillFits();
      else head = anchor.head;
      touch();
      return true;
    } catch (error) {
      log.error('audit-not-recorded', { profileId, action, error: String(error) });
      return false;
    }
  }

  // Before anything is written: a crash must not look like something that was put after the end.
  await keep({ ...known, open: true });
  const entries = read.kind === 'found' ? known.count - read.anchor.count : 0;
  const events = read.kind === 'found' ? known.eventCount - read.anchor.eventCount : 0;
  if (known.count === 0)
    await append({ action: 'record.begun', target: profileId, params: {}, outcome: 'ok', actor: actor() });
  else if (verified.ok && entries + events > 0)
    await append({
      action: 'record.continued',
      target: profileId,
      params: { entries, events },
      outcome: 'ok',
      actor: actor(),
    });
  else touch();

  // One at a time: the head that an entry was put after is compared with ours.
  let last: Promise<unknown> = Promise.resolve();
  const inOrder = (entry: NewEntry): Promise<boolean> => {
    // Who acts is asked now: an entry may have to wait its turn.
    const named = { ...entry, actor: entry.actor ?? actor() };
    const next = last.then(() => append(named));
    last = next;
    return next;
  };

  return {
    broken: () => broken,
    anchor: read.kind,
    record: inOrder,
    touch,
    follow({ after, head: moved }) {
      if (!broken && after === head) head = moved;
      touch();
    },
    async verify() {
      const now = await anchors.read();
      const anchor = now.kind === 'found' ? now.anchor : known;
      // Open as it is, it may be longer than what is kept.
      const verdict = await db.call('audit.verify', { anchor: { ...anchor, open: true }, owner: profileId });
      if (!verdict.ok) breaks(verdict);
      return { verdict, anchored: now.kind };
    },
    async accept(reason) {
      const before = broken;
      const old = read.kind === 'found' ? { count: read.anchor.count, head: read.anchor.head } : null;
      const facts = before && { in: before.in, at: before.at, problem: before.problem };
      const recorded = await inOrder({
        action: 'anchor.accepted',
        target: profileId,
        params: { reason, anchor: old, found: facts },
        outcome: 'ok',
      });
      if (!recorded) return false;
      const places = new Set(known.accepted);
      if (before?.in === 'entries') places.add(before.at);
      const next = { ...(await db.call('audit.anchor', null)), open: true, accepted: [...places] };
      // Behind one break there may be another: it is told next, and wants its own word.
      const again = await db.call('audit.verify', { anchor: next, owner: profileId });
      broken = null;
      if (!again.ok) breaks(again);
      const kept = again.ok && (await anchors.write(next).catch(() => false));
      // Without a keychain there is no anchor to move: the word holds until the end of the session.
      if (!again.ok || (!kept && read.kind !== 'none')) return false;
      known = next;
      head = next.head;
      mayAnchor = kept;
      return true;
    },
    async stop(end = () => Promise.resolve()) {
      await last;
      ended = true;
      unplan();
      await writing;
      await fitting().catch(notKept);
      await close(end);
    },
  };
}
