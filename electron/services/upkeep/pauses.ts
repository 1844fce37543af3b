/** What the gateway does not want to be asked for now: it said so, or refused. */
import type { UpkeepTask } from '#shared/contract/upkeep.ts';
import { upkeepTasks } from '#shared/contract/upkeep.ts';
import type { AppError } from '#shared/errors/app-error.ts';

const MINUTE_MS = 60_000;
const FIRST_MS = MINUTE_MS;
const LONGEST_MS = 60 * MINUTE_MS;
/** A right may be given within a day: it is looked for again every hour. */
const REFUSED_MS = 60 * MINUTE_MS;
/** The gateway's answer to whatever is asked. */
const OF_EVERYTHING = ['too-soon', 'address-not-allowed', 'key-refused'];
const REFUSALS = ['address-not-allowed', 'key-refused', 'permission-missing', 'feature-off', 'not-offered'];

type Pause = { error: AppError; untilMs: number; failures: number };

export function createPauses() {
  const pauses = new Map<UpkeepTask, Pause>();

  /** Twice as long with each failure, and never less than the gateway asked for. */
  function lengthOf({ code, params }: AppError, failures: number): number {
    if (REFUSALS.includes(code)) return REFUSED_MS;
    const asked = typeof params['seconds'] === 'number' ? params['seconds'] * 1_000 : 0;
    return Math.max(asked, Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1)));
  }

  return {
    isPaused: (task: UpkeepTask, nowMs: number): boolean => (pauses.get(task)?.untilMs ?? 0) > nowMs,
    failed(task: UpkeepTask, error: AppError, nowMs: number): void {
      const tasks = OF_EVERYTHING.includes(error.code) ? upkeepTasks : [task];
      for (const one of tasks) {
        const failures = (pauses.get(one)?.failures ?? 0) + 1;
        pauses.set(one, { error, failures, untilMs: nowMs + lengthOf(error, failures) });
      }
    },
    succeeded: (task: UpkeepTask): void => void pauses.delete(task),
    clear: (): void => pauses.clear(),
    list: (nowMs: number) =>
      [...pauses].flatMap(([task, { error, untilMs }]) =>
        untilMs > nowMs ? [{ task, error, untilMs }] : [],
      ),
  };
}
