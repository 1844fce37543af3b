/** Reads many terminals, a few at a time, with progress and cancel. */
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import type { Emit } from '#shared/contract/index.ts';

const AT_ONCE = 4;
/** Facts about us, not about one terminal: asking the others would get the same answer. */
const STOPS_ALL = ['address-not-allowed', 'key-refused'];

type ReadOne = (terminalId: string, signal: AbortSignal) => Promise<Result<unknown, AppError>>;

export function createReadAll(emit: Emit, readOne: ReadOne) {
  let running: { controller: AbortController; total: number; done: Promise<void> } | null = null;

  async function run(
    ids: string[],
    controller: AbortController,
    onFailure: (error: unknown) => void,
  ): Promise<void> {
    const queue = [...ids];
    let done = 0;
    let failed = 0;
    const report = (finished: boolean) =>
      emit('terminals.readProgress', {
        done,
        failed,
        total: ids.length,
        finished,
        cancelled: controller.signal.aborted,
      });
    const worker = async () => {
      for (let id = queue.shift(); id !== undefined && !controller.signal.aborted; id = queue.shift()) {
        // One that could not be stored holds up no other.
        const result = await readOne(id, controller.signal).catch((error: unknown) => {
          onFailure(error);
          return null;
        });
        done += 1;
        if (!result?.ok) failed += 1;
        if (result?.ok === false && STOPS_ALL.includes(result.error.code)) controller.abort();
        report(false);
      }
    };
    report(false);
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    running = null;
    report(true);
  }

  return {
    /** Starts, or joins the run that is under way. */
    start(ids: string[], onFailure: (error: unknown) => void): { total: number } {
      if (running) return { total: running.total };
      const controller = new AbortController();
      const done = run(ids, controller, onFailure);
      running = { controller, total: ids.length, done };
      return { total: ids.length };
    },
    cancel: () => running?.controller.abort(),
    async stop(): Promise<void> {
      running?.controller.abort();
      await running?.done;
    },
  };
}
