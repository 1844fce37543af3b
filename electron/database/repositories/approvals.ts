/** Requests for approval, in the journal file: they must not be lost with the cache. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { approvalSchema, type ApprovalRequest } from '#shared/contract/approvals.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import { reads, writesJournal, type ReadableDb, type WritableDb } from '../db.ts';

const COLUMNS = `request_id AS requestId, kind, subject, payload, totals, reason, note, requested_by_id AS requestedById,
  requested_by AS requestedBy, at_ms AS atMs, state, decided_by AS decidedBy, decided_at_ms AS decidedAtMs,
  decision_note AS decisionNote, op_id AS opId`;
const { operation, closing, resolution, offer, differences, authorized, transactionIds, exceptions } =
  approvalSchema.shape;
/** What was asked for, by whom and when: everything of a row that never changes. */
const ASKED = `request_id, kind, subject, payload, totals, reason, note, requested_by_id, requested_by, at_ms`;
/** Not told to a window: what was typed, and the hash of the figures that were agreed on. */
const keptSchema = z.object({ retyped: z.string().nullable(), figures: z.string().nullable() });
export type KeptOfRequest = z.output<typeof keptSchema>;
const recordedSchema = z.object({ sha256: z.string().optional() });
const payloadSchema = z.object({
  transactionIds,
  operation: operation.default(null),
  closing: closing.default(null),
  resolution: resolution.default(null),
  offer: offer.default(null),
  differences: differences.default([]),
  authorized,
  exceptions: exceptions.default([]),
  kept: keptSchema.default({ retyped: null, figures: null }),
});
const totalsSchema = z.array(totalSchema);
const restSchema = approvalSchema.omit({
  transactionIds: true,
  operation: true,
  closing: true,
  resolution: true,
  offer: true,
  differences: true,
  authorized: true,
  exceptions: true,
  totals: true,
});

function parseRow(row: Record<string, unknown>): ApprovalRequest {
  const { payload, totals, ...rest } = row;
  const { kept: _, ...told } = payloadSchema.parse(JSON.parse(String(payload)));
  return {
    ...restSchema.parse(rest),
    ...told,
    totals: totalsSchema.parse(JSON.parse(String(totals))),
  };
}

export type NewApproval = Pick<
  ApprovalRequest,
  | 'requestId'
  | 'kind'
  | 'subject'
  | 'transactionIds'
  | 'operation'
  | 'closing'
  | 'resolution'
  | 'offer'
  | 'differences'
  | 'authorized'
  | 'exceptions'
  | 'totals'
  | 'reason'
  | 'note'
  | 'requestedById'
  | 'requestedBy'
  | 'atMs'
> & { kept: KeptOfRequest };
type Decision = {
  requestId: string;
  state: 'approved' | 'refused' | 'withdrawn';
  by: string;
  atMs: number;
  note: string | null;
  opId: string | null;
};

export const getApproval = (db: ReadableDb, requestId: string): ApprovalRequest | null => {
  const row = db.prepare(`SELECT ${COLUMNS} FROM approval WHERE request_id = ?`).get(requestId);
  return row === undefined ? null : parseRow(row);
};

/** Its SHA-256, which the entry of the audit record holds. */
function hashOf(db: ReadableDb, requestId: string): string | null {
  const row = db.prepare(`SELECT ${ASKED} FROM approval WHERE request_id = ?`).get(requestId);
  return row === undefined ? null : hash('sha256', canonicalJson(row), 'hex');
}

/** Whether the record says that exactly this was asked for: a row alone is what anybody can write into a file. */
function isRecorded(db: ReadableDb, requestId: string): boolean {
  const sha256 = hashOf(db, requestId);
  return db
    .prepare<{ params: string }>(
      `SELECT params FROM audit_entry WHERE action = 'approval.requested' AND target = ?`,
    )
    .all(requestId)
    .some(({ params }) => sha256 !== null && recordedSchema.parse(JSON.parse(params)).sha256 === sha256);
}

const endSchema = z.object({ decision: z.string().nullable() });

/** What the record says of the end of this request: the entry of another PC that decided it, if one did. Null without an end. */
function recordedEnd(db: ReadableDb, requestId: string): z.output<typeof endSchema> | null {
  const row = db
    .prepare(
      `SELECT json_extract(params, '$.decision') AS decision FROM audit_entry
       WHERE target = ? AND action IN ('approval.approved', 'approval.refused', 'approval.withdrawn') ORDER BY seq LIMIT 1`,
    )
    .get(requestId);
  return row === undefined ? null : endSchema.parse(row);
}

/** Whether the record says that this decision of another PC was not carried out. */
const isDeclined = (
  db: ReadableDb,
  { requestId, decision }: { requestId: string; decision: string },
): boolean =>
  db
    .prepare(
      `SELECT 1 FROM audit_entry WHERE action = 'approval.declined' AND target = ? AND json_extract(params, '$.decision') = ?`,
    )
    .get(requestId, decision) !== undefined;

/** Stores it, or answers the one that waits for the same thing. */
function create(db: WritableDb, request: NewApproval): ApprovalRequest | null {
  const waiting = db
    .prepare(`SELECT ${COLUMNS} FROM approval WHERE kind = ? AND subject = ? AND state = 'waiting'`)
    .get(request.kind, request.subject);
  if (waiting !== undefined) return parseRow(waiting);
  db.prepare(
    `INSERT INTO approval (request_id, seq, kind, subject, payload, totals, reason, note, requested_by_id, requested_by, at_ms, state)
     VALUES (?, (SELECT COALESCE(MAX(seq), 0) + 1 FROM approval), ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting')`,
  ).run(
    request.requestId,
    request.kind,
    request.subject,
    JSON.stringify(z.encode(payloadSchema, request)),
    JSON.stringify(z.encode(totalsSchema, request.totals)),
    request.reason,
    request.note,
    request.requestedById,
    request.requestedBy,
    request.atMs,
  );
  return null;
}

