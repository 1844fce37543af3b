/** Operations: the stored row of each movement, its changes, and the lists of them. */
import { z } from 'zod';
import { totalSchema, type Total } from '#shared/contract/terminals.ts';
import type { OperationEvent } from '#shared/contract/operations.ts';
import type { AppError, GatewayMessages } from '#shared/errors/app-error.ts';
import type { MovementKind, OperationState } from '#shared/domain/operation.ts';
import type { Environment } from '#shared/domain/environment.ts';
import type { EvidenceRead } from '../../../journal/evidence.ts';
import {
  parseOperationRow,
  type EvidenceBefore,
  type OperationRecord,
} from '../../../journal/operation-record.ts';
import { mayBecome } from '../../../journal/transitions.ts';
import { reads, writesJournal, type ReadableDb, type WritableDb } from '../../db.ts';
import { approveWith, type Decides } from '../approvals.ts';
import { appendEvent } from './chain.ts';
import { openInTheWay, sharingMoney, type InTheWay, type MoneyOf, type Sharing } from './in-the-way.ts';
import { recordHashOf } from './record-hash.ts';
import { DONE, ENDED, UNKNOWN } from './states.ts';

export type NewOperation = {
  opId: string;
  kind: MovementKind;
  subjectKey: string;
  environment: Environment;
  merchantId: string;
  terminalId: string | null;
  orderId: string | null;
  refNumber: string | null;
  totals: Total[];
  actor: string;
  /** What a second person did in it, if there was one, and how its subject was claimed. */
  said?: { approvedBy?: string; requestedBy?: string; claim?: string };
  decides?: Decides | null;
  reason: string | null;
  note: string | null;
  method: string;
  url: string;
  body: Uint8Array;
  bodySha256: string;
  keyFingerprint: string;
  evidenceBefore: EvidenceBefore;
  rowIds: string[];
  /** All operations on the same money as its plan knew them, where a plan was made of what they did. */
  knownOps?: readonly Sharing[];
  atMs: number;
};

type CreateAnswer = { kind: 'created' } | { kind: 'request-not-open' } | InTheWay;

/** What a change may set besides the state. */
type OperationPatch = {
  attemptNo?: number;
  sendingAtMs?: number;
  responseStatus?: number;
  responseBody?: string;
  responseSha256?: string;
  messages?: GatewayMessages | null;
  error?: AppError | null;
  requestId?: string;
  nextCheckAtMs?: number | null;
  checksCount?: number;
  reads?: EvidenceRead[];
  totals?: Total[];
  evidenceBefore?: EvidenceBefore;
  /** What it covers from now on, in place of what it covered. */
  rowIds?: string[];
};

export type Change = {
  opId: string;
  code: OperationEvent['code'];
  /** Null leaves the state as it is: an event of the story only. */
  to: OperationState | null;
  params: Record<string, string | number>;
  patch: OperationPatch;
  /** Held while it is carried out: one that is not open any more is a bug and throws. */
  decides?: Decides | null;
  atMs: number;
};

const COLUMNS: Record<Exclude<keyof OperationPatch, 'rowIds'>, string> = {
  attemptNo: 'attempt_no',
  sendingAtMs: 'sending_at_ms',
  responseStatus: 'response_status',
  responseBody: 'response_body',
  responseSha256: 'response_sha256',
  messages: 'messages',
  error: 'error',
  requestId: 'request_id',
  nextCheckAtMs: 'next_check_at_ms',
  checksCount: 'checks_count',
  reads: 'reads',
  totals: 'totals',
  evidenceBefore: 'evidence_before',
};
const totalsText = (totals: Total[]) => JSON.stringify(z.encode(z.array(totalSchema), totals));

function columnValue(key: keyof typeof COLUMNS, patch: OperationPatch): unknown {
  const value = patch[key];
  if (key === 'totals') return totalsText(patch.totals ?? []);
  return value !== null && typeof value === 'object' ? JSON.stringify(value) : value;
}
const UNREAD = 'SELECT json_array_length(unreadable) AS count FROM ack_snapshot WHERE snapshot_id = ?';
/** With how many rows its acknowledgement covered that no sum has. */
function recordOf(db: ReadableDb, row: unknown): OperationRecord {
  const record = parseOperationRow(row);
  const snapshotId = record.evidenceBefore?.snapshotId ?? null;
  if (snapshotId === null) return record;
  const known = db.prepare<{ count: number | null }>(UNREAD).get(snapshotId);
  return { ...record, unread: known?.count ?? 0 };
}

export function get(db: ReadableDb, opId: string): OperationRecord | null {
  const row = db.prepare('SELECT * FROM operation WHERE op_id = ?').get(opId);
  return row === undefined ? null : recordOf(db, row);
}

