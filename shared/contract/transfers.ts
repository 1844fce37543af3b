/**
 * What the merchant sends to others (interface §2.8, §4.8, §4.15): once, or by itself, again and again. Schedules are made and
 * stopped, and what a transfer costs is asked. Sent transfers, schedules and balances are kept lists.
 */
import { z } from 'zod';
import { MOST_IN_BATCH, payoutMethods, recurringFrequencies } from '../domain/payout.ts';
import { sheetColumnNames } from '../domain/sheets.ts';
import { changedSchema, madeSchema } from './making.ts';
import { operationSchema } from './operations.ts';
import { authorizationSchema } from './people.ts';
import { cellProblems } from './sheets.ts';
import { appErrorSchema, atMsSchema, countSchema, moneySchema, nothing, writtenText } from './wire.ts';

/** A card is no way here: its number would be typed. */
const method = z.enum(['bank', 'wallet']);
const paidShape = {
  method,
  recipient: writtenText(100, 1),
  /** Of a bank an account number or IBAN, of a wallet an Egyptian mobile number. Of a schedule it is stored nowhere. */
  number: writtenText(40, 1),
  /** Empty for a wallet. */
  bank: writtenText(100),
  amount: moneySchema,
};
export const scheduleSchema = z.strictObject({
  ...paidShape,
  frequency: z.enum(recurringFrequencies),
  startAtMs: atMsSchema,
  endAtMs: atMsSchema.nullable(),
});
export type NewSchedule = z.output<typeof scheduleSchema>;

const transferSchema = z.strictObject(paidShape);
export type NewTransfer = z.output<typeof transferSchema>;
const { amount: _, ...recipientShape } = paidShape;
const recipientSchema = z.strictObject(recipientShape);
export type KeptRecipient = z.output<typeof recipientSchema>;
const keyOnly = z.strictObject({ key: z.string().min(1).max(200) });
const costsSchema = z.object({ fee: moneySchema, vat: moneySchema, total: moneySchema });
/** What the gateway accepted: its id of the transfer, and the state that it gave. */
const acceptedSchema = z.object({ id: z.string(), status: z.string().nullable() });

const batchMemberSchema = z.object({
  recipient: z.string(),
  /** The last four digits. */
  ending: z.string(),
  method: z.enum(payoutMethods),
  bank: z.string(),
  amount: moneySchema,
  isFirst: z.boolean(),
  /** The same amount was sent to this number in the last thirty days. */
  before: z.object({ opId: z.string(), atMs: atMsSchema }).nullable(),
});

