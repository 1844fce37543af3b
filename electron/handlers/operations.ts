/** Movements of money: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../profile-session.ts';

type Channels =
  | 'operations.page'
  | 'operations.detail'
  | 'operations.checkNow'
  | 'operations.sendAgain'
  | 'operations.resolve'
  | 'acknowledgement.prepare'
  | 'acknowledgement.confirm'
  | 'reversal.prepare'
  | 'reversal.confirm';

export const createOperationHandlers = (use: UseSession): HandlersOf<Channels> => ({
  'operations.page': (input) => use(({ operations }) => operations.page(input)),
  'operations.detail': (input) => use(({ operations }) => operations.detail(input)),
  'operations.checkNow': (input) => use(({ operations }) => operations.checkNow(input)),
  'operations.sendAgain': (input) => use(({ operations }) => operations.sendAgain(input)),
  'operations.resolve': (input) => use(({ operations }) => operations.resolve(input)),
  'acknowledgement.prepare': (input) => use(({ operations }) => operations.prepareAcknowledgement(input)),
  'acknowledgement.confirm': (input) => use(({ operations }) => operations.confirmAcknowledgement(input)),
  'reversal.prepare': (input) => use(({ operations }) => operations.prepareReversal(input)),
  'reversal.confirm': (input) => use(({ operations }) => operations.confirmReversal(input)),
});
