/** The first page of the day: figures of this PC, read again whenever something behind them changes. */
import { create } from 'zustand';
import type { EventName, OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

export type Today = OutputOf<'today.get'>;
type TodayState = {
  today: Today | null;
  /** The figures above stay while it stands. */
  error: AppError | null;
  /** What the gateway's list of terminals brought, if it was asked for; null before, and if asking failed. */
  list: OutputOf<'terminals.refreshList'> | null;
  busy: boolean;
  load: () => Promise<void>;
  /** The very first look at a merchant: its list of terminals, then every one of them. */
  begin: () => Promise<void>;
  /** Every terminal; while there is none, the gateway's list is asked for once more. */
  readAll: () => Promise<void>;
};

export const useToday = create<TodayState>((set, get) => ({
  today: null,
  error: null,
  list: null,
  busy: false,
  load: async () => {
    const answer = await call('today.get', {});
    set(answer.ok ? { today: answer.value, error: null } : { error: answer.error });
  },
  begin: async () => {
    if (get().today?.terminalCount !== 0) return;
    set({ busy: true });
    const list = await call('terminals.refreshList', {});
    set({ busy: false, ...(list.ok ? { list: list.value, error: null } : { error: list.error }) });
    if (!list.ok || list.value.found === 0) return;
    await get().load();
    await get().readAll();
  },
  readAll: async () => {
    if (get().today?.terminalCount === 0) return get().begin();
    const answer = await call('terminals.readAll', {});
    if (!answer.ok) set({ error: answer.error });
  },
}));

let queued = false;
/** Many terminals change at once while all are read: the figures are read again once for them. */
const changed = () => {
  if (queued || useToday.getState().today === null) return;
  queued = true;
  setTimeout(() => {
    queued = false;
    void useToday.getState().load();
  }, 250);
};
const behind: readonly EventName[] = ['terminals.changed', 'operations.changed', 'closing.changed'];
behind.forEach((event) => on(event, changed));
on('profiles.changed', () => useToday.setState({ today: null, error: null, list: null }));
