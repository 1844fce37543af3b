/** What waits to be looked up by hand, and its confirmation. */
import { create } from 'zustand';
import type { Incident } from '#shared/contract/check-by-hand.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type CheckState = {
  /** Null: not read yet. */
  incidents: Incident[] | null;
  note: string;
  /** What the person has ticked as looked up, to know how far they are. It is kept in this window only. */
  looked: readonly string[];
  error: AppError | null;
  confirming: boolean;
  write: (note: string) => void;
  tick: (key: string) => void;
  load: () => Promise<void>;
  confirm: () => Promise<void>;
};

const empty = { incidents: null, note: '', looked: [], error: null, confirming: false };

/** One line of one list. */
export const lineKey = (kept: string, at: number): string => `${at} ${kept}`;

export const useCheckByHand = create<CheckState>((set, get) => ({
  ...empty,
  write: (note) => set({ note }),
  tick: (key) => {
    const { looked } = get();
    set({ looked: looked.includes(key) ? looked.filter((one) => one !== key) : [...looked, key] });
  },
  load: async () => {
    const answer = await call('checkByHand.list', {});
    set(answer.ok ? { incidents: answer.value.incidents, error: null } : { error: answer.error });
  },
  confirm: async () => {
    set({ confirming: true });
    const { note } = get();
    const answer = await call('checkByHand.confirm', { note });
    set(
      answer.ok
        ? { incidents: answer.value.incidents, error: null, confirming: false }
        : { error: answer.error, confirming: false },
    );
    // A note that was changed meanwhile is another one.
    if (answer.ok && get().note === note) set({ note: '' });
  },
}));

on('profiles.changed', () => useCheckByHand.setState(empty));
