/** A transfer from what is typed to its ending: prepared for exactly that, and sent once. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';
import { isSamePaid, type Paid } from './paid-form.ts';

export type TransferPreparation = OutputOf<'payout.prepare'>;
type Confirmed = Omit<InputOf<'payout.confirm'>, 'preparationId' | 'authorization'> & {
  authorization: Authorization;
};
type Prepared = { readonly wanted: Paid; readonly preparation: TransferPreparation };

type TransferState = {
  prepared: Prepared | null;
  error: AppError | null;
  ended: OutputOf<'payout.confirm'> | null;
  busy: 'preparing' | 'confirming' | null;
  prepare: (wanted: Paid) => Promise<void>;
  /** Something else is typed: drops what was prepared, and what is being prepared. */
  forget: () => void;
  /** Sends nothing unless exactly this was prepared. */
  confirm: (wanted: Paid, form: Confirmed) => Promise<void>;
};

/** Null unless this is what was prepared. */
export const preparedFor = (prepared: Prepared | null, wanted: Paid | null): TransferPreparation | null =>
  prepared !== null && wanted !== null && isSamePaid(prepared.wanted, wanted) ? prepared.preparation : null;

export const createTransferStore = (isLeft: () => boolean) =>
  createStore<TransferState>((set, get) => {
    /** The answer to an earlier round is about something that was typed before. */
    let round = 0;
    return {
      prepared: null,
      error: null,
      ended: null,
      busy: null,
      prepare: async (wanted) => {
        if (get().busy === 'confirming') return;
        round += 1;
        const own = round;
        set({ prepared: null, busy: 'preparing' });
        const answer = await call('payout.prepare', { transfer: wanted });
        if (own !== round || isLeft()) return;
        set({
          prepared: answer.ok ? { wanted, preparation: answer.value } : null,
          error: answer.ok ? null : answer.error,
          busy: null,
        });
      },
      forget: () => {
        round += 1;
        set(({ busy }) => ({ prepared: null, busy: busy === 'preparing' ? null : busy }));
      },
      confirm: async (wanted, form) => {
        const preparation = preparedFor(get().prepared, wanted);
        if (preparation === null || get().busy !== null) return;
        set({ busy: 'confirming', error: null });
        const { preparationId } = preparation;
        const answer = await call('payout.confirm', { preparationId, ...form });
        if (isLeft()) return tellLate('payout', answer);
        set({ busy: null });
        if (answer.ok) return set({ ended: answer.value });
        set({ error: answer.error });
        // The preparation is used up, or something has changed since: a person must see what will be sent now.
        if (answer.error.kind === 'movement') set({ prepared: null });
      },
    };
  });

/** `wanted`: what the form shows now. Only what was prepared for that is offered. */
export function useTransfer(wanted: Paid | null) {
  const isLeft = useIsLeft();
  const [store] = useState(() => createTransferStore(isLeft));
  const { prepared, busy, ...state } = useStore(store);
  return { ...state, busy: busy !== null, preparation: preparedFor(prepared, wanted) };
}
