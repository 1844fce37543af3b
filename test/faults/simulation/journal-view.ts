/** What the journal on disk says, read past the product: for choosing what a person does, and for judging. */
import { z } from 'zod';
import type { ProfileFiles } from '#electron/database/db.ts';
import { totalSchema } from '#shared/contract/terminals.ts';
import { endedStates } from '#shared/domain/operation.ts';
import { evidenceBeforeSchema } from '#electron/journal/operation-record.ts';

const CLOSED = endedStates.map((state) => `'${state}'`).join(',');
const operationSchema = z.object({
  op_id: z.string(),
  kind: z.string(),
  subject_key: z.string(),
  state: z.string(),
  terminal_id: z.string().nullable(),
  order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  request_id: z.string().nullable(),
  url: z.string(),
  body: z.instanceof(Uint8Array).transform((bytes) => new TextDecoder().decode(bytes)),
  body_sha256: z.string(),
  attempt_no: z.number(),
  checks_count: z.number(),
  reads: z.string(),
  totals: z.string(),
  evidence_before: z.string(),
});
export type StoredOperation = z.output<typeof operationSchema>;
const eventSchema = z.object({
  seq: z.number(),
  op_id: z.string(),
  code: z.string(),
  from_state: z.string().nullable(),
  to_state: z.string().nullable(),
  params: z.string().transform((text) => JSON.parse(text) as Record<string, unknown>),
});

export const operationsOf = ({ journal }: ProfileFiles): StoredOperation[] =>
  journal
    .prepare('SELECT * FROM operation ORDER BY seq')
    .all()
    .map((row) => operationSchema.parse(row));
export const isOpen = ({ state }: StoredOperation): boolean =>
  !(endedStates as readonly string[]).includes(state);

/** What a person confirmed, in the smallest unit. */
export const centsOf = ({ totals }: StoredOperation): number =>
  Number(z.array(totalSchema).parse(JSON.parse(totals))[0]?.amount.minor ?? 0);

const readsSchema = z.array(z.object({ result: z.string() }));
/** What the newest read said; null without one. */
export const lastReadOf = ({ reads }: StoredOperation): string | null =>
  readsSchema.parse(JSON.parse(reads)).at(-1)?.result ?? null;

/** Operations that are SENDING exactly these bytes to this address. */
export const sendingOf = ({ journal }: ProfileFiles, url: string, bodySha256: string): StoredOperation[] =>
  journal
    .prepare(`SELECT * FROM operation WHERE state = 'SENDING' AND url = ? AND body_sha256 = ?`)
    .all(url, bodySha256)
    .map((row) => operationSchema.parse(row));

export const eventsOf = ({ journal }: ProfileFiles, afterSeq: number) =>
  journal
    .prepare(
      'SELECT seq, op_id, code, from_state, to_state, params FROM operation_event WHERE seq > ? ORDER BY seq',
    )
    .all(afterSeq)
    .map((row) => eventSchema.parse(row));

export const readAtOf = (operation: StoredOperation): number =>
  evidenceBeforeSchema.parse(JSON.parse(operation.evidence_before)).readAtMs;

export const statesOf = ({ journal }: ProfileFiles): Map<string, string> =>
  new Map(
    journal
      .prepare<unknown[], { op_id: string; state: string }>('SELECT op_id, state FROM operation')
      .all()
      .map(({ op_id, state }) => [op_id, state]),
  );

export const subjectsOpenTwice = ({ journal }: ProfileFiles): string[] =>
  journal
    .prepare<unknown[], { subject_key: string }>(
      `SELECT subject_key FROM operation WHERE state NOT IN (${CLOSED}) GROUP BY subject_key HAVING COUNT(*) > 1`,
    )
    .all()
    .map((row) => row.subject_key);

export const membersOf = ({ journal }: ProfileFiles, opId: string): string[] =>
  journal
    .prepare<unknown[], { row_id: string }>('SELECT row_id FROM operation_row WHERE op_id = ?')
    .all(opId)
    .map((row) => row.row_id);

/** An amount to a recipient that two open operations move, alone or among many. */
export const transfersOpenTwice = ({ journal }: ProfileFiles): string[] =>
  journal
    .prepare<unknown[], { row_id: string }>(
      `SELECT row_id FROM operation_row JOIN operation USING (op_id)
         WHERE kind IN ('payout', 'payout-batch') AND state NOT IN (${CLOSED}) GROUP BY row_id HAVING COUNT(*) > 1`,
    )
    .all()
    .map((row) => row.row_id);

/** The orders and types of the rows in an acknowledgement's durable snapshot. */
export function snapshotOf({ journal }: ProfileFiles, operation: StoredOperation): string[] {
  const { snapshotId } = evidenceBeforeSchema.parse(JSON.parse(operation.evidence_before));
  const stored = journal
    .prepare<unknown[], { rows: string }>('SELECT rows FROM ack_snapshot WHERE snapshot_id = ?')
    .get(snapshotId);
  const rows = JSON.parse(stored?.rows ?? '[]') as { raw: string }[];
  return rows.map(({ raw }) => {
    const row = JSON.parse(raw) as { payment_type: string; merchant_order_id: string };
    return `${row.payment_type} ${row.merchant_order_id}`;
  });
}
export const salesOf = ({ cache }: ProfileFiles) =>
  cache
    .prepare<unknown[], { row_id: string; amount_minor: number; merchant_order_id: string }>(
      `SELECT row_id, amount_minor, merchant_order_id FROM pos_transaction WHERE payment_type = 'SALE' ORDER BY terminal_id, position, row_id`,
    )
    .all();
