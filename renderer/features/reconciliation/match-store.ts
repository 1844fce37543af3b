/** The match by hand: what is picked on both sides, and the two lists it is picked from. */
import { create } from 'zustand';
import type { OutputOf } from '#shared/contract/index.ts';
import type { ReconcileItem, ReconcileMatch } from '#shared/contract/reconciliation-items.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import type { Comparison, Side } from '#shared/domain/reconciliation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Money } from '#shared/money/money.ts';
import { call, on } from '../../api/client.ts';
import { pagedList } from '../../components/paged-list.ts';

type UnmatchedRow = OutputOf<'reconciliation.unmatched'>['rows'][number];
type UnmatchedQuery = { comparison: Comparison; side: Side; text: string; near: Money | null };
type Picks = Record<Side, ReconcileItem[]>;

const listOf = (side: Side) =>
  pagedList<UnmatchedQuery, UnmatchedRow>(
    { comparison: 'sales', side, text: '', near: null },
    ({ near, ...query }) =>
      call('reconciliation.unmatched', {
        ...query,
        near: near && wireMoney(near),
      }),
  );
/** The unmatched items of one side. */
export const useUnmatched: Readonly<Record<Side, ReturnType<typeof listOf>>> = {
  ours: listOf('ours'),
  theirs: listOf('theirs'),
};

const nothingPicked: Picks = { ours: [], theirs: [] };
const OTHER: Readonly<Record<Side, Side>> = { ours: 'theirs', theirs: 'ours' };

type MatchingState = {
  comparison: Comparison | null;
  picks: Picks;
  remark: string;
  busy: boolean;
  error: AppError | null;
  /** The match that was made last, to be taken back at once where it was a mistake. */
  made: ReconcileMatch | null;
  /** With what is picked already: an exception, and what may belong to it. */
  begin: (comparison: Comparison, picks?: Picks) => void;
  toggle: (item: ReconcileItem) => void;
  clear: () => void;
  setRemark: (remark: string) => void;
  /** `difference` is the one on screen: the core refuses where it is another by now. */
  match: (difference: Money) => Promise<void>;
  /** Answers what was wrong, or null. */
  unmatch: (matchId: string, reason: string) => Promise<AppError | null>;
};

const idsOf = (items: readonly ReconcileItem[]) => items.map(({ itemId }) => itemId);

const without = (items: readonly ReconcileItem[], matched: readonly ReconcileItem[]): ReconcileItem[] =>
  items.filter(({ itemId }) => !matched.some((one) => one.itemId === itemId));

/** The other side is sorted by the amount that is picked on this one. */
const nearTo = (items: readonly ReconcileItem[]): Money | null => {
  const [first, ...others] = items;
  if (!first || others.some(({ amount }) => amount.currency !== first.amount.currency)) return null;
  const minor = items.reduce((sum, { amount }) => sum + amount.minor, 0n);
  return { minor, currency: first.amount.currency };
};

export const useMatching = create<MatchingState>((set, get) => ({
  comparison: null,
  picks: nothingPicked,
  remark: '',
  busy: false,
  error: null,
  made: null,
  begin: (comparison, picks = nothingPicked) => {
    set({ comparison, picks, remark: '', error: null, made: null });
    for (const side of ['ours', 'theirs'] as const)
      useUnmatched[side].getState().begin({ comparison, side, text: '', near: nearTo(picks[OTHER[side]]) });
  },
  toggle: (item) => {
    const { picks } = get();
    const side = picks[item.side];
    const picked = side.some(({ itemId }) => itemId === item.itemId);
    const next = picked ? side.filter(({ itemId }) => itemId !== item.itemId) : [...side, item];
    set({ picks: { ...picks, [item.side]: next }, error: null, made: null });
  },
  clear: () => set({ picks: nothingPicked, remark: '', error: null }),
  setRemark: (remark) => set({ remark }),
  match: async (difference) => {
    const { comparison, picks, remark } = get();
    if (comparison === null) return;
    set({ busy: true, error: null });
    const answer = await call('reconciliation.match', {
      comparison,
      ours: idsOf(picks.ours),
      theirs: idsOf(picks.theirs),
      difference: wireMoney(difference),
      remark,
    });
    set({ busy: false });
    if (!answer.ok) return set({ error: answer.error });
    // What was picked or typed meanwhile is of the next match.
    const now = get();
    set({
      picks: { ours: without(now.picks.ours, picks.ours), theirs: without(now.picks.theirs, picks.theirs) },
      ...(now.remark === remark && { remark: '' }),
      made: answer.value,
    });
    readUnmatched();
  },
  unmatch: async (matchId, reason) => {
    const answer = await call('reconciliation.unmatch', { matchId, reason });
    if (!answer.ok) return answer.error;
    set({ made: null });
    readUnmatched();
    return null;
  },
}));

/** What is on screen already; a list that is read for the first time is on its way. */
export function readUnmatched(): void {
  for (const side of ['ours', 'theirs'] as const)
    if (useUnmatched[side].getState().rows) void useUnmatched[side].getState().load();
}

on('reconciliation.changed', ({ what }) => {
  if (what === 'result' && useMatching.getState().comparison !== null) readUnmatched();
});
on('profiles.changed', () => {
  useMatching.setState({ comparison: null, picks: nothingPicked, remark: '', error: null, made: null });
  for (const side of ['ours', 'theirs'] as const) useUnmatched[side].getState().forget();
});
