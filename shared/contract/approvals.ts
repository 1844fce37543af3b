/** Requests for approval: what is over the limit and waits for somebody who may approve. */
import { z } from 'zod';
import { reversalReasons } from '../domain/operation.ts';
import { authorizationSchema } from './people.ts';
import { atMsSchema, nothing } from './wire.ts';
import { totalSchema } from './terminals.ts';

export const approvalKinds = ['reversal', 'instant-settlement'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

export const approvalSchema = z.object({
  requestId: z.string(),
  kind: z.enum(approvalKinds),
  /** The row (reversal), or what the offer covers (instant settlement): one waiting request for each. */
  subject: z.string(),
  transactionIds: z.array(z.string()),
  totals: z.array(totalSchema),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  requestedById: z.string(),
  requestedBy: z.string(),
  atMs: atMsSchema,
  state: z.enum(['waiting', 'approved', 'refused', 'withdrawn']),
  decidedBy: z.string().nullable(),
  decidedAtMs: atMsSchema.nullable(),
  decisionNote: z.string().nullable(),
  /** The operation that came of it. */
  opId: z.string().nullable(),
});
export type ApprovalRequest = z.output<typeof approvalSchema>;

const { pin } = authorizationSchema.shape;

export const approvalsContract = {
  /** Waiting ones, oldest first. */
  'approvals.list': { input: nothing, output: z.object({ requests: z.array(approvalSchema) }) },
  /** Of what a dialog has prepared. The own PIN; nothing is sent to the gateway. */
  'approvals.request': {
    input: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('reversal'),
        preparationId: z.string(),
        reason: z.enum(reversalReasons),
        note: z.string().trim().max(500),
        pin,
      }),
      z.object({ kind: z.literal('instant-settlement'), quoteId: z.string(), pin }),
    ]),
    output: z.object({ request: approvalSchema }),
  },
  'approvals.refuse': {
    input: z.object({ requestId: z.string(), note: z.string().trim().min(1).max(500) }),
    output: nothing,
  },
  /** By who asked. */
  'approvals.withdraw': { input: z.object({ requestId: z.string() }), output: nothing },
} as const;

export const approvalsEvents = {
  'approvals.changed': nothing,
} as const;
