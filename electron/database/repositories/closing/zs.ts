/** Zs as they are kept: issued once, never changed, sealed in the audit record. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { zContentSchema, type ZContent, type ZDocument } from '#shared/contract/closing-z.ts';
import { canonicalJson } from '#shared/text/canonical-json.ts';
import type { Total } from '#shared/domain/kinds/index.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { getClosing, recordAct, type By, type ClosingRecord } from './records.ts';
import { sumsOf, type IssueBefore } from './report-sums.ts';
import { rowsOf, standingRowsOf, type ClosingRow } from './rows.ts';

export type ZId = { branchKey: string; number: number; revision: number | null };

const zSchema = z.object({
  branch_key: z.string(),
  number: z.number(),
  revision: z.number(),
  closing_id: z.string(),
  content: z.string(),
  sha256: z.string(),
  sealed_seq: z.number(),
  issued_at_ms: z.number(),
  rows: z.string(),
});
type ZRow = z.output<typeof zSchema>;

/** The bytes that are hashed, kept and written to a file. */
const contentText = (content: ZContent): string => canonicalJson(z.encode(zContentSchema, content));
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function zRow(journal: ReadableDb, { branchKey, number, revision }: ZId): ZRow | null {
  const row =
    revision === null
      ? journal
          .prepare(
            'SELECT * FROM z_document WHERE branch_key = ? AND number = ? ORDER BY revision DESC LIMIT 1',
          )
          .get(branchKey, number)
      : journal
          .prepare('SELECT * FROM z_document WHERE branch_key = ? AND number = ? AND revision = ?')
          .get(branchKey, number, revision);
  return row === undefined ? null : zSchema.parse(row);
}

function documentOf(journal: ReadableDb, row: ZRow): ZDocument {
  const record = getClosing(journal, row.closing_id);
  const content = z.decode(zContentSchema, JSON.parse(row.content) as never);
  const prints = journal
    .prepare<{ n: number }>(
      'SELECT COUNT(*) AS n FROM z_print WHERE branch_key = ? AND number = ? AND revision = ?',
    )
    .get(row.branch_key, row.number, row.revision);
  return {
    closingId: row.closing_id,
    content,
    sha256: row.sha256,
    sealedSeq: row.sealed_seq,
    issuedAtMs: row.issued_at_ms,
    reopened:
      record && record.reopened_at_ms !== null
        ? {
            atMs: record.reopened_at_ms,
            by: record.reopened_by ?? '',
            reason: record.reopen_reason ?? '',
            approvedBy: record.reopen_approved_by ?? '',
          }
        : null,
    netNow: record ? netNowOf(journal, record, content) : null,
    prints: prints?.n ?? 0,
  };
}

const totalsText = (totals: readonly Total[]): string =>
  totals.map(({ count, amount }) => `${amount.currency} ${count} ${amount.minor}`).join(' ');

/** What a Z that stands would say now is another net, or other sales: a word was given another meaning since it was sealed. */
export function netNowOf(journal: ReadableDb, record: ClosingRecord, content: ZContent): Total[] | null {
  if (record.state !== 'closed') return null;
  const now = sumsOf(standingRowsOf(journal, record.closing_id), content.businessDate);
  const same =
    totalsText(now.sales) === totalsText(content.sales) &&
    totalsText(now.reversals) === totalsText(content.reversals) &&
    (content.sums === null || totalsText(now.sums.net) === totalsText(content.sums.net));
  return same ? null : now.sums.net;
}

/** The net of a Z as it is counted now. One that was sealed before Zs had a net gets it from its rows. */
export const netOfZ = (journal: ReadableDb, record: ClosingRecord, content: ZContent): Total[] =>
  netNowOf(journal, record, content) ??
  content.sums?.net ??
  sumsOf(standingRowsOf(journal, record.closing_id), content.businessDate).sums.net;

const zRowsOfClosing = (journal: ReadableDb, closingId: string): ZRow[] =>
  journal
    .prepare('SELECT * FROM z_document WHERE closing_id = ? ORDER BY revision')
    .all(closingId)
    .map((row) => zSchema.parse(row));

export const zsOfClosing = (journal: ReadableDb, closingId: string): ZDocument[] =>
  zRowsOfClosing(journal, closingId).map((row) => documentOf(journal, row));

/** The content of the last Z of a close, without what is around it: lists read many. */
export function lastContent(journal: ReadableDb, closingId: string): ZContent | null {
  const row = zRowsOfClosing(journal, closingId).at(-1);
  return row ? z.decode(zContentSchema, JSON.parse(row.content) as never) : null;
}

const rowMarks = z.array(z.tuple([z.string(), z.union([z.literal(0), z.literal(1)])]));

/** What a new issue is compared with: this close's provisional Z, or the last Z of the close it takes the place of. */
export function issueBefore(journal: ReadableDb, record: ClosingRecord): IssueBefore | null {
  const from = record.revision === null ? record.replaces : record.closing_id;
  const row = from === null ? undefined : zRowsOfClosing(journal, from).at(-1);
  if (!row) return null;
  const held = new Map(rowsOf(journal, row.closing_id).map((one) => [one.rowId, one]));
  return {
    number: row.number,
    revision: row.revision,
    reopenReason: getClosing(journal, row.closing_id)?.reopen_reason ?? null,
    rows: rowMarks.parse(JSON.parse(row.rows)).flatMap(([rowId, outstanding]) => {
      const found = held.get(rowId);
      return found ? [{ row: found, outstanding: outstanding === 1 }] : [];
    }),
  };
}

