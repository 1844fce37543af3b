/** What wants a person soon, and what of it was told already in this window. */
import { create } from 'zustand';
import type { Notice } from '#shared/contract/notices.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';

type NoticeState = {
  notices: Notice[];
  /** The notices that must be shown now. */
  fresh: Notice[];
  /** Ids of those that stood until now. */
  settled: string[];
  /** Some of them could not be read: there may be more. */
  error: AppError | null;
  /** Before the first answer nothing is known. */
  answered: boolean;
};
export const useNotices = create<NoticeState>(() => ({
  notices: [],
  fresh: [],
  settled: [],
  error: null,
  answered: false,
}));

/** By profile and id: an id names a matter and how pressing it is. */
const told = new Set<string>();
/** Profiles whose notices were read in this window. */
const met = new Set<string>();

export async function readNotices(profileId: string): Promise<void> {
  const answer = await call('notices.list', {});
  useNotices.setState({ error: answer.ok ? answer.value.error : answer.error, answered: true });
  if (!answer.ok) return;
  const { notices } = answer.value;
  const unheard = notices.filter(({ id }) => !told.has(`${profileId} ${id}`));
  for (const { id } of unheard) told.add(`${profileId} ${id}`);
  // A notice from before the window opened stands on Today and under the bell. It covers the page only if it is urgent.
  const fresh = met.has(profileId) ? unheard : unheard.filter(({ level }) => level === 'urgent');
  met.add(profileId);
  const ids = new Set(notices.map(({ id }) => id));
  const settled = useNotices.getState().notices.flatMap(({ id }) => (ids.has(id) ? [] : [id]));
  useNotices.setState({ notices, fresh, settled });
}
