/**
 * Requests for approval: what needs a second person (L3) and waits for somebody who may approve.
 *
 * A new movement of money is approved in its own dialog, with a fresh pre-check: `authorization.requestId` of `reversal.confirm`,
 * `orderMovement.confirm`, `charge.confirm` and `instantSettlement.confirm`. Everything else is carried out by `approvals.confirm`, with what was typed
 * when it was asked for, through the same path and the same checks as if both people had been there. Until then nothing is done.
 */
import { z } from 'zod';
import {
  evidenceKinds,
  movementKinds,
  operationStates,
  resolutions,
  reversalReasons,
} from '../domain/operation.ts';
import { approvalKindNames, decisionWords, reasonsToStay } from '../domain/approvals.ts';
import { bulkActions } from '../domain/reconciliation.ts';
import type { Right } from '../domain/rights.ts';
import { differenceReasons } from '../domain/closing.ts';
import { lineNameShape } from './closing-day.ts';
import { authorizationSchema } from './people.ts';
import { seenSchema } from './reconciliation.ts';
import { exceptionSchema, remarkSchema } from './reconciliation-items.ts';
import { appErrorSchema, atMsSchema, moneySchema, nothing, writtenText } from './wire.ts';
import { totalSchema } from './terminals.ts';

/** As it was when it was asked for. */
const operationSchema = z.object({
  opId: z.string(),
  kind: z.enum(movementKinds),
  state: z.enum(operationStates),
  terminalId: z.string().nullable(),
});
const closingSchema = z.object({
  closingId: z.string(),
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: z.string(),
  /** Null while nothing was issued. */
  number: z.number().int().nullable(),
});
const differenceSchema = z.object({
  ...lineNameShape,
  expected: moneySchema,
  counted: moneySchema,
  difference: moneySchema,
  /** How a person explained the difference before they asked. Null if nobody did, and from an older Closeout. */
  why: z
    .object({ reason: z.enum(differenceReasons), note: z.string(), by: z.string() })
    .nullable()
    .default(null),
});
/** What an early payout was to cost when it was asked for: another PC approves no other cost. */
const offerSchema = z.object({ totalFees: moneySchema, netTransfer: moneySchema });
const resolutionSchema = z.object({
  resolution: z.enum(resolutions),
  evidence: z.enum(evidenceKinds),
  evidenceReference: z.string(),
});
/** An exception as it was when its write-off was asked for; of a sheet also what it resolves. */
const decidedSchema = z.object({
  action: z.enum(bulkActions),
  exception: exceptionSchema.pick({
    key: true,
    version: true,
    comparison: true,
    type: true,
    ours: true,
    theirs: true,
    difference: true,
  }),
  remark: z.string(),
});
export type AskedDecision = z.output<typeof decidedSchema>;

export const approvalSchema = z.object({
  requestId: z.string(),
  kind: z.enum(approvalKindNames),
  /**
   * What it is about: the row of a reversal, the order of its movements, the card of a charge, the sales of an instant settlement, the operation, the
   * close, both of them (carry-operation), the exception, the sheet. One request waits for each kind and subject.
   */
  subject: z.string(),
  transactionIds: z.array(z.string()),
  /** The amount of the operation, the sales of the close, or how much write-offs give up, whichever side has less. */
  totals: z.array(totalSchema),
  /** Of a reversal, of a movement of an order and of a charge; null otherwise. */
  reason: z.string().nullable(),
  /** What the person wrote: the reason of a resolution or of opening again, the note of the others. */
  note: z.string().nullable(),
  /** send-again, resolve and carry-operation; null otherwise. */
  operation: operationSchema.nullable(),
  /** carry-operation, close-day, close-provisional, reopen-day; null otherwise. */
  closing: closingSchema.nullable(),
  /** close-day and close-provisional: the lines above the limit. */
  differences: z.array(differenceSchema),
  /** close-day and close-provisional: what is authorised, which is in no net. Null: an older Closeout did not say, or it is not shown. */
  authorized: z.array(totalSchema).nullable().default(null),
  resolution: resolutionSchema.nullable(),
  /** instant-settlement, unless an older Closeout asked. */
  offer: offerSchema.nullable(),
  /** write-off (one) and write-off-sheet (at most `MOST_ASKED`). */
  exceptions: z.array(decidedSchema),
  requestedById: z.string(),
  requestedBy: z.string(),
  atMs: atMsSchema,
  state: z.enum(['waiting', 'approved', 'refused', 'withdrawn']),
  decidedBy: z.string().nullable(),
  decidedAtMs: atMsSchema.nullable(),
  decisionNote: z.string().nullable(),
  /** The operation that came of it, or went on. */
  opId: z.string().nullable(),
});
export type ApprovalRequest = z.output<typeof approvalSchema>;

/** A request of another PC of the chain, as that PC published it. */
const otherApprovalSchema = z.object({
  pc: z.object({ id: z.string(), name: z.string(), /** '': it sees every branch. */ branch: z.string() }),
  ...approvalSchema.pick({
    requestId: true,
    kind: true,
    totals: true,
    reason: true,
    note: true,
    operation: true,
    closing: true,
    differences: true,
    authorized: true,
    resolution: true,
    offer: true,
    exceptions: true,
    requestedBy: true,
    atMs: true,
    state: true,
  }).shape,
  terminalId: z.string().nullable(),
  refNumber: z.string().nullable(),
  merchantOrderId: z.string().nullable(),
  /** The card of a charge, or who is paid by a transfer; masked. */
  party: z.string().nullable(),
  /** Why it can be decided on its own PC only; null if here, too. */
  stays: z.enum(reasonsToStay).nullable(),
  /** How it ended there. */
  decided: z.object({ by: z.string(), note: z.string().nullable(), atMs: atMsSchema }).nullable(),
  /**
   * The decision that is in force, of several a refusal; else the last that left for it. `error`: that PC did not carry it out, and why. While it is null the PC has not answered; after
   * `untilMs` it does not carry it out any more.
   */
  sent: z
    .object({
      by: z.string(),
      pcName: z.string(),
      /** It left this PC. */
      isHere: z.boolean(),
      word: z.enum(decisionWords),
      atMs: atMsSchema,
      untilMs: atMsSchema,
      error: appErrorSchema.nullable(),
    })
    .nullable(),
  /** Until when one that left this PC can be taken back, whichever is shown; null: none is in force. */
  takeBackUntilMs: atMsSchema.nullable(),
});
export type OtherApproval = z.output<typeof otherApprovalSchema>;

