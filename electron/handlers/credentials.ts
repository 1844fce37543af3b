/** Keys and allowed addresses are changed once a person has confirmed it, at the level that the ladder gives. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import { restricts } from '#shared/domain/allowed-addresses.ts';
import type { LadderAction } from '#shared/domain/ladder.ts';
import type { Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';

type Channels = 'credentials.makeKey' | 'credentials.deleteKey' | 'credentials.saveAddresses';

export function createCredentialHandlers(use: UseSession, confirm: Confirm): HandlersOf<Channels> {
  const confirmed = <T>(
    given: { action: LadderAction; authorization: Authorization; about: string },
    act: (credentials: ProfileSession['credentials']) => Promise<Result<T>>,
  ) =>
    use((session) =>
      confirm(
        session,
        {
          action: given.action,
          right: 'credentials',
          amounts: [],
          authorization: given.authorization,
          requestable: null,
        },
        () => act(session.credentials),
        () => given.about,
      ),
    );
  return {
    'credentials.makeKey': ({ authorization, ...input }) =>
      confirmed({ action: { do: 'make-key' }, authorization, about: input.name }, (credentials) =>
        credentials.makeKey(input),
      ),
    'credentials.deleteKey': ({ authorization, ...input }) =>
      confirmed({ action: { do: 'delete-key' }, authorization, about: input.name }, (credentials) =>
        credentials.deleteKey(input),
      ),
    // The list is read again before it is replaced: the level is that of the change that is made.
    'credentials.saveAddresses': ({ authorization, ...input }) =>
      confirmed(
        {
          action: { do: restricts(input.before, input.after) ? 'restrict-addresses' : 'add-addresses' },
          authorization,
          about: 'allow-list',
        },
        (credentials) => credentials.saveAddresses(input),
      ),
  };
}
