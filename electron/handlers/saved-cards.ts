/** A saved card is deleted once a person has confirmed it, at the level that the ladder gives (`shared/domain/ladder.ts`). */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

export const createSavedCardHandlers = (
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'savedCards.delete'> => ({
  'savedCards.delete': ({ authorization, ...input }) =>
    use((session) =>
      confirm(
        session,
        {
          action: { do: 'delete-card' },
          right: 'saved-cards',
          amounts: [],
          authorization,
          requestable: null,
        },
        () => session.savedCards.delete(input),
        () => input.key,
      ),
    ),
});
