/** The list to check by hand: parsed input to the session. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { ok } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import { viewCheckByHand } from '../services/check-by-hand/index.ts';

type Channels = 'checkByHand.list' | 'checkByHand.confirm';

/** `onConfirmed` hears of a confirmation once it is durable: what was stopped for it may go on. */
export const createCheckByHandHandlers = (
  use: UseSession,
  onConfirmed: (session: ProfileSession) => void,
): HandlersOf<Channels> => ({
  'checkByHand.list': () => use(async ({ checkByHand }) => ok(viewCheckByHand(await checkByHand.list()))),
  'checkByHand.confirm': ({ note }) =>
    use(async (session) => {
      const confirmed = await session.checkByHand.confirm({ who: session.context.actor(), note });
      if (!confirmed.ok) return confirmed;
      onConfirmed(session);
      return ok(viewCheckByHand(confirmed.value));
    }),
});
