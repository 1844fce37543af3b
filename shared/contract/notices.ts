/** What wants a person soon: codes and facts, most pressing first. The window has the words. */
import { z } from 'zod';
import { movementKinds } from '../domain/operation.ts';
import { noticeLevels } from '../domain/notice.ts';
import { branchKeySchema, businessDateSchema } from './closing-day.ts';
import { appErrorSchema, atMsSchema, countSchema, nothing } from './wire.ts';

/** The id names the matter and its level: told once, and again when it is more pressing. */
const told = { id: z.string().max(400), level: z.enum(noticeLevels) };
const branch = { branchKey: branchKeySchema, branchName: z.string().nullable() };

const noticeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cut-off-near'),
    ...told,
    ...branch,
    businessDate: businessDateSchema,
    cutOffAtMs: atMsSchema,
    outstanding: countSchema,
  }),
  z.object({
    kind: z.literal('day-not-closed'),
    ...told,
    ...branch,
    businessDate: businessDateSchema,
    daysLate: countSchema,
    closingId: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('result-not-known'),
    ...told,
    opId: z.string(),
    movement: z.enum(movementKinds),
    sinceMs: atMsSchema,
  }),
  z.object({
    kind: z.literal('words-not-known'),
    ...told,
    words: countSchema,
    transactions: countSchema,
    /** One of them was known before: the gateway has changed its words or its signs. */
    changed: z.boolean(),
  }),
  /** Holds of about the same end, as the setting of their length has it. */
  z.object({
    kind: z.literal('hold-ending'),
    ...told,
    holds: countSchema,
    /** The one that ends first. */
    key: z.string(),
    endsAtMs: atMsSchema,
  }),
  /** Deliveries of webhooks that failed and were not taken since. */
  z.object({ kind: z.literal('deliveries-failing'), ...told, deliveries: countSchema }),
  /** Requests of other PCs that the person signed in may decide. Of the oldest: who asked, and where. */
  z.object({
    kind: z.literal('approval-asked'),
    ...told,
    requests: countSchema,
    requestedBy: z.string(),
    pcName: z.string(),
    sinceMs: atMsSchema,
  }),
]);
export type Notice = z.output<typeof noticeSchema>;

export const noticesContract = {
  'notices.list': {
    right: 'see',
    input: nothing,
    output: z.object({
      notices: z.array(noticeSchema),
      /** Something they come from could not be read: there may be more. */
      error: appErrorSchema.nullable(),
    }),
  },
  /** Tells it through the operating system, where the host can (`status.host` desktop). Answers whether it did. */
  'notices.tell': {
    // Its words come from the window, and a locked window knows only kinds.
    right: 'always',
    input: z.object({ id: z.string().max(400), title: z.string().max(200), body: z.string().max(500) }),
    output: z.object({ told: z.boolean() }),
  },
} as const;

export const noticesEvents = {
  /** Read the list again. */
  'notices.changed': nothing,
  /** A person clicked what the operating system told. */
  'notices.opened': z.object({ id: z.string() }),
} as const;
