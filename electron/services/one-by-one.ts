/** Things done one after another. Over a limit of the gateway it waits as long as it was told, and does that one again. */
import type { Right } from '#shared/domain/rights.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { Presence } from './context.ts';

/** A gateway that names no time: a minute, then twice as long, at most ten. */
const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 600_000;
/** Between two that are sent: the gateway's limit is not named (§8), and a server that has just come back is not flooded. */
export const GAP_MS = 1_000;

type Hooks = {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Between two of them. */
  readonly gapMs: number;
  /** Nothing is begun while nobody with this right is signed in. Null: that does not matter. */
  readonly needs: { readonly presence: Presence; readonly right: Right } | null;
  readonly onDone: () => void;
  /** It waits until then, for this reason. Null: it goes on. */
  readonly onWait: (wait: { untilMs: number; error: AppError } | null) => void;
  /** It waits for a person, or goes on. */
  readonly onPause: (isPaused: boolean) => void;
};
type Ended = { ended: 'whole' | 'stopped' } | { ended: 'failed'; error: AppError };

/** Ends early when it is stopped. `begin` calls what it is given when the wait is over, and answers how to stop waiting. */
const waitFor = (begin: (over: () => void) => () => void, { signal }: Hooks): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = begin(end);
    signal.addEventListener('abort', end);
  });
const waitForTime = (ms: number, hooks: Hooks) => waitFor((over) => hooks.clock.after(ms, over), hooks);

async function waitForPerson(hooks: Hooks): Promise<void> {
  const { needs, signal, onPause } = hooks;
  const mayGoOn = () => needs === null || needs.presence.may(needs.right);
  if (mayGoOn()) return;
  onPause(true);
  while (!mayGoOn() && !signal.aborted)
    await waitFor((over) => needs?.presence.onChange(over) ?? (() => {}), hooks);
  onPause(false);
}

export const isOverLimit = ({ kind, code }: AppError): boolean =>
  kind === 'gateway' && (code === 'too-soon' || code === 'limit');

const OF_ONE: readonly AppError['code'][] = ['not-found', 'refused', 'conflict', 'invalid'];
/** An error that says something about one of them alone: the others go on. */
export const isOfOne = ({ code }: AppError): boolean => OF_ONE.includes(code);

/** `act` answers the error that ends everything, unless it is one of a limit. */
export async function oneByOne<T>(
  items: readonly T[],
  act: (item: T) => Promise<AppError | null>,
  hooks: Hooks,
): Promise<Ended> {
  const { clock, signal, gapMs, needs, onDone, onWait } = hooks;
  let unsaidMs = FIRST_WAIT_MS;
  for (const [place, item] of items.entries()) {
    if (place > 0 && gapMs > 0) await waitForTime(gapMs, hooks);
    for (;;) {
      await waitForPerson(hooks);
      if (signal.aborted) return { ended: 'stopped' };
      const error = await (needs ? needs.presence.inTheirName(() => act(item)) : act(item));
      if (error === null) break;
      if (signal.aborted) return { ended: 'stopped' };
      if (!isOverLimit(error)) return { ended: 'failed', error };
      const { seconds } = error.params;
      const waitMs = typeof seconds === 'number' ? (seconds + 1) * 1_000 : unsaidMs;
      if (typeof seconds !== 'number') unsaidMs = Math.min(LONGEST_WAIT_MS, unsaidMs * 2);
      onWait({ untilMs: clock.nowMs() + waitMs, error });
      await waitForTime(waitMs, hooks);
      onWait(null);
    }
    onDone();
  }
  return { ended: 'whole' };
}
