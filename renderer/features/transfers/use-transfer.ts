/** A transfer from what is typed to its ending: prepared for exactly that, and sent once. */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { useIsLeft } from '../../components/late-ending.tsx';
import { isSamePaid, type Paid } from './paid-form.ts';
import { createPreparedStore, preparationOf } from './prepared-store.ts';

export type TransferPreparation = OutputOf<'payout.prepare'>;
type Confirmed = Omit<InputOf<'payout.confirm'>, 'preparationId'>;

export const createTransferStore = (isLeft: () => boolean) =>
  createPreparedStore(isLeft, {
    kind: 'payout',
    isSame: isSamePaid,
    prepare: (transfer: Paid) => call('payout.prepare', { transfer }),
    confirm: ({ preparationId }: TransferPreparation, form: Confirmed) =>
      call('payout.confirm', { preparationId, ...form }),
  });

type Prepared = ReturnType<ReturnType<typeof createTransferStore>['getState']>['prepared'];
/** Null unless this is what was prepared. */
export const preparedFor = (prepared: Prepared, wanted: Paid | null): TransferPreparation | null =>
  preparationOf(prepared, wanted, isSamePaid);

/** `wanted`: what the form shows now. Only what was prepared for that is offered. */
export function useTransfer(wanted: Paid | null) {
  const isLeft = useIsLeft();
  const [store] = useState(() => createTransferStore(isLeft));
  const { prepared, busy, ...state } = useStore(store);
  return { ...state, busy: busy !== null, preparation: preparedFor(prepared, wanted) };
}
