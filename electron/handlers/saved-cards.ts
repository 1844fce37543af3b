/** Deleting a saved card: confirmed after what the ladder asks for. */
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
