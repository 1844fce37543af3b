/** Instant settlement: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../profile-session.ts';

type Channels =
  | 'instantSettlement.overview'
  | 'instantSettlement.refresh'
  | 'instantSettlement.eligiblePage'
  | 'instantSettlement.suggest'
  | 'instantSettlement.quote'
  | 'instantSettlement.confirm'
  | 'instantSettlement.requests'
  | 'instantSettlement.refreshRequests';

export const createInstantSettlementHandlers = (use: UseSession): HandlersOf<Channels> => ({
  'instantSettlement.overview': () => use(({ instantSettlement }) => instantSettlement.overview()),
  'instantSettlement.refresh': () => use(({ instantSettlement }) => instantSettlement.refresh()),
  'instantSettlement.eligiblePage': (input) =>
    use(({ instantSettlement }) => instantSettlement.eligiblePage(input)),
  'instantSettlement.suggest': (input) => use(({ instantSettlement }) => instantSettlement.suggest(input)),
  'instantSettlement.quote': (input) => use(({ instantSettlement }) => instantSettlement.quote(input)),
  'instantSettlement.confirm': (input) => use(({ operations }) => operations.confirmInstantSettlement(input)),
  'instantSettlement.requests': () => use(({ instantSettlement }) => instantSettlement.requests()),
  'instantSettlement.refreshRequests': () =>
    use(({ instantSettlement }) => instantSettlement.refreshRequests()),
});
