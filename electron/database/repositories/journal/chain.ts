/** The append-only, hash-chained events of operations (I7). */
import { createHash } from 'node:crypto';
import { reads, type ReadableDb, type WritableDb } from '../../db.ts';

/** Commits one event with the hash of everything before it. */
export function appendEvent(
  db: WritableDb,
  event: {
    opId: string;
    atMs: number;
    code: string;
    from: string | null;
    to: string | null;
    params: Record<string, unknown>;
  },
): void {
  const last = db
    .prepare<{ seq: number; hash: string }>('SELECT seq, hash FROM operation_event ORDER BY seq DESC LIMIT 1')
    .get();
  const seq = (last?.seq ?? 0) + 1;
  const previous = last?.hash ?? '';
  const params = JSON.stringify(event.params);
  const hash = eventHash({ ...event, seq, params, previous });
  db.prepare(
    `INSERT INTO operation_event (seq, op_id, at_ms, code, from_state, to_state, params, prev_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(seq, event.opId, event.atMs, event.code, event.from, event.to, params, previous, hash);
}

/** SHA-256 over the event's canonical text and the hash before it. */
export function eventHash(event: {
  seq: number;
  opId: string;
  atMs: number;
  code: string;
  from: string | null;
  to: string | null;
  params: string;
  previous: string;
}): string {
  const { seq, opId, atMs, code, from, to, params, previous } = event;
  return createHash('sha256')
    .update(JSON.stringify([seq, opId, atMs, code, from, to, params, previous]))
    .digest('hex');
}

/** Walks the whole chain; the first event that does not fit, or null. */
function firstBrokenEvent(journal: ReadableDb): number | null {
  let previous = '';
  let expected = 1;
  type EventRow = {
    seq: number;
    op_id: string;
    at_ms: number;
    code: string;
    from_state: string | null;
    to_state: string | null;
    params: string;
    prev_hash: string;
    hash: string;
  };
  for (const e of journal.prepare<EventRow>('SELECT * FROM operation_event ORDER BY seq').iterate()) {
    const hash = eventHash({
      seq: e.seq,
      opId: e.op_id,
      atMs: e.at_ms,
      code: e.code,
      from: e.from_state,
      to: e.to_state,
      params: e.params,
      previous,
    });
    if (e.seq !== expected || e.prev_hash !== previous || e.hash !== hash) return e.seq;
    previous = e.hash;
    expected += 1;
  }
  return null;
}

export const chainProcedures = {
  'journal.firstBrokenEvent': reads(({ journal }, _: null) => firstBrokenEvent(journal)),
};
