/** What the contract says of one call: the right that it asks for, what it takes and what it answers. */
import type { z } from 'zod';
import type { Right } from '../domain/rights.ts';
import type { InternalError } from '../errors/app-error.ts';

/**
 * Who may make a call. `always`: anyone, also while Closeout is locked. `signed-in`: anyone who is signed in. A right: whoever has it. A list: whoever
 * has one of them; the action then checks which it needs.
 */
export type Needed = 'always' | 'signed-in' | Right | readonly Right[];
/** One call: which right it asks for, what it takes and what it answers. */
export type Call = {
  readonly right: Needed;
  /** The call only reads or prepares, although it needs a right: making it twice does no harm. */
  readonly onlyReads?: true;
  readonly input: z.ZodType;
  readonly output: z.ZodType;
};

/** True if a call changes what others rely on. If its answer is lost, somebody has to look at what came of it. */
const acts = ({ right, onlyReads }: Call): boolean =>
  right !== 'see' && right !== 'always' && right !== 'signed-in' && !onlyReads;

/** The error of a call that ended without a usable answer. If the call acts, nobody knows whether it was done. Null: it did not begin. */
export const unanswered = (call: Call | null, reference: string): InternalError => ({
  kind: 'internal',
  code: call && acts(call) ? 'answer-lost' : 'unexpected',
  params: { reference },
});
