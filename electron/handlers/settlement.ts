/** Settlement: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';

type Channels =
  | 'settlement.windows'
  | 'settlement.refreshWindows'
  | 'settlement.settledPage'
  | 'settlement.settledSummary'
  | 'settlement.downloadSettled'
  | 'settlement.cancelDownload';

export const createSettlementHandlers = (use: UseSession): HandlersOf<Channels> => ({
  'settlement.windows': () => use(({ settlement }) => settlement.windows()),
  'settlement.refreshWindows': () => use(({ settlement }) => settlement.refreshWindows()),
  'settlement.settledPage': (input) => use(({ settlement }) => settlement.settledPage(input)),
  'settlement.settledSummary': (input) => use(({ settlement }) => settlement.settledSummary(input)),
  'settlement.downloadSettled': (input) => use(({ settlement }) => settlement.downloadSettled(input)),
  'settlement.cancelDownload': () => use(({ settlement }) => settlement.cancelDownload()),
});
