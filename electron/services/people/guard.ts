/** The rights table, held: every call passes here, whichever host and window it comes from. */
import type { Needed } from '#shared/contract/call.ts';
import { contract, type Channel, type Handlers } from '#shared/contract/index.ts';
import { mayDo, type Right, type Role } from '#shared/domain/rights.ts';
import { peopleError, type AppError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { Acting, Actor } from './acting.ts';

export type SignedIn = Actor & { readonly role: Role };
type GuardNeeds = {
  acting: Acting;
  signedIn: () => SignedIn | null;
  /** The reason why nobody is signed in. */
  whyNot: () => AppError;
  /** A call that does more than show has begun, or ended. */
  onCall: (change: 1 | -1) => void;
};

const anyOf = (needed: Exclude<Needed, 'always' | 'signed-in'>): readonly Right[] =>
  typeof needed === 'string' ? [needed] : needed;

/** The refusal of this channel for this role; null if the role may use it. */
function refusalOf(channel: Channel, role: Role): AppError | null {
  const needed: Needed = contract[channel].right;
  if (needed === 'always' || needed === 'signed-in') return null;
  const rights = anyOf(needed);
  return rights.some((right) => mayDo(role, right))
    ? null
    : peopleError('not-allowed', { right: rights[0] ?? '' });
}

export function guardHandlers(handlers: Handlers, needs: GuardNeeds): Handlers {
  const { acting, signedIn, whyNot, onCall } = needs;
  type Call = (input: never) => Promise<Result<never>>;
  const guarded = (channel: Channel): Call => {
    const call = handlers[channel] as Call;
    const needed: Needed = contract[channel].right;
    const shows = needed === 'always' || needed === 'signed-in' || needed === 'see';
    return async (input) => {
      const who = signedIn();
      if (needed === 'always') return who ? acting.run(who, () => call(input)) : call(input);
      if (!who) return err(whyNot());
      const refusal = refusalOf(channel, who.role);
      if (refusal) return err(refusal);
      if (shows) return acting.run(who, () => call(input));
      onCall(1);
      try {
        return await acting.run(who, () => call(input));
      } finally {
        onCall(-1);
      }
    };
  };
  // This goes over the contract, not over the handlers: no call gets past it without its right.
  return Object.fromEntries(
    (Object.keys(contract) as Channel[]).map((channel) => [channel, guarded(channel)]),
  ) as Handlers;
}
