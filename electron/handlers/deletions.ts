/** What is deleted for good once a person has confirmed it, at the level that the ladder gives (`shared/domain/ladder.ts`). */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import type { Right } from '#shared/domain/rights.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

type Deletion = { readonly key: string; readonly authorization: Authorization };

export function createDeletionHandlers(
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'savedCards.delete' | 'catalogue.delete' | 'webhooks.delete'> {
  const confirmed =
    <I extends Deletion, T>(
      action: LadderAction,
      right: Right,
      act: (session: ProfileSession, input: Omit<I, 'authorization'>) => Promise<Result<T>>,
    ) =>
    ({ authorization, ...input }: I) =>
      use((session) =>
        confirm(
          session,
          { action, right, amounts: [], authorization, requestable: null },
          () => act(session, input),
          () => input.key,
        ),
      );
  return {
    'savedCards.delete': confirmed({ do: 'delete-card' }, 'saved-cards', ({ savedCards }, input) =>
      savedCards.delete(input),
    ),
    'catalogue.delete': confirmed({ do: 'delete-entry' }, 'catalogue', ({ catalogue }, input) =>
      catalogue.delete(input),
    ),
    'webhooks.delete': confirmed({ do: 'delete-entry' }, 'integration', ({ webhooks }, input) =>
      webhooks.delete(input),
    ),
  };
}