/** The rows of a close: those that stand; of a reopened one, those of its last Z. */
export function heldRows(journal: ReadableDb, record: ClosingRecord): ClosingRow[] {
  const { closing_id: closingId, state } = record;
  if (state === 'open' || state === 'provisional' || state === 'closed')
    return standingRowsOf(journal, closingId);
  const rows = rowsOf(journal, closingId);
  const last = zRowsOfClosing(journal, closingId).at(-1);
  if (!last) return rows;
  const summed = new Set(rowMarks.parse(JSON.parse(last.rows)).map(([rowId]) => rowId));
  return rows.filter(({ rowId }) => summed.has(rowId));
}

const lastOf = (journal: ReadableDb, table: 'z_document' | 'z_lost', branchKey: string): number =>
  journal
    .prepare<{ n: number }>(
      `SELECT number AS n FROM ${table} WHERE branch_key = ? ORDER BY number DESC LIMIT 1`,
    )
    .get(branchKey)?.n ?? 0;

/** Above every number that this branch ever gave, also in a journal that was lost; and which ones are missing before it. */
export function nextNumber(
  journal: ReadableDb,
  branchKey: string,
): { number: number; skipped: ZContent['skipped'] } {
  const last = lastOf(journal, 'z_document', branchKey);
  const number = Math.max(last, lastOf(journal, 'z_lost', branchKey)) + 1;
  return { number, skipped: number === last + 1 ? null : { from: last + 1, to: number - 1 } };
}

export const nextRevision = (journal: ReadableDb, branchKey: string, number: number, here: number): number =>
  1 +
  Math.max(
    here,
    journal
      .prepare<{ n: number }>('SELECT revision AS n FROM z_lost WHERE branch_key = ? AND number = ?')
      .get(branchKey, number)?.n ?? 0,
  );

/** The Z and its seal, in the transaction that closes: neither is ever there without the other. */
export function storeZ(
  journal: WritableDb,
  who: By,
  closingId: string,
  content: ZContent,
  rows: readonly { row: ClosingRow; outstanding: boolean }[],
): void {
  const text = contentText(content);
  const sha256 = sha256Of(text);
  const { branchKey, number, revision, kind, businessDate, approvedBy } = content;
  const sealed = recordAct(journal, who, 'day.closed', closingId, {
    branch: branchKey,
    date: businessDate,
    number,
    revision,
    kind,
    sha256,
    approvedBy,
  });
  journal
    .prepare(
      `INSERT INTO z_document (branch_key, number, revision, closing_id, content, sha256, sealed_seq, issued_at_ms, rows)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      branchKey,
      number,
      revision,
      closingId,
      text,
      sha256,
      sealed,
      who.atMs,
      JSON.stringify(rows.map(({ row, outstanding }) => [row.rowId, outstanding ? 1 : 0])),
    );
}

/** Null: no such Z. The first print is no copy. */
export function print(journal: WritableDb, who: By, id: ZId): { document: ZDocument; copy: number } | null {
  const row = zRow(journal, id);
  if (!row) return null;
  const key = [row.branch_key, row.number, row.revision] as const;
  const copy = documentOf(journal, row).prints;
  journal
    .prepare('INSERT INTO z_print (branch_key, number, revision, copy, at_ms, by) VALUES (?, ?, ?, ?, ?, ?)')
    .run(...key, copy, who.atMs, who.by);
  recordAct(journal, who, 'day.z-printed', row.closing_id, {
    branch: key[0],
    number: key[1],
    revision: key[2],
    copy,
  });
  return { document: documentOf(journal, row), copy };
}

const sealSchema = z.object({
  number: z.number(),
  revision: z.number(),
  branch: z.string(),
  sha256: z.string(),
});

export type SealedZ = {
  document: ZDocument;
  /** The bytes that were hashed when it was issued. */
  text: string;
  /** When the audit record sealed exactly these figures; null if it did not. */
  sealedAtMs: number | null;
};

export function sealedZ(journal: ReadableDb, id: ZId): SealedZ | null {
  const row = zRow(journal, id);
  if (!row) return null;
  const entry = journal
    .prepare<{ at_ms: number; params: string }>(
      `SELECT at_ms, params FROM audit_entry WHERE seq = ? AND action = 'day.closed'`,
    )
    .get(row.sealed_seq);
  const seal = entry ? sealSchema.safeParse(JSON.parse(entry.params)).data : null;
  const same =
    seal?.number === row.number &&
    seal.revision === row.revision &&
    seal.branch === row.branch_key &&
    seal.sha256 === sha256Of(row.content);
  return {
    document: documentOf(journal, row),
    text: row.content,
    sealedAtMs: same && entry ? entry.at_ms : null,
  };
}