/** More rows than anybody looks through before agreeing. */
export const MOST_ASKED = 500;

const { pin } = authorizationSchema.shape;
const id = z.string().min(1).max(64);
const written = writtenText(500, 1);

/** What can be sent for approval; a request asks for the right of its own act. */
const approvable: readonly Right[] = [
  'reverse',
  'acknowledge',
  'instant-settle',
  'order-movements',
  'saved-cards',
  'payouts',
  'operations.resolve',
  'close.confirm',
  'close.reopen',
  'reconcile',
];

export const approvalsContract = {
  /** Waiting ones, oldest first; and those of the person signed in that were refused in the last days, newest first. */
  'approvals.list': {
    right: 'see',
    input: nothing,
    output: z.object({
      requests: z.array(approvalSchema),
      refused: z.array(approvalSchema),
      /** Of other PCs: those that wait, the oldest first, then those that ended in the last day. */
      others: z.array(otherApprovalSchema),
    }),
  },
  /**
   * Decides a request of another PC: the decision is published, and that PC checks it and carries it out after a fresh read. `typed`: the amount,
   * where money is sent; empty otherwise. A refusal has a note. Errors: people/own-request, people/request-not-open,
   * people/decided-there-only, people/decision-sent; headOffice/not-asked while head office is not reached.
   */
  'approvals.decideElsewhere': {
    right: 'approve',
    input: z.object({
      pc: z.string().max(64),
      requestId: z.string().max(64),
      word: z.enum(['approved', 'refused']),
      typed: z.string().max(60),
      note: writtenText(500),
      pin,
    }),
    output: nothing,
  },
  /**
   * A decision of this PC that was not used yet is not to be used any more: with the own PIN, as it was made. The PC of the request says
   * what became of it: it may be carrying it out already. Errors: people/request-not-open; headOffice/not-asked while head office is not reached.
   */
  'approvals.takeBack': {
    right: 'approve',
    input: z.object({ pc: z.string().max(64), requestId: z.string().max(64), pin }),
    output: nothing,
  },
  /**
   * The own PIN; nothing is sent to the gateway and nothing of a close is changed. The right is the act's own. Errors: those of
   * the act itself; people/request-waiting; people/approval-not-needed where one person is enough.
   */
  'approvals.request': {
    right: approvable,
    input: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('reversal'),
        preparationId: z.string(),
        reason: z.enum(reversalReasons),
        note: writtenText(500),
        pin,
      }),
      z.object({
        kind: z.literal('order-movement'),
        preparationId: z.string(),
        reason: writtenText(200),
        note: writtenText(500),
        pin,
      }),
      z.object({
        kind: z.literal('charge'),
        preparationId: z.string(),
        reason: writtenText(200),
        note: writtenText(500),
        pin,
      }),
      z.object({ kind: z.literal('instant-settlement'), quoteId: z.string(), pin }),
      /** `retyped` as for operations.sendAgain: the amount. */
      z.object({ kind: z.literal('send-again'), opId: id, retyped: z.string().max(60), pin }),
      z.object({
        kind: z.literal('resolve'),
        opId: id,
        resolution: z.enum(resolutions),
        evidence: z.enum(evidenceKinds),
        evidenceReference: writtenText(200, 1),
        reason: written,
        pin,
      }),
      z.object({ kind: z.literal('carry-operation'), closingId: id, opId: id, note: written, pin }),
      z.object({ kind: z.literal('close-day'), closingId: id, pin }),
      z.object({ kind: z.literal('close-provisional'), closingId: id, note: written, pin }),
      z.object({ kind: z.literal('reopen-day'), closingId: id, reason: written, pin }),
      z.object({ kind: z.literal('write-off'), exception: seenSchema, remark: remarkSchema, pin }),
      /** The sheet that was checked last. Errors also: reconciliation/too-many with params.most. */
      z.object({ kind: z.literal('write-off-sheet'), sheetId: id, pin }),
    ]),
    output: z.object({ request: approvalSchema }),
  },
  /**
   * By somebody who may approve and did not ask: carries the act out, as of who asked. A new movement of
   * money is not carried out here (people/request-not-open). If the act is refused, the request goes on waiting. Errors: those of the act itself;
   * people/own-request; people/request-not-open; closing/changed-since where the figures of the close are not those that were
   * asked for; reconciliation/changed-since-asked, decided-already and exception-gone where an exception is not open with the same
   * amount any more.
   */
  'approvals.confirm': {
    right: 'approve',
    input: z.object({ requestId: z.string(), pin }),
    output: z.object({ request: approvalSchema }),
  },
  'approvals.refuse': {
    right: 'approve',
    input: z.object({ requestId: z.string(), note: writtenText(500, 1) }),
    output: nothing,
  },
  /** By who asked. */
  'approvals.withdraw': { right: approvable, input: z.object({ requestId: z.string() }), output: nothing },
} as const;

export const approvalsEvents = {
  'approvals.changed': nothing,
} as const;
