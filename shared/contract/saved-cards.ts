/**
 * Saved cards (§4.3). `key` stands for one in the window and in files: with its token a card can be charged by whoever has the
 * Payment API key, too. Of its number there are only the last four digits here.
 */
import { z } from 'zod';
import { operationSchema } from './operations.ts';
import { authorizationSchema } from './people.ts';
import {
  atMsSchema,
  countSchema,
  gatewayTimestampSchema,
  moneySchema,
  nothing,
  pageInput,
  pageOf,
  readStateSchema,
  shownTextSchema,
  writtenText,
} from './wire.ts';

export const savedCardSchema = z.object({
  key: z.string(),
  brand: shownTextSchema.nullable(),
  /** Null if the gateway's mask does not end in four digits. */
  lastFour: z.string().nullable(),
  /** `2029-08`; null if the gateway did not say, or not in months and years. */
  expiry: z.string().nullable(),
  holder: shownTextSchema.nullable(),
  /** The reference that its payments are signed with. */
  customer: shownTextSchema.nullable(),
  createdAt: gatewayTimestampSchema.nullable(),
  /** True if the gateway does not have it any more. */
  isGone: z.boolean(),
});
export type SavedCard = z.output<typeof savedCardSchema>;

const detailSchema = z.object({
  card: savedCardSchema,
  readAtMs: atMsSchema,
  /** Charges of it that were made on this computer, newest first. */
  charges: z.array(operationSchema),
});
export type SavedCardDetail = z.output<typeof detailSchema>;

const key = z.string().min(1).max(64);
/** What a card is looked for by. */
export const savedCardTextSchema = z.string().max(200);

export const savedCardsContract = {
  'savedCards.page': {
    right: 'see',
    input: z.strictObject({ text: savedCardTextSchema, ...pageInput }),
    output: pageOf(savedCardSchema),
  },
  'savedCards.summary': {
    right: 'see',
    input: z.strictObject({ text: savedCardTextSchema }),
    output: z.object({ count: countSchema, unreadable: countSchema, read: readStateSchema }),
  },
  'savedCards.detail': {
    right: 'see',
    input: z.object({ key }),
    output: z.object({ detail: detailSchema.nullable() }),
  },
  /** Reads the gateway's whole list. */
  'savedCards.refresh': { right: 'see', onlyReads: true, input: nothing, output: nothing },
  /** Reads one card from the gateway. */
  'savedCards.read': {
    right: 'see',
    onlyReads: true,
    input: z.object({ key }),
    output: z.object({ detail: detailSchema }),
  },
  /**
   * Deletes a card. It is sent once; an error means that the card is still there. `typed`: its last four digits.
   * `gone-before`: the gateway did not have it any more.
   */
  'savedCards.delete': {
    right: 'saved-cards',
    input: z.object({ key, typed: z.string().max(60), authorization: authorizationSchema }),
    output: z.object({ ending: z.enum(['done', 'gone-before', 'not-known']), detail: detailSchema }),
  },
  /** Reads the card again; answers with what will be sent, or why it cannot be. */
  'charge.prepare': {
    right: ['saved-cards', 'approve'],
    onlyReads: true,
    input: z.strictObject({ cardKey: key, amount: moneySchema }),
    output: z.object({
      preparationId: z.string(),
      amount: moneySchema,
      /** The name that the payment will have at the gateway. */
      orderId: z.string(),
      readAtMs: atMsSchema,
      /** Without the card's token. */
      request: z.object({ method: z.string(), url: z.string(), body: z.string() }),
    }),
  },
  /** Sends once. `typedAmount` as the person typed it. Answers when the ending is known or not known. */
  'charge.confirm': {
    right: ['saved-cards', 'approve'],
    input: z.object({
      preparationId: z.string(),
      reason: writtenText(200),
      note: writtenText(500),
      typedAmount: z.string().max(60),
      authorization: authorizationSchema,
    }),
    output: z.object({ operation: operationSchema }),
  },
} as const;

export const savedCardsEvents = { 'savedCards.changed': nothing } as const;
