/** The list of terminals, its reading, and what is selected. */
import { create } from 'zustand';
import type { EventOf, OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import { showOrHold } from '../../news.ts';
import { orTell } from '../../components/tell-error.tsx';

type List = OutputOf<'terminals.list'>;
type TerminalsState = {
  list: List | null;
  error: AppError | null;
  progress: EventOf<'terminals.readProgress'> | null;
  selectedIds: string[];
  load: () => Promise<void>;
  refreshList: () => Promise<void>;
  /** These terminals, or all. */
  readAll: (terminalIds?: string[]) => Promise<void>;
  cancelReadAll: () => Promise<void>;
  select: (ids: string[]) => void;
};

export const useTerminals = create<TerminalsState>((set) => ({
  list: null,
  error: null,
  progress: null,
  selectedIds: [],
  load: async () => {
    const answer = await call('terminals.list', {});
    set(answer.ok ? { list: answer.value, error: null } : { error: answer.error });
  },
  refreshList: async () => {
    await orTell(call('terminals.refreshList', {}));
  },
  readAll: async (terminalIds) => {
    await orTell(call('terminals.readAll', { terminalIds: terminalIds ?? null }));
  },
  cancelReadAll: async () => {
    await orTell(call('terminals.cancelReadAll', {}));
  },
  select: (selectedIds) => set({ selectedIds }),
}));

/** The changes that the next reading of the list is for: whether all of them came by themselves; null if there are none. */
let queued: { byThemselves: boolean } | null = null;
/** Many terminals change at once while all are read: the list is read again once for them. */
on('terminals.changed', ({ byItself = false }) => {
  if (queued !== null) {
    queued.byThemselves &&= byItself;
    return;
  }
  queued = { byThemselves: byItself };
  setTimeout(() => {
    const byThemselves = queued?.byThemselves ?? false;
    queued = null;
    showOrHold('terminals', byThemselves, () => void useTerminals.getState().load());
  }, 120);
});
on('terminals.readProgress', (progress) =>
  useTerminals.setState({ progress: progress.finished ? null : progress }),
);
on('profiles.changed', () => useTerminals.setState({ list: null, selectedIds: [], progress: null }));
