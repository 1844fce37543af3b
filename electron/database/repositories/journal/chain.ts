/** The append-only, hash-chained events of operations (I7). */
import { hash } from 'node:crypto';
import { walkChain, type Link } from '../../../audit/walk-chain.ts';
import { reads, type ReadableDb, type WritableDb } from '../../db.ts';
import type { GateState } from '../../money-gate.ts';

/** An operation event as stored. */
export type EventLink = Link & {
  readonly opId: string;
  readonly atMs: number;
  readonly code: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly params: string;
};

const EVENT = `seq, op_id AS opId, at_ms AS atMs, code, from_state AS "from", to_state AS "to", params,
  prev_hash AS previous, hash`;

/** SHA-256 over the event's canonical text, which holds the hash before it. */
export const eventHash = ({
  seq,
  opId,
  atMs,
  code,
  from,
  to,
  params,
  previous,
}: Omit<EventLink, 'hash'>): string =>
  hash('sha256', JSON.stringify([seq, opId, atMs, code, from, to, params, previous]), 'hex');

/** Commits one event with the hash of everything before it. */
export function appendEvent(
  db: WritableDb,
  event: Omit<EventLink, keyof Link | 'params'> & { params: Record<string, unknown> },
): void {
  const last = db
    .prepare<{ seq: number; hash: string }>('SELECT seq, hash FROM operation_event ORDER BY seq DESC LIMIT 1')
    .get();
  const whole = {
    ...event,
    seq: (last?.seq ?? 0) + 1,
    previous: last?.hash ?? '',
    params: JSON.stringify(event.params),
  };
  db.prepare(
    `INSERT INTO operation_event (seq, op_id, at_ms, code, from_state, to_state, params, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    whole.seq,
    whole.opId,
    whole.atMs,
    whole.code,
    whole.from,
    whole.to,
    whole.params,
    whole.previous,
    eventHash(whole),
  );
}

/** Every event in order; read as it is walked. */
export const eventsOf = (journal: ReadableDb): IterableIterator<EventLink> =>
  journal.prepare<EventLink>(`SELECT ${EVENT} FROM operation_event ORDER BY seq`).iterate();

export const eventPage = (journal: ReadableDb, after: number, upTo: number, limit: number): EventLink[] =>
  journal
    .prepare<EventLink>(
      `SELECT ${EVENT} FROM operation_event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    )
    .all(after, upTo, limit);

function firstBrokenEvent(journal: ReadableDb): number | null {
  const walked = walkChain(eventsOf(journal), eventHash);
  return walked.ok ? null : walked.at;
}

export const chainProcedures = {
  /** Walks the whole chain; the first event that does not fit, or null. */
  'journal.firstBrokenEvent': reads(({ journal }, _: null) => firstBrokenEvent(journal)),
  /** Whether movements may be stored. The worker answers it for its own gate; a journal by itself has none. */
  'journal.gate': reads((_files, _: null): GateState => 'open'),
};
