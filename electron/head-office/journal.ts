/** What this PC's own journal has to tell: its record, its closes, its requests for approval and decisions on those of others. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { z } from 'zod';
import { zContentSchema } from '#shared/contract/closing-z.ts';
import type { AuditEntry } from '../audit/entry.ts';
import type { ReadableDb } from '../database/db.ts';
import { ENTRY } from '../database/repositories/audit.ts';
import { leftForNext, publishableRows } from '../database/repositories/closing/publishable.ts';
import type { Fact } from './entry.ts';
import { approvalFactsOf } from './journal-approvals.ts';
import { closeFacts, type CloseToPublish } from './published.ts';

export type Journal = {
  hashAt(seq: number): string | null;
  after(seq: number, limit: number): AuditEntry[];
  count(after: number): { waiting: number; sinceMs: number | null };
  /** Entries of the record behind which is more: a Z, a day that was opened again, a request for approval, a decision. */
  moreAfter(seq: number, limit: number): AuditEntry[];
  /** The last entry of the record. */
  head(): { seq: number; hash: string };
  /** Nothing if the journal has no such close, Z or request: nobody can be told of it. */
  factsOf(entry: AuditEntry): Fact[];
};

/** The journal is opened for each reading and closed again: the database worker may have to move the file aside. */
export function lookInto<T>(folder: string, look: (journal: Journal) => T): T {
  const db = new Sqlite(join(folder, 'journal.sqlite'), { readonly: true, fileMustExist: true });
  try {
    return look(journalOf(db));
  } finally {
    db.close();
  }
}

const MORE = `action IN ('day.closed', 'day.reopened', 'approval.requested', 'approval.approved', 'approval.refused',
  'approval.withdrawn', 'approval.declined', 'approval.sent', 'approval.taken-back')`;

function journalOf(db: Sqlite.Database): Journal {
  const entries = (where: string, seq: number, limit: number) =>
    db
      .prepare(`SELECT ${ENTRY} FROM audit_entry WHERE ${where} ORDER BY seq LIMIT ?`)
      .all(seq, limit) as AuditEntry[];
  return {
    hashAt: (seq) =>
      (db.prepare('SELECT hash FROM audit_entry WHERE seq = ?').pluck().get(seq) as string | undefined) ??
      null,
    after: (seq, limit) => entries('seq > ?', seq, limit),
    count: (after) =>
      db
        .prepare('SELECT count(*) AS waiting, min(at_ms) AS sinceMs FROM audit_entry WHERE seq > ?')
        .get(after) as { waiting: number; sinceMs: number | null },
    moreAfter: (seq, limit) => entries(`seq > ? AND ${MORE}`, seq, limit),
    head: () =>
      (db.prepare('SELECT seq, hash FROM audit_entry ORDER BY seq DESC LIMIT 1').get() as
        | { seq: number; hash: string }
        | undefined) ?? { seq: 0, hash: '' },
    factsOf: (entry) => factsOf(db, entry),
  };
}

const dayShape = {
  closing_id: z.string(),
  branch_key: z.string(),
  branch_name: z.string().nullable(),
  business_date: z.string(),
};
const DAY = 'c.closing_id, c.branch_key, c.branch_name, c.business_date';
const issuedSchema = z.object({
  ...dayShape,
  number: z.number(),
  revision: z.number(),
  content: z.string(),
  sha256: z.string(),
  rows: z.string(),
});
const reopenedSchema = z.object({
  ...dayShape,
  number: z.number(),
  revision: z.number(),
  reopened_by: z.string(),
  reopen_reason: z.string(),
  reopen_approved_by: z.string(),
});
const rowMarks = z.array(z.tuple([z.string(), z.number()]));
/** Of a Z's content what its head says once more. */
const headOfZ = zContentSchema.pick({ kind: true, closed: true, approvedBy: true, changes: true });

function factsOf(db: Sqlite.Database, entry: AuditEntry): Fact[] {
  if (entry.action.startsWith('approval.')) return approvalFactsOf(db, entry);
  const close = entry.action === 'day.closed' ? issuedBy(db, entry) : reopenedBy(db, entry);
  return close ? closeFacts(close) : [];
}

const dayOf = (row: z.output<z.ZodObject<typeof dayShape>>) => ({
  closingId: row.closing_id,
  branchKey: row.branch_key,
  branchName: row.branch_name,
  businessDate: row.business_date,
});

function issuedBy(db: Sqlite.Database, { seq, hash, atMs, target }: AuditEntry): CloseToPublish | null {
  const row = issuedSchema.safeParse(
    db
      .prepare(
        `SELECT ${DAY}, z.number, z.revision, z.content, z.sha256, z.rows FROM z_document AS z
         JOIN closing AS c ON c.closing_id = z.closing_id WHERE z.closing_id = ? AND z.sealed_seq = ?`,
      )
      .get(target, seq),
  ).data;
  if (!row) return null;
  const { kind, closed, approvedBy, changes } = headOfZ.decode(JSON.parse(row.content) as never);
  const readable = db as unknown as ReadableDb;
  const summed = new Map(
    rowMarks.parse(JSON.parse(row.rows)).map(([rowId, outstanding]) => [rowId, outstanding === 1]),
  );
  return {
    ...dayOf(row),
    origin: { seq, hash },
    atMs,
    state: kind === 'final' ? 'closed' : 'provisional',
    number: row.number,
    revision: row.revision,
    by: closed.by,
    approvedBy,
    reason: null,
    reopenedBefore: changes?.reopenReason ?? null,
    z: row.content,
    sha256: row.sha256,
    leftForNext: leftForNext(readable, row.closing_id),
    rows: publishableRows(readable, row.closing_id, summed),
  };
}

function reopenedBy(db: Sqlite.Database, { seq, hash, atMs, target }: AuditEntry): CloseToPublish | null {
  const row = reopenedSchema.safeParse(
    db
      .prepare(
        `SELECT ${DAY}, c.number, c.revision, c.reopened_by, c.reopen_reason, c.reopen_approved_by FROM closing AS c
         WHERE c.closing_id = ?`,
      )
      .get(target),
  ).data;
  if (!row) return null;
  return {
    ...dayOf(row),
    origin: { seq, hash },
    atMs,
    state: 'reopened',
    number: row.number,
    revision: row.revision,
    by: row.reopened_by,
    approvedBy: row.reopen_approved_by,
    reason: row.reopen_reason,
    reopenedBefore: null,
    z: null,
    sha256: null,
    leftForNext: 0,
    rows: [],
  };
}