/** False when it does not wait any more. */
const decide = (db: WritableDb, { requestId, state, by, atMs, note, opId }: Decision): boolean =>
  db
    .prepare(
      `UPDATE approval SET state = ?, decided_by = ?, decided_at_ms = ?, decision_note = ?, op_id = ?
       WHERE request_id = ? AND state = 'waiting'`,
    )
    .run(state, by, atMs, note, opId, requestId).changes === 1;

/** The waiting request that is approved by an act, in the act's own transaction. */
export type Decides = { requestId: string; by: string };

/** False if it is refused or withdrawn meanwhile: then nothing of the act may be stored. */
export const approveWith = (
  db: WritableDb,
  decides: Decides | null | undefined,
  { atMs, opId }: Pick<Decision, 'atMs' | 'opId'>,
): boolean => !decides || decide(db, { ...decides, state: 'approved', atMs, note: null, opId });

/** What people decided about operations: `asked`, `refused` and `withdrawn` of requests, `approved` of the operations themselves. */
export type DecidedOfOperation = {
  id: string;
  opId: string;
  word: 'asked' | 'approved' | 'refused' | 'withdrawn';
  by: string;
  atMs: number;
};
const approvedSchema = z.object({ op_id: z.string(), seq: z.number(), at_ms: z.number(), by: z.string() });

/** Oldest first. A request that was approved is an approval of its operation, and stands once. */
function ofOperations(db: ReadableDb, opIds: readonly string[]): DecidedOfOperation[] {
  const ids = JSON.stringify(opIds);
  const approved = db
    .prepare(
      `SELECT op_id, seq, at_ms, json_extract(params, '$.approvedBy') AS by FROM operation_event
       WHERE op_id IN (SELECT value FROM json_each(?)) AND json_extract(params, '$.approvedBy') IS NOT NULL`,
    )
    .all(ids)
    .map((row): DecidedOfOperation => {
      const { op_id: opId, seq, at_ms: atMs, by } = approvedSchema.parse(row);
      return { id: `${opId}/${seq}`, opId, word: 'approved', by, atMs };
    });
  const asked = db
    .prepare(
      `SELECT ${COLUMNS} FROM approval WHERE op_id IN (SELECT value FROM json_each(?)) OR subject IN (SELECT value FROM json_each(?))`,
    )
    .all(ids, ids)
    .map(parseRow)
    .flatMap((one): DecidedOfOperation[] => {
      const { requestId: id, opId, subject, state, decidedBy, decidedAtMs } = one;
      const about = { id, opId: opId ?? subject };
      const told: DecidedOfOperation = { ...about, word: 'asked', by: one.requestedBy, atMs: one.atMs };
      const isEnded = state === 'refused' || state === 'withdrawn';
      if (!isEnded || decidedBy === null || decidedAtMs === null) return [told];
      return [told, { ...about, word: state, by: decidedBy, atMs: decidedAtMs }];
    });
  return [...asked, ...approved].sort((a, b) => a.atMs - b.atMs);
}

export const approvalProcedures = {
  'approvals.ofOperations': reads(({ journal }, opIds: readonly string[]) => ofOperations(journal, opIds)),
  'approvals.create': writesJournal(({ journal }, request: NewApproval) => create(journal, request)),
  'approvals.decide': writesJournal(({ journal }, decision: Decision) => decide(journal, decision)),
  'approvals.get': reads(({ journal }, requestId: string) => getApproval(journal, requestId)),
  'approvals.sha256': reads(({ journal }, requestId: string) => hashOf(journal, requestId)),
  'approvals.recordedEnd': reads(({ journal }, requestId: string) => recordedEnd(journal, requestId)),
  'approvals.isDeclined': reads(({ journal }, of: { requestId: string; decision: string }) =>
    isDeclined(journal, of),
  ),
  'approvals.isRecorded': reads(({ journal }, requestId: string) => isRecorded(journal, requestId)),
  'approvals.kept': reads(({ journal }, requestId: string): KeptOfRequest => {
    const row = journal
      .prepare<{ payload: string }>('SELECT payload FROM approval WHERE request_id = ?')
      .get(requestId);
    return payloadSchema.parse(JSON.parse(row?.payload ?? '{"transactionIds":[]}')).kept;
  }),
  /** The newest first. */
  'approvals.refused': reads(
    ({ journal }, { personId, sinceMs, limit }: { personId: string; sinceMs: number; limit: number }) =>
      journal
        .prepare(
          `SELECT ${COLUMNS} FROM approval
           WHERE requested_by_id = ? AND state = 'refused' AND decided_at_ms >= ? ORDER BY seq DESC LIMIT ?`,
        )
        .all(personId, sinceMs, limit)
        .map(parseRow),
  ),
  'approvals.waiting': reads(({ journal }, _: null) =>
    journal
      .prepare(`SELECT ${COLUMNS} FROM approval WHERE state = 'waiting' ORDER BY seq`)
      .all()
      .map(parseRow),
  ),
};
