/** One operation as the journal holds it. Its row is parsed: a database row is a boundary, too. */
import { z } from 'zod';
import { environments } from '#shared/domain/environment.ts';
import { movementKinds, operationStates } from '#shared/domain/operation.ts';
import { appErrorSchema, messagesSchema } from '#shared/contract/wire.ts';
import { totalSchema } from '#shared/contract/terminals.ts';

/** A JSON text column, parsed and then checked. */
const json = <T extends z.ZodType>(schema: T) =>
  z.string().transform((text, context): z.output<T> => {
    const read = schema.safeParse(JSON.parse(text));
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: read.error.message });
    return z.NEVER;
  });

const evidenceReadSchema = z.object({
  atMs: z.number(),
  result: z.enum(['positive', 'negative', 'inconclusive']),
  complete: z.boolean(),
  originalListed: z.boolean(),
  newerData: z.boolean(),
  sameAccess: z.boolean(),
  serverAtMs: z.number().nullable().default(null),
});

/** The last read before the send. Later reads are compared with it. */
export const evidenceBeforeSchema = z.object({
  readAtMs: z.number(),
  /** The id of every row that was listed. */
  listedRowIds: z.array(z.string()),
  /** Reversal: the sale's own row. */
  saleRowId: z.string().nullable(),
  /** Acknowledgement: the durable snapshot. */
  snapshotId: z.string().nullable(),
  /** Instant settlement: the requests that existed already. */
  requestIds: z.array(z.string()),
});
export type EvidenceBefore = z.output<typeof evidenceBeforeSchema>;

const rowSchema = z.object({
  op_id: z.string(),
  seq: z.number(),
  kind: z.enum(movementKinds),
  subject_key: z.string(),
  state: z.enum(operationStates),
  environment: z.enum(environments),
  merchant_id: z.string(),
  terminal_id: z.string().nullable(),
  order_id: z.string().nullable(),
  ref_number: z.string().nullable(),
  totals: json(z.array(totalSchema)),
  actor: z.string(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  method: z.enum(['PUT', 'POST']),
  url: z.string(),
  body: z.instanceof(Uint8Array),
  body_sha256: z.string(),
  key_fingerprint: z.string(),
  evidence_before: json(evidenceBeforeSchema),
  attempt_no: z.number(),
  sending_at_ms: z.number().nullable(),
  messages: json(messagesSchema).nullable(),
  error: json(appErrorSchema).nullable(),
  request_id: z.string().nullable(),
  next_check_at_ms: z.number().nullable(),
  checks_count: z.number(),
  reads: json(z.array(evidenceReadSchema)),
  created_at_ms: z.number(),
  updated_at_ms: z.number(),
});

export const parseOperationRow = (row: unknown) => {
  const r = rowSchema.parse(row);
  return {
    opId: r.op_id,
    seq: r.seq,
    kind: r.kind,
    subjectKey: r.subject_key,
    state: r.state,
    environment: r.environment,
    merchantId: r.merchant_id,
    terminalId: r.terminal_id,
    orderId: r.order_id,
    refNumber: r.ref_number,
    totals: r.totals,
    actor: r.actor,
    reason: r.reason,
    note: r.note,
    method: r.method,
    url: r.url,
    body: r.body,
    bodySha256: r.body_sha256,
    keyFingerprint: r.key_fingerprint,
    evidenceBefore: r.evidence_before,
    attemptNo: r.attempt_no,
    sendingAtMs: r.sending_at_ms,
    messages: r.messages,
    error: r.error,
    requestId: r.request_id,
    nextCheckAtMs: r.next_check_at_ms,
    checksCount: r.checks_count,
    reads: r.reads,
    createdAtMs: r.created_at_ms,
    updatedAtMs: r.updated_at_ms,
    /** Rows of its acknowledgement that could not be read. The table does not know them. */
    unread: 0,
  };
};
export type OperationRecord = ReturnType<typeof parseOperationRow>;
