/** Instant settlement: what is eligible, what was offered, what was asked for. */
import { create } from 'zustand';
import { ok, type Result } from '#shared/errors/result.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import type { EligibleSale, Offer } from '#shared/contract/instant-settlement.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on, toldElsewhere } from '../../api/client.ts';
import { orTell } from '../../components/tell-error.tsx';

export type OfferSlot = {
  which: 'below' | 'above' | 'picked';
  transactionIds: string[];
  offer: Offer | null;
  error: AppError | null;
  /** How many of its sales are no longer eligible. */
  gone: number;
};

type InstantState = {
  overview: OutputOf<'instantSettlement.overview'> | null;
  requests: OutputOf<'instantSettlement.requests'> | null;
  eligible: EligibleSale[] | null;
  pickedIds: string[];
  target: string;
  slots: OfferSlot[];
  busy: boolean;
  error: AppError | null;
  load: () => Promise<void>;
  refresh: () => Promise<void>;
  setTarget: (target: string) => void;
  pick: (ids: string[]) => void;
  /** Suggestions for the typed amount, each with its fee inquiry. */
  suggest: () => Promise<void>;
  /** The fee inquiry of the sales that were picked. */
  quotePicked: () => Promise<void>;
  requote: (which: OfferSlot['which']) => Promise<void>;
  clearOffers: () => void;
};

const quoteSlot = async ({
  which,
  transactionIds,
}: Pick<OfferSlot, 'which' | 'transactionIds'>): Promise<OfferSlot> => {
  const answer = await call('instantSettlement.quote', { transactionIds });
  return {
    which,
    transactionIds,
    offer: answer.ok ? answer.value : null,
    error: answer.ok ? null : answer.error,
    gone: 0,
  };
};

/** What was offered is held against what is eligible now. */
function heldAgainst(slots: OfferSlot[], eligible: EligibleSale[]): OfferSlot[] {
  const open = new Set(eligible.flatMap((sale) => (sale.requested ? [] : [sale.transactionId])));
  return slots.map((slot) => ({
    ...slot,
    gone: slot.transactionIds.filter((id) => !open.has(id)).length,
  }));
}

const sameIds = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id) => b.includes(id));
const isOfSame = (a: OfferSlot, b: OfferSlot): boolean =>
  a.which === b.which && sameIds(a.transactionIds, b.transactionIds);

async function allEligible(): Promise<Result<EligibleSale[]>> {
  const sales: EligibleSale[] = [];
  for (let cursor: string | null = null; ;) {
    const page: Result<OutputOf<'instantSettlement.eligiblePage'>> = await call(
      'instantSettlement.eligiblePage',
      { cursor, limit: 500 },
    );
    if (!page.ok) return page;
    sales.push(...page.value.rows);
    cursor = page.value.next;
    if (cursor === null) return ok(sales);
  }
}

type Set = (part: Partial<InstantState>) => void;
type Get = () => InstantState;

/** Each offer is for what was typed or picked when it was asked for: it is shown only if that still stands. */
const createQuotes = (set: Set, get: Get): Pick<InstantState, 'suggest' | 'quotePicked' | 'requote'> => ({
  suggest: async () => {
    set({ busy: true, error: null, slots: [] });
    const { target } = get();
    const isStillWanted = () => get().target === target;
    const answer = await call('instantSettlement.suggest', { target });
    if (!answer.ok) return set({ busy: false, ...(isStillWanted() && { error: answer.error }) });
    const { below, above } = answer.value;
    const wanted = [
      ...(below ? [{ which: 'below' as const, transactionIds: below.transactionIds }] : []),
      ...(above ? [{ which: 'above' as const, transactionIds: above.transactionIds }] : []),
    ];
    const slots = isStillWanted() ? await Promise.all(wanted.map(quoteSlot)) : [];
    set({ busy: false, ...(isStillWanted() && { slots }) });
  },
  quotePicked: async () => {
    set({ busy: true, error: null });
    const { pickedIds } = get();
    const slot = await quoteSlot({ which: 'picked', transactionIds: pickedIds });
    const isStillWanted = sameIds(get().pickedIds, pickedIds);
    set({ busy: false, ...(isStillWanted && { slots: [slot] }) });
  },
  requote: async (which) => {
    const slot = get().slots.find((candidate) => candidate.which === which);
    if (!slot) return;
    const answer = await call('instantSettlement.quoteAgain', { transactionIds: slot.transactionIds });
    const fresh: OfferSlot = answer.ok
      ? {
          which,
          transactionIds: answer.value.offer.transactionIds,
          offer: answer.value.offer,
          error: null,
          gone: 0,
        }
      : { ...slot, offer: null, error: answer.error };
    // Another offer may stand there by now.
    set({ slots: get().slots.map((candidate) => (isOfSame(candidate, slot) ? fresh : candidate)) });
  },
});

export const useInstant = create<InstantState>((set, get) => ({
  overview: null,
  requests: null,
  eligible: null,
  pickedIds: [],
  target: '',
  slots: [],
  busy: false,
  error: null,
  load: async () => {
    const [overview, requests, eligible] = await Promise.all([
      call('instantSettlement.overview', {}),
      call('instantSettlement.requests', {}),
      allEligible(),
    ]);
    const failed = [overview, requests, eligible].find((answer) => !answer.ok);
    set({
      error: failed && !failed.ok ? failed.error : null,
      ...(overview.ok && { overview: overview.value }),
      ...(requests.ok && { requests: requests.value }),
      ...(eligible.ok && {
        eligible: eligible.value,
        slots: heldAgainst(get().slots, eligible.value),
        pickedIds: get().pickedIds.filter((id) => eligible.value.some((sale) => sale.transactionId === id)),
      }),
    });
  },
  refresh: async () => {
    await Promise.all([
      toldElsewhere(call('instantSettlement.refresh', {}), 'the notice of why nothing can be paid early now'),
      orTell(call('instantSettlement.refreshRequests', {})),
    ]);
    await get().load();
  },
  // Offers of another amount are no answer to this one.
  setTarget: (target) => set({ target, error: null, slots: [] }),
  pick: (pickedIds) => set({ pickedIds }),
  ...createQuotes(set, get),
  clearOffers: () => set({ slots: [], pickedIds: [], target: '' }),
}));

on('instantSettlement.changed', () => void useInstant.getState().load());
on('profiles.changed', () =>
  useInstant.setState({ overview: null, requests: null, eligible: null, slots: [], pickedIds: [] }),
);
