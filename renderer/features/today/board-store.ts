/** The board of the chain, read again whenever other PCs have told something. */
import { create } from 'zustand';
import type { Board } from '#shared/contract/head-office.ts';
import type { InputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

/** The Z that a cell opens. */
export type OpenedZ = { pc: string; pcName: string; closingId: string };
type Asked = InputOf<'headOffice.board'>;
type BoardState = {
  /** As it was asked for last, or before that while the answer is under way. */
  board: Board | null;
  /** The figures above stay while it stands. */
  error: AppError | null;
  asked: Asked;
  load: () => Promise<void>;
  /** Another page, or other branches. */
  ask: (asked: Partial<Asked>) => Promise<void>;
  /** Whoever comes back sees the first page of what they asked for. */
  leave: () => void;
};
/** Each is another question: an answer to the one before is dropped. */
const everything: Asked = { text: '', unnamed: '', only: 'all', from: 0 };
const nothing = (asked = everything) => ({ board: null, error: null, asked: { ...asked, from: 0 } });

export const useBoard = create<BoardState>((set, get) => ({
  ...nothing(),
  load: async () => {
    const { asked } = get();
    const answer = await call('headOffice.board', asked);
    // Something else was asked for meanwhile.
    if (get().asked !== asked) return;
    set(answer.ok ? { board: answer.value, error: null } : { error: answer.error });
  },
  ask: async (asked) => {
    set({ asked: { ...get().asked, ...asked } });
    await get().load();
  },
  leave: () => set(nothing(get().asked)),
}));

const AFTER_CHANGE_MS = 250;
let queued = false;
const isShown = () => useBoard.getState().board !== null;
/** Many PCs tell at once, as in the morning: the board is read once for them. */
const again = () => {
  if (queued || !isShown()) return;
  queued = true;
  setTimeout(() => {
    queued = false;
    if (isShown()) void useBoard.getState().load();
  }, AFTER_CHANGE_MS);
};
// A PC that does not fit any more, or is heard of, comes with the state; what it told comes as news.
on('headOffice.news', again);
on('headOffice.changed', again);
on('profiles.changed', () => useBoard.setState(nothing()));
