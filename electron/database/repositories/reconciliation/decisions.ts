/** What people decide of exceptions; each act with its entry of the audit record, in one transaction, for one or many. */
import { z } from 'zod';
import type { ExceptionDecision, ReconcileException } from '#shared/contract/reconciliation-items.ts';
import { toDecimal, type Money } from '#shared/money/money.ts';
import type { AuditAction } from '../../../audit/entry.ts';
import type { ReadableDb, WritableDb } from '../../db.ts';
import { recordAct, type By } from '../closing/records.ts';

const rowSchema = z
  .object({
    kind: z.enum(['assigned', 'resolved', 'written-off', 'reopened']),
    owner: z.string().nullable(),
    due_on: z.string().nullable(),
    remark: z.string(),
    amount_minor: z.bigint().nullable(),
    currency: z.string().nullable(),
    approved_by: z.string().nullable(),
    by: z.string(),
    at_ms: z.bigint().transform(Number),
  })
  .transform((row): ExceptionDecision => ({
    kind: row.kind,
    owner: row.owner,
    dueOn: row.due_on,
    remark: row.remark,
    amount:
      row.amount_minor === null || row.currency === null
        ? null
        : { minor: row.amount_minor, currency: row.currency },
    approvedBy: row.approved_by,
    by: row.by,
    atMs: row.at_ms,
  }));

/** Oldest first. */
export const decisionsOf = (journal: ReadableDb, key: string): ExceptionDecision[] =>
  journal
    .prepare('SELECT * FROM exception_decision WHERE key = ? ORDER BY seq')
    .safeIntegers()
    .all(key)
    .map((row) => rowSchema.parse(row));

type Seen = { readonly key: string; readonly version: string };
export type Decision = Seen & {
  readonly kind: ExceptionDecision['kind'];
  readonly remark: string;
  readonly owner?: string | null;
  readonly dueOn?: string | null;
  readonly amount?: Money;
};
export type DecisionRefusal = {
  code: 'exception-gone' | 'changed-since' | 'decided-already' | 'not-decided' | 'nothing-to-write-off';
  key: string;
};

/** What is in the way of a decision on an exception as it is now; null: nothing. */
export function refusalOf(
  { key, version, kind, amount }: Decision,
  found: ReconcileException | undefined,
): DecisionRefusal | null {
  if (!found) return { code: 'exception-gone', key };
  if (kind === 'reopened') return found.state === 'open' ? { code: 'not-decided', key } : null;
  if (found.version !== version) return { code: 'changed-since', key };
  if (kind === 'assigned') return null;
  if (found.state !== 'open') return { code: 'decided-already', key };
  if (kind !== 'written-off') return null;
  const { difference } = found;
  if (difference === null || difference.minor === 0n) return { code: 'nothing-to-write-off', key };
  const isSame = amount?.minor === difference.minor && amount.currency === difference.currency;
  return isSame ? null : { code: 'changed-since', key };
}

const ACTIONS: Record<ExceptionDecision['kind'], AuditAction> = {
  assigned: 'reconciliation.assigned',
  resolved: 'reconciliation.resolved',
  'written-off': 'reconciliation.written-off',
  reopened: 'reconciliation.reopened',
};

/** They were checked in this transaction. */
export function storeDecisions(
  journal: WritableDb,
  who: By & { approvedBy: string | null },
  decisions: readonly Decision[],
): void {
  const next = journal.prepare<{ seq: number }>(
    'SELECT COALESCE(MAX(seq), 0) + 1 AS seq FROM exception_decision',
  );
  const insert = journal.prepare(
    `INSERT INTO exception_decision (seq, key, kind, version, owner, due_on, remark, amount_minor, currency, approved_by, by, at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { key, version, kind, remark, owner = null, dueOn = null, amount } of decisions) {
    const { by, atMs, approvedBy } = who;
    const approved = kind === 'written-off' ? approvedBy : null;
    insert.run(
      next.get()?.seq,
      key,
      kind,
      version,
      owner,
      dueOn,
      remark,
      amount?.minor ?? null,
      amount?.currency ?? null,
      approved,
      by,
      atMs,
    );
    recordAct(journal, who, ACTIONS[kind], key, {
      remark,
      ...(kind === 'assigned' && { owner, dueOn }),
      ...(amount && { amount: toDecimal(amount), currency: amount.currency, approvedBy: approved }),
    });
  }
}
