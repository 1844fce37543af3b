/** The kept lists that were opened: their rows, their age, and whether one is being read. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import { doesKeep, type KeptListName } from '#shared/domain/kept-lists.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on, toldElsewhere } from '../../api/client.ts';

type Kept = { list: OutputOf<'rates.list'> | null; isReading: boolean; error: AppError | null };
type RatesState = {
  kept: Partial<Record<KeptListName, Kept>>;
  load: (name: KeptListName) => Promise<void>;
  refresh: (name: KeptListName) => Promise<void>;
  /** Shows the stored list, and reads it if it was never read or is older than a day. */
  look: (name: KeptListName) => Promise<void>;
};

export const neverLookedAt: Kept = { list: null, isReading: false, error: null };
const DAY_MS = 86_400_000;

export const useRates = create<RatesState>((set, get) => {
  const change = (name: KeptListName, part: Partial<Kept>) =>
    set(({ kept }) => ({ kept: { ...kept, [name]: { ...neverLookedAt, ...kept[name], ...part } } }));
  const load = async (name: KeptListName) => {
    const answer = await call('rates.list', { name });
    change(name, answer.ok ? { list: answer.value, error: null } : { error: answer.error });
  };
  const refresh = async (name: KeptListName) => {
    if (get().kept[name]?.isReading) return;
    change(name, { isReading: true });
    await toldElsewhere(call('rates.refresh', { name }), 'the page, with the age of the list');
    change(name, { isReading: false });
    await load(name);
  };
  return {
    kept: {},
    load,
    refresh,
    look: async (name) => {
      await load(name);
      const readAtMs = get().kept[name]?.list?.read.readAtMs ?? null;
      if (readAtMs === null || doesKeep(name) || Date.now() - readAtMs > DAY_MS) await refresh(name);
    },
  };
});

on('rates.changed', ({ name }) => {
  const { kept, load } = useRates.getState();
  if (kept[name]) void load(name);
});
on('profiles.changed', () => useRates.setState({ kept: {} }));
