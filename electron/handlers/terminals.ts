/** Terminals and transactions: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';

type Channels =
  | 'terminals.list'
  | 'terminals.refreshList'
  | 'terminals.add'
  | 'terminals.update'
  | 'terminals.remove'
  | 'terminals.read'
  | 'terminals.readAll'
  | 'terminals.cancelReadAll'
  | 'transactions.page'
  | 'transactions.summary'
  | 'transactions.detail';

export const createTerminalHandlers = (use: UseSession): HandlersOf<Channels> => ({
  'terminals.list': () => use(({ terminals }) => terminals.list()),
  'terminals.refreshList': () => use(({ terminals }) => terminals.refreshList()),
  'terminals.add': (input) => use(({ terminals }) => terminals.add(input)),
  'terminals.update': (input) => use(({ terminals }) => terminals.update(input)),
  'terminals.remove': (input) => use(({ terminals }) => terminals.remove(input)),
  'terminals.read': (input) => use(({ terminals }) => terminals.read(input)),
  'terminals.readAll': (input) => use(({ terminals }) => terminals.readAll(input)),
  'terminals.cancelReadAll': () => use(({ terminals }) => terminals.cancelReadAll()),
  'transactions.page': (input) => use(({ terminals }) => terminals.page(input)),
  'transactions.summary': (input) => use(({ terminals }) => terminals.summary(input)),
  'transactions.detail': (input) => use(({ terminals }) => terminals.detail(input)),
});
