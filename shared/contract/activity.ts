/** The activity record: who did what, and what became of it. Read-only. */
import { z } from 'zod';
import { movementKinds, operationStates } from '../domain/operation.ts';
import { totalSchema } from './terminals.ts';
import { atMsSchema, countSchema, nothing, pageInput, pageOf, writtenText } from './wire.ts';

/** In place of one action: every movement of money, of whatever kind. */
export const ALL_MOVEMENTS = 'movements';

export const activityDaySchema = z.object({
  branchKey: z.string(),
  branchName: z.string().nullable(),
  businessDate: z.string(),
});
export type ActivityDay = z.output<typeof activityDaySchema>;

const entrySchema = z.object({
  kind: z.literal('entry'),
  seq: countSchema,
  atMs: atMsSchema,
  actor: z.string(),
  machine: z.string(),
  /** One of `auditActions`; an action of a newer Closeout is only text here. */
  action: z.string(),
  target: z.string(),
  /** JSON, as it was hashed. */
  facts: z.string(),
  outcome: z.string(),
  hash: z.string(),
  /** The PC on which it happened; null for this one. */
  pc: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The day of a branch that the target is, as its close is called now; null for what is no close. */
  day: activityDaySchema.nullable(),
});
const actSchema = z.object({
  kind: z.literal('act'),
  /** Only for an event of an operation. */
  seq: countSchema,
  atMs: atMsSchema,
  actor: z.string(),
  code: z.enum(['asked', 'sent-again', 'resolved-done', 'resolved-not-done']),
  opId: z.string(),
  movement: z.enum(movementKinds),
  /** As the operation stands now, not as it stood then. */
  state: z.enum(operationStates),
  totals: z.array(totalSchema),
  reason: z.string().nullable(),
  /** What it was sent for: an order, a request or a terminal. */
  target: z.string().nullable(),
  /** The terminal of it, also where it was sent for an order. */
  terminalId: z.string().nullable(),
});
const activitySchema = z.discriminatedUnion('kind', [entrySchema, actSchema]);
export type Activity = z.output<typeof activitySchema>;
export type RecordEntry = z.output<typeof entrySchema>;

/** Where it first does not fit: the entry, the operation event or the operation with the number `at`. */
const breakSchema = z.object({
  where: z.enum(['entries', 'events', 'operations']),
  at: countSchema,
  what: z.enum(['changed', 'missing', 'out-of-order', 'inserted', 'cut', 'appended', 'swapped']),
});
export type RecordBreak = z.output<typeof breakSchema>;
/** Whether its length and head are kept outside the file: without that a cut end cannot be found. */
const anchoredSchema = z.enum(['found', 'absent', 'none', 'unreadable']);

export const activityContract = {
  'activity.page': {
    right: 'see',
    input: z.strictObject({
      text: z.string().max(200).default(''),
      actor: z.string().max(200).nullable().default(null),
      /** An action of the record, a kind of movement, or `ALL_MOVEMENTS`. */
      action: z.string().max(60).nullable().default(null),
      /** The id of a PC, or `self`; null for all. */
      pc: z.string().max(64).nullable().default(null),
      ...pageInput,
    }),
    output: pageOf(activitySchema),
  },
  /** What the filters can name, and what is known to be broken. */
  'activity.summary': {
    right: 'see',
    input: nothing,
    output: z.object({
      actors: z.array(z.string()),
      actions: z.array(z.string()),
      broken: breakSchema.nullable(),
    }),
  },
  /** Walks both chains from the first link on, to the anchor. A break found here stops money. */
  'activity.verify': {
    right: 'see',
    input: nothing,
    output: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('whole'),
        entries: countSchema,
        events: countSchema,
        head: z.string(),
        anchored: anchoredSchema,
        /** Numbers of the entries that do not fit and that a person accepted. */
        accepted: z.array(countSchema),
      }),
      z.object({ kind: z.literal('broken'), ...breakSchema.shape, anchored: anchoredSchema }),
    ]),
  },
  /** After a break: a person takes the record as it is. Money moves again; the note stays in the record with what was found. */
  'activity.accept': {
    right: 'activity.accept',
    input: z.object({ note: writtenText(2_000, 1) }),
    output: nothing,
  },
  /** The whole record as JSON lines, into `exports` of the data folder. */
  'activity.export': {
    right: 'activity.export',
    input: nothing,
    output: z.object({ path: z.string(), entries: countSchema, events: countSchema, head: z.string() }),
  },
} as const;
