/** What is deleted for good once a person has confirmed it, at the level that the ladder gives (`shared/domain/ladder.ts`). */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import type { Right } from '#shared/domain/rights.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';
import { createConfirmAtOnce } from './confirm-at-once.ts';

type Deletion = { readonly key: string; readonly authorization: Authorization };

export function createDeletionHandlers(
  use: UseSession,
  confirm: Confirm,
): HandlersOf<'savedCards.delete' | 'catalogue.delete' | 'webhooks.delete'> {
  const atOnce = createConfirmAtOnce(confirm);
  const confirmed =
    <I extends Deletion, T>(
      action: LadderAction,
      right: Right,
      act: (session: ProfileSession, input: Omit<I, 'authorization'>) => Promise<Result<T>>,
    ) =>
    ({ authorization, ...input }: I) =>
      use((session) =>
        atOnce(session, { action, right, authorization, about: input.key }, () => act(session, input)),
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
