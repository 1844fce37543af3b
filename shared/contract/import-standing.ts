/** What the last comparison made of imported lines: the shapes of import.ts. */
import { z } from 'zod';
import { matchRules, restReasons } from '../domain/reconciliation.ts';
import { itemSchema, keySchema } from './reconciliation-items.ts';
import { countSchema } from './wire.ts';

export const lineStandingSchema = z.discriminatedUnion('kind', [
  /** No comparison has looked at it, or its import counts no more. */
  z.object({ kind: z.literal('not-compared') }),
  /** With the first of the other side, which are `count`; none if they are not known any more. */
  z.object({
    kind: z.literal('matched'),
    rule: z.enum(matchRules),
    ours: z.array(itemSchema),
    count: countSchema,
  }),
  /** Nothing on the other side, or not its amount: the exception that says so. */
  z.object({ kind: z.literal('exception'), key: keySchema }),
  /** It needs nobody. */
  z.object({ kind: z.literal('apart'), reason: z.enum(restReasons) }),
  /** Money that goes out of an account: nothing is to be compared with it. */
  z.object({ kind: z.literal('left-out') }),
]);
export type LineStanding = z.output<typeof lineStandingSchema>;

/** Its lines by what became of them; together they are all. */
export const importOutcomeSchema = z.object({
  matched: countSchema,
  exceptions: countSchema,
  /** They need nothing from a person: each says why in the list of lines. */
  apart: countSchema,
});
export type ImportOutcome = z.output<typeof importOutcomeSchema>;
