/** Money that is sent, from what is wanted to its ending: prepared for exactly that, and sent once. */
import { createStore } from 'zustand/vanilla';
import type { Operation } from '#shared/contract/operations.ts';
import type { MovementKind } from '#shared/domain/operation.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { tellLate } from '../../components/late-ending.tsx';

type Prepared<Wanted, Preparation> = { readonly wanted: Wanted; readonly preparation: Preparation };

type PreparedState<Wanted, Preparation, Form, Ended> = {
  prepared: Prepared<Wanted, Preparation> | null;
  error: AppError | null;
  ended: Ended | null;
  busy: 'preparing' | 'confirming' | null;
  prepare: (wanted: Wanted) => Promise<void>;
  /** Something else is wanted: drops what was prepared, and what is being prepared. */
  forget: () => void;
  /** Sends nothing unless exactly this was prepared. */
  confirm: (wanted: Wanted, form: Form) => Promise<void>;
};

type Way<Wanted, Preparation, Form, Ended> = {
  readonly kind: MovementKind;
  readonly isSame: (one: Wanted, other: Wanted) => boolean;
  readonly prepare: (wanted: Wanted) => Promise<Result<Preparation>>;
  readonly confirm: (preparation: Preparation, form: Form) => Promise<Result<Ended>>;
};

/** Null unless this is what was prepared. */
export const preparationOf = <Wanted, Preparation>(
  prepared: Prepared<Wanted, Preparation> | null,
  wanted: Wanted | null,
  isSame: (one: Wanted, other: Wanted) => boolean,
): Preparation | null =>
  prepared !== null && wanted !== null && isSame(prepared.wanted, wanted) ? prepared.preparation : null;

export const createPreparedStore = <Wanted, Preparation, Form, Ended extends { operation: Operation }>(
  isLeft: () => boolean,
  { kind, isSame, prepare, confirm }: Way<Wanted, Preparation, Form, Ended>,
) =>
  createStore<PreparedState<Wanted, Preparation, Form, Ended>>((set, get) => {
    /** The answer to an earlier round is about something that was wanted before. */
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
        const answer = await prepare(wanted);
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
        const preparation = preparationOf(get().prepared, wanted, isSame);
        if (preparation === null || get().busy !== null) return;
        set({ busy: 'confirming', error: null });
        const answer = await confirm(preparation, form);
        if (isLeft()) return tellLate(kind, answer);
        set({ busy: null });
        if (answer.ok) return set({ ended: answer.value });
        set({ error: answer.error });
        // The preparation is used up, or something has changed since: a person must see what will be sent now.
        if (answer.error.kind === 'movement') set({ prepared: null });
      },
    };
  });
