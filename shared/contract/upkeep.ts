/** How Closeout keeps its lists up to date by itself. */
import { z } from 'zod';
import { appErrorSchema, atMsSchema, countSchema, nothing } from './wire.ts';

/** What is read: in this order, where several are due. */
export const upkeepTasks = ['terminals', 'windows', 'fees', 'settled'] as const;
export type UpkeepTask = (typeof upkeepTasks)[number];

/** `off`: by the setting. `closed`: outside of opening hours. `locked`: nobody is signed in. `money`: money is moving. */
export const restReasons = ['off', 'closed', 'locked', 'money'] as const;
export type RestReason = (typeof restReasons)[number];

const upkeepStateSchema = z.object({
  /** What is being read by itself now. `first`: never was all of it on this PC. */
  reading: z
    .object({
      task: z.enum(upkeepTasks),
      first: z.boolean(),
      done: countSchema,
      total: countSchema.nullable(),
    })
    .nullable(),
  /** Why terminals are not read by themselves now; null while they are. */
  rests: z.enum(restReasons).nullable(),
  /** The gateway asked for quiet, or refused: each with when it is tried again. */
  paused: z.array(z.object({ task: z.enum(upkeepTasks), error: appErrorSchema, untilMs: atMsSchema })),
  /** When all terminals were last read by themselves, and when they will be next. */
  lastReadAtMs: atMsSchema.nullable(),
  nextReadAtMs: atMsSchema.nullable(),
});
export type UpkeepState = z.output<typeof upkeepStateSchema>;

export const upkeepContract = {
  'upkeep.state': { right: 'see', input: nothing, output: upkeepStateSchema },
  /** Tries again now what is paused. */
  'upkeep.resume': { right: 'see', input: nothing, output: nothing },
} as const;

export const upkeepEvents = {
  'upkeep.progress': upkeepStateSchema,
  /** So many rows came in by themselves; on this terminal, where they are of one. */
  'upkeep.news': z.object({
    task: z.enum(upkeepTasks),
    terminalId: z.string().nullable(),
    count: countSchema,
  }),
} as const;
