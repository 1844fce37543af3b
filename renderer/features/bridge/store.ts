/** The bridge of the window that is looked at, and the rows of the line that is open. */
import { create } from 'zustand';
import type { BridgeRow, BridgeView } from '#shared/contract/bridge.ts';
import type { InputOf } from '#shared/contract/index.ts';
import type { BridgeLineName } from '#shared/domain/bridge.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type Opened = { line: BridgeLineName; rows: BridgeRow[] | null; next: string | null; error: AppError | null };
type BridgeState = {
  subject: string | null;
  view: BridgeView | null;
  error: AppError | null;
  opened: Opened | null;
  load: (subject: string) => Promise<void>;
  openLine: (line: BridgeLineName) => Promise<void>;
  loadMore: () => Promise<void>;
  closeLine: () => void;
  /** Answers what was wrong, or null. */
  enterDeposit: (deposit: Omit<InputOf<'bridge.enterDeposit'>, 'subject'>) => Promise<AppError | null>;
  withdrawDeposit: (depositId: string, reason: string) => Promise<AppError | null>;
};

const nothing = { subject: null, view: null, error: null, opened: null };

export const useBridge = create<BridgeState>((set, get) => {
  const readRows = async ({ line, rows, next }: Opened): Promise<void> => {
    const { subject } = get();
    if (subject === null) return;
    const answer = await call('bridge.rows', { subject, line, cursor: next, limit: 200 });
    const { opened } = get();
    if (opened?.line !== line || get().subject !== subject) return;
    if (answer.ok)
      set({
        opened: { line, rows: [...(rows ?? []), ...answer.value.rows], next: answer.value.next, error: null },
      });
    else set({ opened: { ...opened, error: answer.error } });
  };
  return {
    ...nothing,
    load: async (subject) => {
      if (get().subject !== subject) set({ ...nothing, subject });
      const answer = await call('bridge.get', { subject });
      if (get().subject !== subject) return;
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
      const { subject } = get();
      if (subject === null) return null;
      const answer = await call('bridge.enterDeposit', { subject, ...deposit });
      if (!answer.ok) return answer.error;
      set({ view: answer.value });
      return null;
    },
    withdrawDeposit: async (depositId, reason) => {
      const { subject } = get();
      if (subject === null) return null;
      const answer = await call('bridge.withdrawDeposit', { subject, depositId, reason });
      if (!answer.ok) return answer.error;
      set({ view: answer.value });
      return null;
    },
  };
});

const readAgain = () => {
  const { subject, load } = useBridge.getState();
  if (subject !== null) void load(subject);
};
on('settlement.changed', readAgain);
on('closing.changed', readAgain);
on('headOffice.closes', readAgain);
on('import.changed', readAgain);
on('reconciliation.changed', ({ what }) => {
  if (what === 'result' || what === 'decisions') readAgain();
});
on('instantSettlement.changed', ({ what }) => {
  if (what === 'requests') readAgain();
});
on('profiles.changed', () => useBridge.setState(nothing));