export const transfersContract = {
  /**
   * Kept on this PC, with the end of the number. `isReadable` false: the number is not opened by a key of this keychain, or
   * `keychain` says why there was none to try.
   */
  'transfers.recipients': {
    right: 'see',
    onlyReads: true,
    input: z.strictObject({}),
    output: z.object({
      recipients: z.array(
        z.object({
          key: z.string(),
          name: z.string(),
          method,
          bank: z.string(),
          ending: z.string(),
          by: z.string(),
          atMs: atMsSchema,
          isReadable: z.boolean(),
        }),
      ),
      keychain: appErrorSchema.nullable(),
    }),
  },
  /** One with its whole number, to fill in a form. Errors: input/number-not-kept. */
  'transfers.recipient': { right: 'payouts', onlyReads: true, input: keyOnly, output: recipientSchema },
  /** A new one, or another number for the one of this key: two people agree. */
  'transfers.saveRecipient': {
    right: 'payouts',
    input: z.strictObject({
      key: z.string().min(1).max(200).nullable(),
      recipient: recipientSchema,
      authorization: authorizationSchema,
    }),
    output: z.object({ key: z.string() }),
  },
  /**
   * Reads a sheet of transfers, says what is wrong with each row, and keeps nothing of it. Errors: import/broken,
   * import/too-many-rows with params.most, import/sheet-column-missing with params.column, import/empty-file.
   */
  'transfers.readSheet': {
    right: 'payouts',
    onlyReads: true,
    input: z.strictObject({ base64: z.base64().max(14_000_000) }),
    output: z.object({
      /** Headers of columns that are not taken. */
      passedOver: z.array(z.string()),
      rows: z.array(
        z.object({
          /** As the file has it: 1 is its header. */
          row: countSchema,
          /** In the order of the columns of such a sheet. */
          cells: z.array(z.string()),
          problems: z.array(z.object({ column: z.enum(sheetColumnNames), problem: z.enum(cellProblems) })),
          /** Null of a row with a problem. */
          transfer: transferSchema.nullable(),
          /** To the same number as an earlier row, or the same amount sent to it before: left out until a person decides. */
          doubt: z
            .discriminatedUnion('like', [
              z.object({ like: z.literal('row'), row: countSchema }),
              z.object({ like: z.literal('sent'), opId: z.string(), atMs: atMsSchema, isOpen: z.boolean() }),
            ])
            .nullable(),
        }),
      ),
    }),
  },
  'transfers.removeRecipient': { right: 'payouts', input: keyOnly, output: nothing },
  'transfers.makeSchedule': {
    right: 'payouts',
    input: z.strictObject({
      schedule: scheduleSchema,
      despiteDouble: z.boolean(),
      authorization: authorizationSchema,
    }),
    output: madeSchema,
  },
  /** No run comes after it. What was sent stays sent. */
  'transfers.stopSchedule': {
    right: 'payouts',
    input: z.strictObject({ key: z.string().min(1).max(200) }),
    output: changedSchema,
  },
  /**
   * Reads what a transfer costs, the balance and the newest transfers; answers with what will be sent, or why it cannot be.
   * The number stands in the request as it is sent: who asks has just typed it.
   */
  'payout.prepare': {
    right: 'payouts',
    onlyReads: true,
    input: z.strictObject({ transfer: transferSchema }),
    output: z.object({
      preparationId: z.string(),
      amount: moneySchema,
      /** The name that the transfer will have at the gateway. */
      reference: z.string(),
      /** Null: this gateway does not say what a transfer costs. */
      costs: costsSchema.nullable(),
      /** Null: the balance could not be read. */
      available: moneySchema.nullable(),
      /** Nothing of ours is known to have been sent to this number: two people confirm it. */
      isFirst: z.boolean(),
      /** The same amount was sent to this number in the last thirty days. */
      before: z.object({ opId: z.string(), atMs: atMsSchema }).nullable(),
      request: z.object({ method: z.string(), url: z.string(), body: z.string() }),
    }),
  },
  /**
   * Sends once. Answers when the ending is known or not known. `made`: null unless the gateway accepted it. Errors also:
   * movement/quote-changed, if it costs something else than was seen.
   */
  'payout.confirm': {
    right: 'payouts',
    input: z.strictObject({
      preparationId: z.string(),
      reason: writtenText(200),
      note: writtenText(500),
      typedAmount: z.string().max(60),
      authorization: authorizationSchema,
    }),
    output: z.object({ operation: operationSchema, made: acceptedSchema.nullable() }),
  },
  /**
   * As `payout.prepare`, for transfers that are sent together: those of a sheet, or those of an earlier batch that have failed by
   * a read of now and were not paid again. Numbers that nobody has typed now are hidden in the request. Errors also: those of a
   * transfer, with `row` from 1; movement/none-failed.
   */
  'payout.prepareBatch': {
    right: 'payouts',
    onlyReads: true,
    input: z.strictObject({
      of: z.discriminatedUnion('from', [
        z.strictObject({
          from: z.literal('sheet'),
          transfers: z.array(transferSchema).min(1).max(MOST_IN_BATCH),
        }),
        z.strictObject({ from: z.literal('failed'), opId: z.string().min(1).max(100) }),
      ]),
    }),
    output: z.object({
      preparationId: z.string(),
      /** The sum of them. */
      amount: moneySchema,
      /** The name that the batch will have at the gateway. */
      reference: z.string(),
      /** Of all of them. Null: this gateway does not say what a transfer costs. */
      costs: costsSchema.nullable(),
      available: moneySchema.nullable(),
      members: z.array(batchMemberSchema),
      /** The batch whose failed transfers these are. */
      again: z.string().nullable(),
      request: z.object({ method: z.string(), url: z.string(), body: z.string() }),
    }),
  },
  /**
   * Sends all of them once; two people confirm it. `made`: null unless the gateway accepted the batch. Errors also:
   * movement/quote-changed, movement/members-changed.
   */
  'payout.confirmBatch': {
    right: 'payouts',
    input: z.strictObject({
      preparationId: z.string(),
      reason: writtenText(200),
      note: writtenText(500),
      typedAmount: z.string().max(60),
      authorization: authorizationSchema,
    }),
    output: z.object({ operation: operationSchema, made: acceptedSchema.nullable() }),
  },
  /** Transfers that were made together, as they are now. A batch of which only some were paid is PARTIALLY_TRANSFERRED. */
  'transfers.batch': {
    right: 'see',
    onlyReads: true,
    input: z.strictObject({ batchId: z.string().min(1).max(200) }),
    output: z.object({
      status: z.string().nullable(),
      total: moneySchema.nullable(),
      /** Members that cannot be read: they are not among the transfers. */
      unreadable: countSchema,
      transfers: z.array(
        z.object({
          transferId: z.string(),
          recipient: z.string().nullable(),
          amount: moneySchema,
          status: z.string().nullable(),
          failure: z.string().nullable(),
        }),
      ),
    }),
  },
  /** What one transfer costs now. Nothing is sent to anybody. */
  'transfers.fee': {
    right: 'payouts',
    onlyReads: true,
    input: z.strictObject({ method, amount: moneySchema }),
    output: costsSchema,
  },
  /** The runs of the next thirty days by the lists that are stored, against the balance that was read last. */
  'transfers.forecast': {
    right: 'see',
    input: z.strictObject({}),
    output: z.object({
      runs: countSchema,
      /** Schedules whose next run or rhythm is not known: they are not in the sum. */
      unknown: countSchema,
      total: moneySchema,
      available: moneySchema.nullable(),
      short: z.object({ atMs: atMsSchema, by: moneySchema }).nullable(),
    }),
  },
} as const;

export const transfersEvents = { 'transfers.changed': nothing } as const;
