/** After a restored journal: what a person has to look up outside before money moves again. */
import { z } from 'zod';
import { movementKinds, operationStates } from '../domain/operation.ts';
import { totalSchema } from './terminals.ts';
import { atMsSchema, nothing, writtenText } from './wire.ts';

const checkedOperationSchema = z.object({
  kind: z.literal('operation'),
  opId: z.string(),
  /**
   * `not-in-backup`, `differs`: read from the damaged file. `open-in-backup`: may have gone on since. `trace`: only an
   * identifier was found in the damaged bytes; it may name something else than an operation.
   */
  why: z.enum(['not-in-backup', 'differs', 'open-in-backup', 'trace']),
  /** Null if it could not be read, here and below. */
  movement: z.enum(movementKinds).nullable(),
  state: z.enum(operationStates).nullable(),
  stateInBackup: z.enum(operationStates).nullable(),
  terminalId: z.string().nullable(),
  orderId: z.string().nullable(),
  refNumber: z.string().nullable(),
  totals: z.array(totalSchema).nullable(),
  atMs: atMsSchema.nullable(),
});
export type CheckedOperation = z.output<typeof checkedOperationSchema>;

const incidentSchema = z.object({
  foundAtMs: atMsSchema,
  /** What the storage said was wrong: technical, as it is. */
  reason: z.string(),
  /** Where the damaged file was put. */
  kept: z.string(),
  backup: z.object({ file: z.string(), takenAtMs: atMsSchema }).nullable(),
  entries: z.array(
    z.discriminatedUnion('kind', [
      checkedOperationSchema,
      /** Anything may have happened here that left no readable trace. `fromMs` 0: it is not known since when. */
      z.object({ kind: z.literal('unknown-span'), fromMs: atMsSchema, toMs: atMsSchema }),
    ]),
  ),
  confirmed: z.object({ who: z.string(), note: z.string(), atMs: atMsSchema }).nullable(),
});
export type Incident = z.output<typeof incidentSchema>;

const listSchema = z.object({ incidents: z.array(incidentSchema) });

export const checkByHandContract = {
  /** Every incident of this profile while one of them waits for a person; none when nothing waits. */
  'checkByHand.list': { right: 'see', input: nothing, output: listSchema },
  /** The current user has looked all of it up. Answers the list as it is kept. */
  'checkByHand.confirm': {
    right: 'operations.resolve',
    input: z.object({ note: writtenText(2_000, 1) }),
    output: listSchema,
  },
} as const;
