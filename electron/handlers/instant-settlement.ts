/** Instant settlement: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';
import type { Confirm } from './confirm.ts';

type Channels =
  | 'instantSettlement.overview'
  | 'instantSettlement.refresh'
  | 'instantSettlement.eligiblePage'
  | 'instantSettlement.suggest'
  | 'instantSettlement.quote'
  | 'instantSettlement.quoteAgain'
  | 'instantSettlement.confirm'
  | 'instantSettlement.requests'
  | 'instantSettlement.members'
  | 'instantSettlement.refreshRequests';

export const createInstantSettlementHandlers = (use: UseSession, confirm: Confirm): HandlersOf<Channels> => ({
  'instantSettlement.overview': () => use(({ instantSettlement }) => instantSettlement.overview()),
  'instantSettlement.refresh': () => use(({ instantSettlement }) => instantSettlement.refresh()),
  'instantSettlement.eligiblePage': (input) =>
    use(({ instantSettlement }) => instantSettlement.eligiblePage(input)),
  'instantSettlement.suggest': (input) => use(({ instantSettlement }) => instantSettlement.suggest(input)),
  'instantSettlement.quote': (input) => use(({ instantSettlement }) => instantSettlement.quote(input)),
  'instantSettlement.quoteAgain': (input) =>
    use(({ instantSettlement }) => instantSettlement.quoteAgain(input)),
  'instantSettlement.confirm': ({ authorization, ...input }) =>
    use(async (session) => {
      const { operations } = session;
      const asked = operations.instantSettlementToApprove(input.quoteId);
      if (!asked.ok) return asked;
      const { subject, totals } = asked.value;
      return confirm(
        session,
        {
          action: { do: 'move', kind: 'instant-settlement' },
          right: 'instant-settle',
          amounts: totals.map(({ amount }) => amount),
          authorization,
          requestable: { kind: 'instant-settlement', subject },
        },
        (approval) => operations.confirmInstantSettlement(input, approval),
        ({ operation }) => operation.opId,
      );
    }),
  'instantSettlement.requests': () => use(({ instantSettlement }) => instantSettlement.requests()),
  'instantSettlement.members': (input) => use(({ instantSettlement }) => instantSettlement.members(input)),
  'instantSettlement.refreshRequests': () =>
    use(({ instantSettlement }) => instantSettlement.refreshRequests()),
});
