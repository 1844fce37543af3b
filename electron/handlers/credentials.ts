/** Keys and allowed addresses are changed once a person has confirmed it, at the level that the ladder gives. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { restricts } from '#shared/domain/allowed-addresses.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from '../services/approvals/index.ts';
import { createConfirmAtOnce } from './confirm-at-once.ts';

type Channels = 'credentials.makeKey' | 'credentials.deleteKey' | 'credentials.saveAddresses';

const right = 'credentials';

export function createCredentialHandlers(use: UseSession, confirm: Confirm): HandlersOf<Channels> {
  const atOnce = createConfirmAtOnce(confirm);
  return {
    'credentials.makeKey': ({ authorization, ...input }) =>
      use((session) =>
        atOnce(session, { action: { do: 'make-key' }, right, authorization, about: input.name }, () =>
          session.credentials.makeKey(input),
        ),
      ),
    'credentials.deleteKey': ({ authorization, ...input }) =>
      use((session) =>
        atOnce(session, { action: { do: 'delete-key' }, right, authorization, about: input.name }, () =>
          session.credentials.deleteKey(input),
        ),
      ),
    // The list is read again before it is replaced: the level is that of the change that is made.
    'credentials.saveAddresses': ({ authorization, ...input }) =>
      use((session) => {
        const isLess = restricts(input.before, input.after);
        const action = { do: isLess ? 'restrict-addresses' : 'add-addresses' } as const;
        return atOnce(session, { action, right, authorization, about: 'allow-list' }, () =>
          session.credentials.saveAddresses(input),
        );
      }),
  };
}
