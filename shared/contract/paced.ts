/** How far work is that is done one after another, at the pace that the gateway allows. */
import { z } from 'zod';
import { appErrorSchema, atMsSchema, countSchema } from './wire.ts';

export const pacedWorkSchema = z.object({
  done: countSchema,
  total: countSchema,
  /** It goes on by itself then: the gateway asked it to wait. */
  waitsUntilMs: atMsSchema.nullable(),
  /** It goes on once a person who may do this is signed in. */
  isPaused: z.boolean(),
  /** Why it waits, or why it ended before its end. */
  error: appErrorSchema.nullable(),
  /** Null while it is under way. */
  ended: z.enum(['whole', 'stopped', 'failed']).nullable(),
});
export type PacedWork = z.output<typeof pacedWorkSchema>;
