/** Which saved recipient a form was filled in with. Only the answer to the last choice fills it in. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { OutputOf } from '#shared/contract/index.ts';
import { call } from '../../api/client.ts';
import { useIsLeft } from '../../components/late-ending.tsx';
import { tellError } from '../../components/tell-error.tsx';
import type { PaidForm } from './paid-form.ts';

type Filled = { readonly key: string; readonly recipient: OutputOf<'transfers.recipient'> };
type Fill = (recipient: Filled['recipient']) => void;
type SavedState = {
  filled: Filled | null;
  choose: (key: string | null, fill: Fill) => Promise<void>;
  /** Something else is typed, or the form is sent: an answer that comes now fills in nothing. */
  forget: () => void;
};

/** Null once the form says something else than it was filled in with. */
export const keyFilledIn = (filled: Filled | null, form: PaidForm): string | null =>
  filled !== null &&
  form.method === filled.recipient.method &&
  form.recipient === filled.recipient.recipient &&
  form.number === filled.recipient.number &&
  form.bank === filled.recipient.bank
    ? filled.key
    : null;

export const createSavedStore = (isLeft: () => boolean) =>
  createStore<SavedState>((set) => {
    let round = 0;
    return {
      filled: null,
      choose: async (key, fill) => {
        round += 1;
        const own = round;
        set({ filled: null });
        if (key === null) return;
        const answer = await call('transfers.recipient', { key });
        if (own !== round || isLeft()) return;
        if (!answer.ok) return tellError(answer.error);
        set({ filled: { key, recipient: answer.value } });
        fill(answer.value);
      },
      forget: () => {
        round += 1;
      },
    };
  });

/** `busy`: the form is being sent. */
export function useSavedRecipient(form: PaidForm, busy: boolean) {
  const isLeft = useIsLeft();
  const [store] = useState(() => createSavedStore(isLeft));
  const { filled, choose, forget } = useStore(store);
  useEffect(forget, [form, busy, forget]);
  return { chosen: keyFilledIn(filled, form), choose };
}
