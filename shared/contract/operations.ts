/** Movements of money: the journal's view, acknowledgement and reversal. */
import { z } from 'zod';
import {
  evidenceKinds,
  movementKinds,
  operationStates,
  resolutions,
  reversalReasons,
} from '../domain/operation.ts';
import { environments } from '../domain/environment.ts';
import {
  appErrorSchema,
  atMsSchema,
  countSchema,
  messagesSchema,
  pageInput,
  pageOf,
  terminalIdSchema,
  writtenText,
} from './wire.ts';
import { authorizationSchema } from './people.ts';
import { rowSumsSchema, totalSchema, transactionSchema, unreadableRowSchema } from './terminals.ts';

export const operationSchema = z.object({
  opId: z.string(),
  kind: z.enum(movementKinds),
  state: z.enum(operationStates),
  environment: z.enum(environments),
  terminalId: z.string().nullable(),
  /** The exact id sent in the path (reversal), null otherwise. */
  orderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  /** What was confirmed: one total per currency. */
  totals: z.array(totalSchema),
  /** Acknowledgement: transactions that it covered and that could not be read: they are in no total. */
  unread: countSchema,
  actor: z.string(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  createdAtMs: atMsSchema,
  updatedAtMs: atMsSchema,
  attemptNo: countSchema,
  nextCheckAtMs: atMsSchema.nullable(),
  checksCount: countSchema,
  /** The gateway's words and our reading of its answer, if there was one. */
  messages: messagesSchema.nullable(),
  error: appErrorSchema.nullable(),
  /** Instant settlement: the request it made. */
  requestId: z.string().nullable(),
});
export type Operation = z.output<typeof operationSchema>;

/** One line of an operation's story; `code` is translated by the renderer under `operations.event.<code>`. */
export const operationEventSchema = z.object({
  seq: countSchema,
  atMs: atMsSchema,
  code: z.enum([
    'asked', // the person confirmed
    'stored', // acknowledgement: rows and raw bytes durable, read back
    'sending',
    'connected',
    'headers-sent',
    'body-sent',
    'answer-began',
    'answered', // params.status
    'not-sent',
    'succeeded',
    'refused',
    'not-known',
    'read', // params.result: positive | negative | inconclusive
    'settled-by-read', // a read has resolved it; the code is in stored journals, so it keeps its name
    'believed-absent',
    'needs-person',
    'sent-again', // a person confirmed another attempt
    'resolved-done',
    'resolved-not-done',
    'disputed',
    'expired',
    'recovered', // found without an outcome, at start or when a store had failed
  ]),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type OperationEvent = z.output<typeof operationEventSchema>;

/** What may be done with an operation now; each with the reason when not. */
const operationDetailSchema = z.object({
  operation: operationSchema,
  events: z.array(operationEventSchema),
  canCheckNow: z.boolean(),
  canSendAgain: z.boolean(),
  canResolve: z.boolean(),
  request: z.object({ method: z.string(), url: z.string(), body: z.string() }),
  /** Acknowledgement: rows that could not be read and that a person decided on (`operation.note` says why). */
  unreadable: z.array(unreadableRowSchema),
});

const ackPreparationSchema = z.object({
  preparationId: z.string(),
  terminalId: z.string(),
  readAtMs: atMsSchema,
  count: countSchema,
  /** Net of what it covers, and its parts. */
  sums: rowSumsSchema,
  /** Rows that cannot be read: neither in `count` nor in a sum. Confirming over them is a decision at level L2. */
  unreadable: z.array(unreadableRowSchema),
  /**
   * The same sums by the day whose close has the rows, or will have them, oldest first: an acknowledgement takes everything
   * that is listed.
   */
  days: z.array(z.object({ businessDate: z.iso.date(), count: countSchema, sums: rowSumsSchema })),
  oldestFirstSeenAtMs: atMsSchema.nullable(),
  /** Against what the screen showed (`seenReadAtMs`): arrived and gone since. */
  newSinceSeen: countSchema,
  goneSinceSeen: countSchema,
});
export type AckPreparation = z.output<typeof ackPreparationSchema>;

const reversalPreparationSchema = z.object({
  preparationId: z.string(),
  transaction: transactionSchema,
  readAtMs: atMsSchema,
  /** The exact identifier and the row field it was taken from (profile: reversalOrderIdField). */
  orderId: z.string(),
  orderIdField: z.enum(['merchant_order_id', 'ref_number']),
});
export type ReversalPreparation = z.output<typeof reversalPreparationSchema>;

export const operationsContract = {
  'operations.page': {
    right: 'see',
    input: z.strictObject({
      /** `under-way`: begun, and nothing speaks for a lost answer; `unknown`: nobody knows the result. None is in both. */
      scope: z.enum(['under-way', 'unknown', 'all']),
      kind: z.enum(movementKinds).nullable().default(null),
      ...pageInput,
    }),
    output: pageOf(operationSchema),
  },
  'operations.detail': { right: 'see', input: z.object({ opId: z.string() }), output: operationDetailSchema },
  'operations.checkNow': {
    right: 'operations.check',
    onlyReads: true,
    input: z.object({ opId: z.string() }),
    output: operationDetailSchema,
  },
  /** Only from ABSENT: a person saw the evidence and retyped the amount (acknowledgement: the count). */
  'operations.sendAgain': {
    right: ['acknowledge', 'reverse', 'instant-settle', 'order-movements', 'payouts'],
    input: z.object({
      opId: z.string(),
      retyped: z.string().max(60),
      authorization: authorizationSchema,
    }),
    output: operationDetailSchema,
  },
  /** Only from NEEDS_PERSON or DISPUTED. */
  'operations.resolve': {
    right: 'operations.resolve',
    input: z.object({
      opId: z.string(),
      resolution: z.enum(resolutions),
      evidence: z.enum(evidenceKinds),
      evidenceReference: writtenText(200, 1),
      reason: writtenText(500, 1),
      authorization: authorizationSchema,
    }),
    output: operationDetailSchema,
  },
  /** Fresh read, rows stored, and the set to confirm. */
  'acknowledgement.prepare': {
    right: 'acknowledge',
    onlyReads: true,
    input: z.object({ terminalId: terminalIdSchema, seenReadAtMs: atMsSchema.nullable() }),
    output: ackPreparationSchema,
  },
  /** Sends once. If the set changed since the preparation, nothing is sent and the new set comes back to confirm. */
  'acknowledgement.confirm': {
    right: 'acknowledge',
    input: z.object({
      preparationId: z.string(),
      /** The decision of a person that it goes on over the rows that cannot be read, if there are any. */
      overUnreadable: z
        .object({ note: writtenText(500, 1), authorization: authorizationSchema })
        .nullable()
        .default(null),
    }),
    output: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('ended'), operation: operationSchema, remaining: countSchema.nullable() }),
      z.object({ kind: z.literal('set-changed'), preparation: ackPreparationSchema }),
    ]),
  },
  /** Fresh read; answers with what will be sent, or why it cannot be reversed. */
  'reversal.prepare': {
    right: ['reverse', 'approve'],
    onlyReads: true,
    input: z.object({ rowId: z.string() }),
    output: reversalPreparationSchema,
  },
  /** Sends once. `typedAmount` as the person typed it. Answers when the ending is known or not known. */
  'reversal.confirm': {
    right: ['reverse', 'approve'],
    input: z.object({
      preparationId: z.string(),
      reason: z.enum(reversalReasons),
      note: writtenText(500),
      typedAmount: z.string().max(60),
      authorization: authorizationSchema,
    }),
    output: z.object({ operation: operationSchema }),
  },
} as const;

export const operationsEvents = {
  /** Null: any of them. */
  'operations.changed': z.object({ opIds: z.array(z.string()).nullable() }),
} as const;