/** Commits an INTENT, or says what is in the way: an open operation, or a request that is decided already. */
function create(db: WritableDb, operation: NewOperation): CreateAnswer {
  const inTheWay = openInTheWay(db, operation);
  if (inTheWay) return inTheWay;
  const { decides, opId, atMs } = operation;
  if (!approveWith(db, decides, { atMs, opId })) return { kind: 'request-not-open' };
  const { seq } = db
    .prepare<{ seq: number }>('SELECT COALESCE(MAX(seq), 0) + 1 AS seq FROM operation')
    .get() ?? { seq: 1 };
  db.prepare(
    `INSERT INTO operation (op_id, seq, kind, subject_key, state, environment, merchant_id, terminal_id, order_id, ref_number, totals, actor, reason, note,
       method, url, body, body_sha256, key_fingerprint, evidence_before, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, 'INTENT', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    operation.opId,
    seq,
    operation.kind,
    operation.subjectKey,
    operation.environment,
    operation.merchantId,
    operation.terminalId,
    operation.orderId,
    operation.refNumber,
    totalsText(operation.totals),
    operation.actor,
    operation.reason,
    operation.note,
    operation.method,
    operation.url,
    operation.body,
    operation.bodySha256,
    operation.keyFingerprint,
    JSON.stringify(operation.evidenceBefore),
    operation.atMs,
    operation.atMs,
  );
  replaceRows(db, operation.opId, operation.rowIds);
  appendEvent(db, {
    opId: operation.opId,
    atMs: operation.atMs,
    code: 'asked',
    from: null,
    to: 'INTENT',
    params: { bodySha256: operation.bodySha256, ...recordHashOf(db, operation.opId), ...operation.said },
  });
  return { kind: 'created' };
}

function replaceRows(db: WritableDb, opId: string, rowIds: string[]): void {
  db.prepare('DELETE FROM operation_row WHERE op_id = ?').run(opId);
  const insert = db.prepare('INSERT INTO operation_row (op_id, row_id) VALUES (?, ?)');
  for (const rowId of rowIds) insert.run(opId, rowId);
}

/** Commits one change with its event; a transition that is not in the table is a bug and throws. */
function change(db: WritableDb, { opId, code, to, params, patch, decides, atMs }: Change): OperationRecord {
  const before = get(db, opId);
  if (!before) throw new Error(`no operation ${opId}`);
  if (!approveWith(db, decides, { atMs, opId })) throw new Error(`the request of ${opId} is not open`);
  const next = to ?? before.state;
  if (to !== null && !mayBecome(before.state, to)) throw new Error(`${before.state} may not become ${to}`);
  const keys = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter((key) => patch[key] !== undefined);
  const sets = ['state = ?', 'updated_at_ms = ?', ...keys.map((key) => `${COLUMNS[key]} = ?`)];
  db.prepare(`UPDATE operation SET ${sets.join(', ')} WHERE op_id = ?`).run(
    next,
    atMs,
    ...keys.map((key) => columnValue(key, patch)),
    opId,
  );
  if (patch.rowIds) replaceRows(db, opId, patch.rowIds);
  const isAnother = patch.totals !== undefined || patch.evidenceBefore !== undefined || patch.rowIds;
  const hashed = isAnother ? { ...params, ...recordHashOf(db, opId) } : params;
  appendEvent(db, { opId, atMs, code, from: before.state, to: next, params: hashed });
  const after = get(db, opId);
  if (!after) throw new Error(`operation ${opId} vanished`);
  return after;
}

type PageInput = {
  /** `open`: under way, or of an unknown result. */
  scope: 'open' | 'under-way' | 'unknown' | 'all';
  kind: MovementKind | null;
  afterSeq: number | null;
  limit: number;
};

/** Open ones oldest first, all of them newest first; keyset on seq. */
function page(db: ReadableDb, { scope, kind, afterSeq, limit }: PageInput): OperationRecord[] {
  const newestFirst = scope === 'all';
  const where = ['1 = 1'];
  const args: unknown[] = [];
  if (scope === 'open') where.push(`state NOT IN (${ENDED})`);
  if (scope === 'under-way') where.push(`state NOT IN (${ENDED}) AND state NOT IN (${UNKNOWN})`);
  if (scope === 'unknown') where.push(`state IN (${UNKNOWN})`);
  if (kind !== null) {
    where.push('kind = ?');
    args.push(kind);
  }
  if (afterSeq !== null) {
    where.push(newestFirst ? 'seq < ?' : 'seq > ?');
    args.push(afterSeq);
  }
  const sql = `SELECT * FROM operation WHERE ${where.join(' AND ')} ORDER BY seq ${newestFirst ? 'DESC' : 'ASC'} LIMIT ?`;
  return db
    .prepare(sql)
    .all(...args, limit)
    .map((row) => recordOf(db, row));
}

const eventRow = z.object({ seq: z.number(), at_ms: z.number(), code: z.string(), params: z.string() });

function eventsOf(db: ReadableDb, opId: string): OperationEvent[] {
  return db
    .prepare('SELECT seq, at_ms, code, params FROM operation_event WHERE op_id = ? ORDER BY seq')
    .all(opId)
    .map((row) => {
      const { seq, at_ms, code, params } = eventRow.parse(row);
      return {
        seq,
        atMs: at_ms,
        code: code as OperationEvent['code'],
        params: JSON.parse(params) as OperationEvent['params'],
      };
    });
}

function othersLike(db: ReadableDb, opId: string): OperationRecord[] {
  return db
    .prepare(
      `WITH this AS (SELECT op_id, kind, order_id FROM operation WHERE op_id = ?),
         member AS (SELECT row_id FROM operation_row WHERE op_id = (SELECT op_id FROM this) UNION SELECT order_id FROM this)
       SELECT * FROM operation WHERE op_id <> (SELECT op_id FROM this) AND kind = (SELECT kind FROM this)
         AND (kind = 'instant-settlement' OR order_id IN (SELECT row_id FROM member WHERE row_id IS NOT NULL)
           OR EXISTS (SELECT 1 FROM operation_row AS r WHERE r.op_id = operation.op_id
             AND r.row_id IN (SELECT row_id FROM member WHERE row_id IS NOT NULL))) ORDER BY seq`,
    )
    .all(opId)
    .map((row) => recordOf(db, row));
}

const isPaid = (db: ReadableDb, recipient: string): boolean =>
  db
    .prepare(
      `SELECT 1 FROM operation_row CROSS JOIN operation USING (op_id)
         WHERE row_id > ? AND row_id < ? AND state IN (${DONE}) LIMIT 1`,
    )
    .get(`${recipient}:`, `${recipient};`) !== undefined;

const count = (db: ReadableDb, where: string) =>
  db.prepare<{ n: number }>(`SELECT COUNT(*) AS n FROM operation WHERE ${where}`).get()?.n ?? 0;

export const operationProcedures = {
  'journal.create': writesJournal(({ journal }, operation: NewOperation) => create(journal, operation)),
  'journal.change': writesJournal(({ journal }, input: Change) => change(journal, input)),
  'journal.get': reads(({ journal }, opId: string) => get(journal, opId)),
  'journal.page': reads(({ journal }, input: PageInput) => page(journal, input)),
  'journal.events': reads(({ journal }, opId: string) => eventsOf(journal, opId)),
  /**
   * Operations that a read may still decide: open ones, and those that a person resolved as not done. Null: of every terminal.
   */
  'journal.resolvable': reads(({ journal }, { terminalId }: { terminalId: string | null }) =>
    journal
      .prepare(
        `SELECT * FROM operation WHERE (state NOT IN (${ENDED}) OR state = 'RESOLVED_NOT_DONE') AND (? IS NULL OR terminal_id = ?) ORDER BY seq`,
      )
      .all(terminalId, terminalId)
      .map((row) => recordOf(journal, row)),
  ),
  'journal.counts': reads(({ journal }, _: null) => ({
    open: count(journal, `state NOT IN (${ENDED})`),
    unknown: count(journal, `state IN (${UNKNOWN})`),
  })),
  /** Operations of the same kind on the same order, by any of its names. For an early payout: every other early payout. */
  'journal.othersLike': reads(({ journal }, opId: string) => othersLike(journal, opId)),
  /** Operations that may have moved the same money, open or ended, by age. */
  'journal.ofSameMoney': reads(({ journal }, money: MoneyOf) =>
    sharingMoney(journal, money).flatMap(({ opId }) => get(journal, opId) ?? []),
  ),
  /** Whether a transfer to this recipient was done. Its members are `<recipient>:<amount>`. */
  'journal.isPaid': reads(({ journal }, recipient: string) => isPaid(journal, recipient)),
  /** Those of these recipients to whom a transfer was done. */
  'journal.paidAmong': reads(({ journal }, recipients: readonly string[]) =>
    recipients.filter((recipient) => isPaid(journal, recipient)),
  ),
  'journal.rowIdsOf': reads(({ journal }, opId: string) =>
    journal
      .prepare<{ row_id: string }>('SELECT row_id FROM operation_row WHERE op_id = ? ORDER BY row_id')
      .all(opId)
      .map((row) => row.row_id),
  ),
  /** Operations with this member, oldest first. */
  'journal.ofRow': reads(({ journal }, rowId: string) =>
    journal
      .prepare(
        'SELECT * FROM operation WHERE op_id IN (SELECT op_id FROM operation_row WHERE row_id = ?) ORDER BY seq',
      )
      .all(rowId)
      .map((row) => recordOf(journal, row)),
  ),
  'journal.opIdsOfRow': reads(({ journal }, rowId: string) =>
    journal
      .prepare<{ op_id: string }>('SELECT op_id FROM operation_row WHERE row_id = ? ORDER BY op_id')
      .all(rowId)
      .map((row) => row.op_id),
  ),
};
