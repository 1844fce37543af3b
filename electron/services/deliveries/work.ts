/** One piece of work that a person can stop: how far it is, what it waits for, and how it ended. */
import type { DeliveryWork } from '#shared/contract/deliveries.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { ProfileContext } from '../context.ts';
import { oneByOne } from '../one-by-one.ts';

type Counted = 'delivered' | 'notTaken' | 'notKnown' | 'passed';

const begun = (what: DeliveryWork['what']): DeliveryWork => ({
  what,
  done: 0,
  total: 0,
  delivered: 0,
  notTaken: 0,
  notKnown: 0,
  passed: 0,
  waitsUntilMs: null,
  isPaused: false,
  error: null,
  ended: null,
  missing: [],
});

/** What a piece of work is given. */
export type Run = {
  readonly signal: AbortSignal;
  readonly set: (part: Partial<DeliveryWork>) => void;
  readonly count: (what: Counted) => void;
  each<T>(
    items: readonly T[],
    pace: { gapMs: number },
    act: (item: T) => Promise<AppError | null>,
  ): ReturnType<typeof oneByOne>;
};

type Needs = Pick<ProfileContext, 'clock' | 'presence' | 'emit' | 'log'>;

export function createWork({ clock, presence, emit, log }: Needs) {
  let state: DeliveryWork | null = null;
  let current: { controller: AbortController; done: Promise<void> } | null = null;
  let last: Pick<DeliveryWork, 'ended' | 'error'> = { ended: 'failed', error: null };
  const set = (part: Partial<DeliveryWork>) => {
    if (state) state = { ...state, ...part };
    emit('deliveries.changed', {});
  };

  function runOf(what: DeliveryWork['what'], signal: AbortSignal): Run {
    return {
      signal,
      set,
      count: (counted: Counted) => set({ [counted]: (state?.[counted] ?? 0) + 1 }),
      async each<T>(
        items: readonly T[],
        { gapMs }: { gapMs: number },
        act: (item: T) => Promise<AppError | null>,
      ) {
        set({ total: items.length });
        const ending = await oneByOne(items, act, {
          clock,
          signal,
          gapMs,
          // Collecting only reads.
          needs: what === 'resend' ? { presence, right: 'integration' } : null,
          onDone: () => set({ done: (state?.done ?? 0) + 1 }),
          onWait: (wait) => set({ waitsUntilMs: wait?.untilMs ?? null, error: wait?.error ?? null }),
          onPause: (isPaused) => set({ isPaused }),
        });
        last = { ended: ending.ended, error: ending.ended === 'failed' ? ending.error : null };
        return ending;
      },
    };
  }
  return {
    state: () => state,
    /** Does nothing while another piece is under way. */
    begin(what: DeliveryWork['what'], act: (run: Run) => Promise<void>): void {
      if (current) return;
      const controller = new AbortController();
      state = begun(what);
      last = { ended: 'failed', error: null };
      const done = act(runOf(what, controller.signal))
        .catch((error: unknown) => log.error('deliveries-work-failed', { error: String(error) }))
        .finally(() => {
          current = null;
          set(last);
        });
      current = { controller, done };
      emit('deliveries.changed', {});
    },
    cancel: () => current?.controller.abort(),
    async stop(): Promise<void> {
      current?.controller.abort();
      await current?.done;
    },
  };
}
