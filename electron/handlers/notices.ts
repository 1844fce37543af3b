/** What wants a person soon: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { NoticeService } from '../services/notices/index.ts';

export const createNoticeHandlers = (
  notices: NoticeService,
): HandlersOf<'notices.list' | 'notices.tell'> => ({
  'notices.list': () => notices.list(),
  'notices.tell': (input) => notices.tell(input),
});
