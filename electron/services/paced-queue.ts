/** A queue that is sent one after another, and how far it is. It takes more while it is under way. */
import type { PacedWork } from '#shared/contract/paced.ts';
import type { Right } from '#shared/domain/rights.ts';
import { internalError, type AppError } from '#shared/errors/app-error.ts';
import type { ProfileContext } from './context.ts';
import { GAP_MS, oneByOne } from './one-by-one.ts';

type Queue<T> = {
  /** The name of the entry in the log if `send` throws. */
  readonly name: string;
  readonly right: Right;
  /** Sends one. An error is one that ends all, or of a limit. */
  readonly send: (item: T) => Promise<AppError | null>;
  /** Called with the whole queue if it ends early. */
  readonly onLeft: (items: readonly T[]) => Promise<unknown>;
  readonly onChange: () => void;
};
type PacedQueue<T> = {
  state(): PacedWork | null;
  add(items: readonly T[]): void;
  stop(): Promise<void>;
};

const BEGUN: PacedWork = {
  done: 0,
  total: 0,
  waitsUntilMs: null,
  isPaused: false,
  error: null,
  ended: null,
};

export function createPacedQueue<T>(
  { clock, presence, log }: Pick<ProfileContext, 'clock' | 'presence' | 'log'>,
  { name, right, send, onLeft, onChange }: Queue<T>,
): PacedQueue<T> {
  let work: PacedWork | null = null;
  /** What is under way takes what is added to it. */
  let current: { queue: T[]; controller: AbortController } | null = null;
  let done: Promise<void> = Promise.resolve();
  const set = (part: Partial<PacedWork>) => {
    if (work) work = { ...work, ...part };
    onChange();
  };
  /** `send` threw: the whole queue is told as left, as after any early end. */
  async function breakOff(queue: readonly T[], thrown: unknown): Promise<void> {
    log.error(name, { error: String(thrown) });
    const broken = work;
    current = null;
    await onLeft(queue).catch((error: unknown) => log.error(name, { error: String(error) }));
    if (work !== broken) return onChange();
    set({
      ended: 'failed',
      error: internalError('unexpected', { reference: name }),
      waitsUntilMs: null,
      isPaused: false,
    });
  }
  async function run(queue: T[], signal: AbortSignal): Promise<void> {
    const ending = await oneByOne(queue, send, {
      clock,
      signal,
      gapMs: GAP_MS,
      needs: { presence, right },
      onDone: () => set({ done: (work?.done ?? 0) + 1 }),
      onWait: (wait) => set({ waitsUntilMs: wait?.untilMs ?? null, error: wait?.error ?? null }),
      onPause: (isPaused) => set({ isPaused }),
    });
    // At once: nothing takes what would be added to this queue from now on.
    current = null;
    const ended = work;
    if (ending.ended !== 'whole') await onLeft(queue);
    // Another queue may have begun meanwhile.
    if (work !== ended) return onChange();
    set({ ended: ending.ended, error: ending.ended === 'failed' ? ending.error : null, waitsUntilMs: null });
  }
  return {
    state: () => work,
    add(items): void {
      if (current) {
        current.queue.push(...items);
        return set({ total: current.queue.length });
      }
      const controller = new AbortController();
      const queue = [...items];
      work = { ...BEGUN, total: queue.length };
      current = { queue, controller };
      done = run(queue, controller.signal).catch((error: unknown) => breakOff(queue, error));
      onChange();
    },
    async stop(): Promise<void> {
      current?.controller.abort();
      await done;
    },
  };
}
