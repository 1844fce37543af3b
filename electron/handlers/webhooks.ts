/** A webhook is deleted once a person has confirmed it, at the level that the ladder gives (`shared/domain/ladder.ts`). */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

export const createWebhookHandlers = (use: UseSession, confirm: Confirm): HandlersOf<'webhooks.delete'> => ({
  'webhooks.delete': ({ authorization, ...input }) =>
    use((session) =>
      confirm(
        session,
        {
          action: { do: 'delete-entry' },
          right: 'integration',
          amounts: [],
          authorization,
          requestable: null,
        },
        () => session.webhooks.delete(input),
        () => input.key,
      ),
    ),
});
