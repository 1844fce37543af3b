/** A product or category is deleted once a person has confirmed it, at the level that the ladder gives (`shared/domain/ladder.ts`). */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

export const createCatalogueHandlers = (
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'catalogue.delete'> => ({
  'catalogue.delete': ({ authorization, ...input }) =>
    use((session) =>
      confirm(
        session,
        { action: { do: 'delete-entry' }, right: 'catalogue', amounts: [], authorization, requestable: null },
        () => session.catalogue.delete(input),
        () => input.key,
      ),
    ),
});
