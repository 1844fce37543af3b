/** The first page of the day: figures only, each with what it takes to open the list behind it. */
import { z } from 'zod';
import { movementKinds, operationStates } from '../domain/operation.ts';
import { activityDaySchema } from './activity.ts';
import { branchKeySchema, businessDateSchema } from './closing-day.ts';
import { atMsSchema, countSchema, nothing } from './wire.ts';
import { totalSchema } from './terminals.ts';

/** What stands between now and closing a branch: counts, in the order of the steps. All 0: it can be counted and closed. */
const standsBetweenSchema = z.object({
  terminalsToRead: countSchema,
  outstanding: countSchema,
  operationsNotKnown: countSchema,
  unreadableRows: countSchema,
  earlierDays: countSchema,
});

const branchTodaySchema = z.object({
  branchKey: branchKeySchema,
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  /** When the business date turns. */
  nextCutOffAtMs: atMsSchema,
  clockBehind: z.boolean(),
  outstandingCount: countSchema,
  outstanding: z.array(totalSchema),
  /** Those of them that a day already closed has in its Z: no close to come counts them or waits for them. */
  outstandingClosed: countSchema,
  /** Rows of an unknown kind, by their size. They are not in `outstanding`. */
  notSummed: z.array(totalSchema),
  /** Closed, provisional or begun for today; null if nothing was begun. */
  closing: z.object({ closingId: z.string(), state: z.enum(['open', 'provisional', 'closed']) }).nullable(),
  standsBetween: standsBetweenSchema,
});

/** A close that is late: its day is over and it has no final Z. */
const overdueSchema = z.object({
  branchKey: branchKeySchema,
  branchName: z.string().nullable(),
  businessDate: businessDateSchema,
  /** 1 is yesterday; from 2 on it is urgent. */
  daysLate: countSchema,
  why: z.enum(['rows', 'begun', 'provisional', 'reopened']),
  closingId: z.string().nullable(),
});

const recentSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('operation'),
    atMs: atMsSchema,
    actor: z.string(),
    opId: z.string(),
    movement: z.enum(movementKinds),
    state: z.enum(operationStates),
    terminalId: z.string().nullable(),
    /** Null if it is about no terminal, or one that is not in the list any more. */
    terminalLabel: z.string().nullable(),
    totals: z.array(totalSchema),
  }),
  /** An entry of the audit record; an `action` of a newer Closeout has one text for all. */
  z.object({
    kind: z.literal('record'),
    atMs: atMsSchema,
    actor: z.string(),
    seq: z.number().int(),
    action: z.string(),
    target: z.string(),
    /** JSON, as it was recorded. */
    facts: z.string(),
    /** The close that it is about; null for what is no close. */
    day: activityDaySchema.nullable(),
  }),
]);

export const todayContract = {
  'today.get': {
    right: 'see',
    input: nothing,
    output: z.object({
      nowMs: atMsSchema,
      outstandingCount: countSchema,
      outstanding: z.array(totalSchema),
      notSummed: z.array(totalSchema),
      /** First seen on this PC; null if nothing is outstanding. */
      oldestFirstSeenAtMs: atMsSchema.nullable(),
      /** The terminal it is on. */
      oldestTerminalId: z.string().nullable(),
      operationsNotKnown: countSchema,
      terminalCount: countSchema,
      /**
       * Terminals that were never read, so what is outstanding on them is unknown. Terminals of other merchants are not
       * counted.
       */
      terminalsNeverRead: countSchema,
      /** Without a whole read since the branch's business date began; those of another merchant are not counted. */
      terminalsNotReadToday: z.array(z.string()),
      /** The oldest of all terminals' last reads: how old the figures are. Null if one was never read. */
      oldestReadAtMs: atMsSchema.nullable(),
      newestReadAtMs: atMsSchema.nullable(),
      branches: z.array(branchTodaySchema),
      overdue: z.array(overdueSchema),
      /** The settlement window that closes first, as far as windows were read: what is not acknowledged by then misses it. */
      nextWindowClosesAtMs: atMsSchema.nullable(),
      /** The last five, newest first. */
      recent: z.array(recentSchema),
    }),
  },
} as const;
