/** The bridge of the window that is looked at, and the rows of the line that is open. */
import { create } from 'zustand';
import type { BridgeRow, BridgeView } from '#shared/contract/bridge.ts';
import type { InputOf } from '#shared/contract/index.ts';
import type { BridgeLineName } from '#shared/domain/bridge.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type Opened = { line: BridgeLineName; rows: BridgeRow[] | null; next: string | null; error: AppError | null };
type BridgeState = {
  windowId: string | null;
  view: BridgeView | null;
  error: AppError | null;
  opened: Opened | null;
  load: (windowId: string) => Promise<void>;
  openLine: (line: BridgeLineName) => Promise<void>;
  loadMore: () => Promise<void>;
  closeLine: () => void;
  /** Answers what was wrong, or null. */
  enterDeposit: (deposit: Omit<InputOf<'bridge.enterDeposit'>, 'windowId'>) => Promise<AppError | null>;
  withdrawDeposit: (depositId: string, reason: string) => Promise<AppError | null>;
};

const nothing = { windowId: null, view: null, error: null, opened: null };

export const useBridge = create<BridgeState>((set, get) => {
  const readRows = async ({ line, rows, next }: Opened): Promise<void> => {
    const { windowId } = get();
    if (windowId === null) return;
    const answer = await call('bridge.rows', { windowId, line, cursor: next, limit: 200 });
    const { opened } = get();
    if (opened?.line !== line || get().windowId !== windowId) return;
    if (answer.ok)
      set({
        opened: { line, rows: [...(rows ?? []), ...answer.value.rows], next: answer.value.next, error: null },
      });
    else set({ opened: { ...opened, error: answer.error } });
  };
  return {
    ...nothing,
    load: async (windowId) => {
      if (get().windowId !== windowId) set({ ...nothing, windowId });
      const answer = await call('bridge.get', { windowId });
      if (get().windowId !== windowId) return;
      set(answer.ok ? { view: answer.value, error: null } : { error: answer.error });
    },
    openLine: async (line) => {
      const opened = { line, rows: null, next: null, error: null };
      set({ opened });
      await readRows(opened);
    },
    loadMore: async () => {
      const { opened } = get();
      if (opened?.next) await readRows(opened);
    },
    closeLine: () => set({ opened: null }),
    enterDeposit: async (deposit) => {
      const { windowId } = get();
      if (windowId === null) return null;
      const answer = await call('bridge.enterDeposit', { windowId, ...deposit });
      if (!answer.ok) return answer.error;
      set({ view: answer.value });
      return null;
    },
    withdrawDeposit: async (depositId, reason) => {
      const { windowId } = get();
      if (windowId === null) return null;
      const answer = await call('bridge.withdrawDeposit', { windowId, depositId, reason });
      if (!answer.ok) return answer.error;
      set({ view: answer.value });
      return null;
    },
  };
});

const readAgain = () => {
  const { windowId, load } = useBridge.getState();
  if (windowId !== null) void load(windowId);
};
on('settlement.changed', readAgain);
on('closing.changed', readAgain);
on('import.changed', readAgain);
on('reconciliation.changed', ({ what }) => {
  if (what === 'result' || what === 'decisions') readAgain();
});
on('instantSettlement.changed', ({ what }) => {
  if (what === 'requests') readAgain();
});
on('profiles.changed', () => useBridge.setState(nothing));
