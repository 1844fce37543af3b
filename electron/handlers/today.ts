/** The first page of the day: parsed input to service. */
import type { HandlersOf } from '#shared/contract/index.ts';
import type { UseSession } from '../core/profile-session.ts';

export const createTodayHandlers = (use: UseSession): HandlersOf<'today.get'> => ({
  'today.get': () => use(({ today }) => today.get()),
});
