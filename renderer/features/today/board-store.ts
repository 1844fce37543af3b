/** The board of the chain, read again whenever other PCs have told something. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

export type Board = OutputOf<'headOffice.board'>;
/** The Z that a cell opens. */
export type OpenedZ = { pc: string; pcName: string; closingId: string };
type BoardState = {
  board: Board | null;
  /** The figures above stay while it stands. */
  error: AppError | null;
  load: () => Promise<void>;
};

export const useBoard = create<BoardState>((set) => ({
  board: null,
  error: null,
  load: async () => {
    const answer = await call('headOffice.board', {});
    set(answer.ok ? { board: answer.value, error: null } : { error: answer.error });
  },
}));

const AFTER_CHANGE_MS = 250;
let queued = false;
/** Many PCs tell at once, as in the morning: the board is read once for them. */
const again = () => {
  if (queued || useBoard.getState().board === null) return;
  queued = true;
  setTimeout(() => {
    queued = false;
    void useBoard.getState().load();
  }, AFTER_CHANGE_MS);
};
// A PC that does not fit any more, or is heard of, comes with the state; what it told comes as news.
on('headOffice.news', again);
on('headOffice.changed', again);
on('profiles.changed', () => useBoard.setState({ board: null, error: null }));
