/** The audit record's SQL: append, verify, read. Nothing here changes or deletes. */
import type { Anchor } from '../../audit/anchor.ts';
import { entryHash, type AuditEntry } from '../../audit/entry.ts';
import { verifyRecord, type Verdict } from '../../audit/verify.ts';
import { reads, writesJournal, type ReadableDb, type WritableDb } from '../db.ts';
import { eventPage, eventsOf } from './journal/chain.ts';
import { recordedOperations } from './journal/record-hash.ts';

/** The columns of `AuditEntry`. */
export const ENTRY = `seq, at_ms AS atMs, actor, machine, action, target, params, outcome,
  event_count AS eventCount, event_head AS eventHead, prev_hash AS previous, hash`;
type Head = { seq: number; hash: string };

/** `params` is canonical JSON. */
type EntryToAppend = Omit<AuditEntry, 'seq' | 'eventCount' | 'eventHead' | 'previous' | 'hash'>;

const headOf = (journal: ReadableDb, table: 'audit_entry' | 'operation_event'): Head =>
  journal.prepare<Head>(`SELECT seq, hash FROM ${table} ORDER BY seq DESC LIMIT 1`).get() ?? {
    seq: 0,
    hash: '',
  };

function anchorOf(journal: ReadableDb): Anchor {
  const last = headOf(journal, 'audit_entry');
  const event = headOf(journal, 'operation_event');
  const first = journal.prepare<{ hash: string }>('SELECT hash FROM audit_entry WHERE seq = 1').get();
  return {
    count: last.seq,
    head: last.hash,
    first: first?.hash ?? '',
    eventCount: event.seq,
    eventHead: event.hash,
  };
}

export const headHash = (journal: ReadableDb): string => headOf(journal, 'audit_entry').hash;

/** Commits one entry; answers the hash it was put after, and the record's head with it. */
export function append(journal: WritableDb, entry: EntryToAppend): { after: string; anchor: Anchor } {
  const last = headOf(journal, 'audit_entry');
  const event = headOf(journal, 'operation_event');
  const whole = {
    ...entry,
    seq: last.seq + 1,
    eventCount: event.seq,
    eventHead: event.hash,
    previous: last.hash,
  };
  journal
    .prepare(
      `INSERT INTO audit_entry (seq, at_ms, actor, machine, action, target, params, outcome, event_count, event_head, prev_hash, hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      whole.seq,
      whole.atMs,
      whole.actor,
      whole.machine,
      whole.action,
      whole.target,
      whole.params,
      whole.outcome,
      whole.eventCount,
      whole.eventHead,
      whole.previous,
      entryHash(whole),
    );
  return { after: last.hash, anchor: anchorOf(journal) };
}

/** A journal of the first version has no record yet: that is an empty one. */
export function verifyJournal(
  journal: ReadableDb,
  { anchor, owner }: { anchor: Anchor | null; owner: string | null },
): Verdict {
  const has = journal.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'audit_entry'`);
  const entries = has.get()
    ? journal.prepare<AuditEntry>(`SELECT ${ENTRY} FROM audit_entry ORDER BY seq`).iterate()
    : [];
  // Each list is asked for when the one before it is read: only one is open at a time.
  const later = <T>(ask: () => Iterator<T>) => ({ [Symbol.iterator]: ask });
  const events = later(() => eventsOf(journal));
  const operations = later(() => recordedOperations(journal));
  return verifyRecord({ entries, events, operations, anchor, owner });
}

type PageInput = { after: number; upTo: number; limit: number };

export const auditProcedures = {
  'audit.append': writesJournal(({ journal }, entry: EntryToAppend) => append(journal, entry)),
  'audit.anchor': reads(({ journal }, _: null) => anchorOf(journal)),
  'audit.verify': reads(({ journal }, input: { anchor: Anchor | null; owner: string | null }) =>
    verifyJournal(journal, input),
  ),
  'audit.entries': reads(({ journal }, { after, upTo, limit }: PageInput) =>
    journal
      .prepare<AuditEntry>(`SELECT ${ENTRY} FROM audit_entry WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`)
      .all(after, upTo, limit),
  ),
  'audit.events': reads(({ journal }, { after, upTo, limit }: PageInput) =>
    eventPage(journal, after, upTo, limit),
  ),
};
