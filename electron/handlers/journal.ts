/** The list to check by hand: parsed input to the session. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { ok } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../profile-session.ts';
import { viewCheckByHand } from '../services/journal/index.ts';

type Channels = 'journal.checkByHand' | 'journal.confirmCheckByHand';

/** `onConfirmed` hears of a confirmation once it is durable: what was stopped for it may go on. */
export const createJournalHandlers = (
  use: UseSession,
  onConfirmed: (session: ProfileSession) => void,
): HandlersOf<Channels> => ({
  'journal.checkByHand': () => use(async ({ checkByHand }) => ok(viewCheckByHand(await checkByHand.list()))),
  'journal.confirmCheckByHand': ({ note }) =>
    use(async (session) => {
      const confirmed = await session.checkByHand.confirm({ who: session.context.actor(), note });
      if (!confirmed.ok) return confirmed;
      onConfirmed(session);
      return ok(viewCheckByHand(confirmed.value));
    }),
});
