/**
 * The bridge of a settlement window, of all windows that one payout paid, or of one early payout: from our
 * closes to what the bank should get, and what it got. It is computed from what is on this PC; every line opens its rows.
 * Amounts carry their sign. `subject` names any of them (shared/domain/bridge-subject.ts).
 */
import { z } from 'zod';
import { bridgeLines } from '../domain/bridge.ts';
import { oddities } from '../domain/settlement.ts';
import { businessDateSchema } from './closing-day.ts';
import { importLineSchema } from './import-file.ts';
import { daysLeftOutSchema } from './settlement.ts';
import { totalSchema } from './terminals.ts';
import {
  atMsSchema,
  countSchema,
  moneySchema,
  pageInput,
  pageOf,
  readStateSchema,
  writtenText,
} from './wire.ts';

const subjectSchema = z.string().min(1).max(200);
const depositIdSchema = z.string().min(1).max(64);
const lineSchema = z.enum(bridgeLines);

const depositSchema = z.object({
  depositId: depositIdSchema,
  amount: moneySchema,
  /** As the bank's statement says. */
  receivedOn: businessDateSchema,
  reference: z.string(),
  note: z.string(),
  by: z.string(),
  atMs: atMsSchema,
  /** It was entered by mistake: kept, and counted no more. */
  withdrawn: z.object({ by: z.string(), atMs: atMsSchema, reason: z.string() }).nullable(),
  /** The statement has this money: its line is counted, and this is not counted again. */
  confirmed: z.boolean(),
});
export type Deposit = z.output<typeof depositSchema>;

/**
 * Why a line of a statement is a deposit: a rule matched it (by its reference, by its amount and day, or another), a person did, or
 * it has the bank reference and another amount.
 */
export const statementGrounds = ['reference', 'amount-date', 'rule', 'by-hand', 'other-amount'] as const;
const statementDepositSchema = importLineSchema.extend({
  lineId: z.string(),
  ground: z.enum(statementGrounds),
  /** What it pays: windows, or one early payout, by the names of their bridges. */
  pays: z.array(z.string()),
  /** The import that has it. */
  importId: z.string(),
  sourceName: z.string(),
  fileName: z.string(),
});
export type StatementDeposit = z.output<typeof statementDepositSchema>;

const bridgeSchema = z.object({
  subject: subjectSchema,
  of: z.enum(['window', 'payout', 'together', 'early']),
  /** The windows that it pays; none for an early payout. */
  windowIds: z.array(z.string()),
  /** While it is open the gateway lists nothing of it as settled; an early payout is open until it is transferred. */
  isOpen: z.boolean(),
  lines: z.array(z.object({ line: lineSchema, amount: moneySchema, count: countSchema })),
  expected: moneySchema,
  /** As the gateway gives it, and how much it is above `expected`. */
  gatewayNet: moneySchema.nullable(),
  gatewayDiffers: moneySchema.nullable(),
  /** As people entered them. */
  deposits: z.array(depositSchema),
  /** Lines of imported statements that pay these windows or this early payout, and nothing else. */
  statement: z.array(statementDepositSchema),
  /** The bridge over several windows that a line of the statement pays together, if this window is one of them. */
  paidIn: subjectSchema.nullable(),
  /** Every line of the statement, and entered deposits that are not among them; null while there is neither. */
  deposited: moneySchema.nullable(),
  /** Deposited less expected; null before anything is deposited. Not zero: an exception. */
  unexplained: moneySchema.nullable(),
  /** What is known about the missing deposit of paid windows. Null once something is deposited. */
  noDeposit: z
    .discriminatedUnion('state', [
      z.object({ state: z.enum(['no-deposit', 'missing']), noStatement: z.null() }),
      z.object({ state: z.literal('no-statement'), noStatement: daysLeftOutSchema }),
    ])
    .nullable(),
  /** Early payouts asked for elsewhere whose sales the gateway does not name, and that no amount of this bridge proves. */
  unnamedPayouts: z.array(z.object({ requestId: z.string(), amount: moneySchema })),
  /** Closed in the time of the window, in other currencies: they are in no line. */
  otherCurrencies: z.array(totalSchema),
  /** When the list of settled transactions, from which this is computed, was last read, and what went wrong. */
  settledRead: readStateSchema,
});
export type BridgeView = z.output<typeof bridgeSchema>;

const memberSchema = z.object({
  /** A sale of our closes, a settled transaction, or both. */
  rowId: z.string().nullable(),
  transactionId: z.string().nullable(),
  orderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  terminalId: z.string().nullable(),
  branchName: z.string().nullable(),
  /** The date of the close that has this sale. */
  businessDate: businessDateSchema.nullable(),
  zNumber: z.number().int().nullable(),
  /** The other PC that closed it. */
  pc: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Paid by instant settlement. */
  paidEarly: z.boolean(),
  odd: z.array(z.enum(oddities)),
  /** What it adds to the line. */
  amount: moneySchema,
});
export type BridgeRow = z.output<typeof memberSchema>;

export const bridgeContract = {
  /** Errors: input `invalid` for a window that is not on this PC, or that does not say its currency. */
  'bridge.get': { right: 'see', input: z.object({ subject: subjectSchema }), output: bridgeSchema },
  'bridge.rows': {
    right: 'see',
    input: z.strictObject({ subject: subjectSchema, line: lineSchema, ...pageInput }),
    output: pageOf(memberSchema),
  },
  /** `typed` as the person wrote it, in the window's currency; a deposit may come in parts. */
  'bridge.enterDeposit': {
    right: 'reconcile',
    input: z.object({
      subject: subjectSchema,
      typed: z.string().max(100),
      receivedOn: businessDateSchema,
      reference: writtenText(200).default(''),
      note: writtenText(500).default(''),
    }),
    output: bridgeSchema,
  },
  'bridge.withdrawDeposit': {
    right: 'reconcile',
    input: z.object({
      subject: subjectSchema,
      depositId: depositIdSchema,
      reason: writtenText(500),
    }),
    output: bridgeSchema,
  },
} as const;
