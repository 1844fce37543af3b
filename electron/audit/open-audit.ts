/**
 * The record of an open profile: verified to its anchor once, then written to. The anchor follows each entry and each event of
 * an operation within a second. After a break nothing is anchored any more: the anchor is the evidence of what was there.
 */
import { hostname } from 'node:os';
import type { Clock } from '#shared/time/clock.ts';
import type { Database } from '../database/client.ts';
import type { Log } from '../log/log.ts';
import { noAnchor, type Anchor, type AnchorStore, type ReadAnchor } from './anchor.ts';
import { canonicalJson, mapTexts, type NewEntry } from './entry.ts';
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
  /** A person has looked at the break and takes the record as it is; that is an entry, and anchored from here on. */
  accept(reason: string): Promise<boolean>;
  /** Writes the anchor now. */
  stop(): Promise<void>;
};

/** Rejects only when the storage cannot be read. */
export async function openAudit(options: AuditOptions): Promise<AuditRecord> {
  const { db, profileId, actor, clock, log, anchors, onBroken } = options;
  const clean = (text: string) => options.redact(text).toWellFormed();
  let broken: Broken | null = null;
  let head = '';
  let known: Anchor | null = null;
  let cancel: (() => void) | null = null;
  let writing = Promise.resolve();

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
  known = await db.call('audit.anchor', null);
  head = known.head;
  // An anchor that may exist but could not be read is not replaced: it might tell of a break.
  let mayAnchor = read.kind !== 'unreadable' && anchors !== noAnchor;
  if (read.kind === 'none' || read.kind === 'unreadable')
    log.warn('audit-not-anchored', { profileId, why: read.kind });
  if (read.kind === 'absent' && known.count > 0) log.warn('audit-anchor-absent', { profileId });

  async function writeAnchor(): Promise<void> {
    if (broken || !mayAnchor) return;
    try {
      const now = await db.call('audit.anchor', null);
      // What another hand wrote meanwhile is verified before it is anchored.
      if (now.head !== head && !(await stillFits())) return;
      if (await anchors.write(now)) known = now;
      else log.warn('audit-anchor-not-kept', { profileId });
    } catch (error) {
      log.warn('audit-anchor-not-kept', { profileId, error: String(error) });
    }
  }

  /** The record has another head than ours: an entry of a short opening of this file, or a change behind our back. */
  async function stillFits(): Promise<boolean> {
    const again = await db.call('audit.verify', { anchor: known, owner: profileId });
    if (!again.ok) breaks(again);
    else head = again.head;
    return again.ok;
  }

  function touch(): void {
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

  if (known.count === 0)
    await append({
      action: 'record.begun',
      target: profileId,
      params: {},
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
      known = await db.call('audit.anchor', null);
      head = known.head;
      broken = null;
      mayAnchor = await anchors.write(known);
      return mayAnchor;
    },
    async stop() {
      await last;
      unplan();
      writing = writing.then(writeAnchor);
      await writing;
    },
  };
}
