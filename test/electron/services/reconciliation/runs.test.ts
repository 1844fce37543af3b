/** What follows a run during which something changed. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ProfileContext } from '#electron/services/context.ts';
import type { RunEnding } from '#electron/database/reconciliation-client.ts';
import { createRuns } from '#electron/services/reconciliation/runs.ts';

const A_MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A run of a minute ends as told, and something changed as it began: how many have begun a minute later. */
async function runsAfter(ending: RunEnding): Promise<number> {
  let begun = 0;
  let end: (ending: RunEnding) => void = () => undefined;
  const context = {
    clock: {
      nowMs: () => Date.now(),
      after(ms: number, run: () => void) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    },
    emit: () => undefined,
    log: { error: () => undefined },
  };
  const runs = createRuns(context as unknown as ProfileContext, () => {
    begun += 1;
    return { ended: new Promise((resolve) => (end = resolve)), cancel: () => undefined };
  });
  runs.start();
  runs.soon();
  await vi.advanceTimersByTimeAsync(A_MINUTE);
  end(ending);
  await vi.advanceTimersByTimeAsync(A_MINUTE);
  return begun;
}

it('what changed during a run is looked at by another one, also where the first one failed', async () => {
  expect(await runsAfter({ kind: 'done' })).toBe(2);
  expect(await runsAfter({ kind: 'failed', code: 'SQLITE_FULL', message: 'no room' })).toBe(2);
});
