/** Brings an environment up to now: everything that happens by time alone happens here, before each answer. */
import type { World } from '../world.ts';
import { advanceRequests, PROCESSING_AFTER_MS } from './instant-requests.ts';
import { advanceTransfers, nextSchedulerStepMs, nextTransferStepMs, runSchedulers } from './payouts.ts';
import { prepared } from './prepared.ts';
import { expireSessions } from './sessions.ts';
import { settleDue } from './settlement-rows.ts';
import { DAY_MS, dayOf, rollWindows } from './windows.ts';

/** The next moment at which something happens by time alone; a day's end at the latest. */
function nextMomentMs(world: World): number {
  const nowMs = world.clock.nowMs();
  const one = (sql: string, ...args: unknown[]) =>
    (prepared(world.db, sql)
      .pluck()
      .get(...args) as number | null) ?? Infinity;
  return Math.min(
    dayOf(nowMs) + DAY_MS,
    one(`SELECT MIN(created_at_ms) + ${PROCESSING_AFTER_MS} FROM instant_request WHERE status = 'PENDING'`),
    one(`SELECT MIN(created_at_ms + ends_after_ms) FROM instant_request WHERE status = 'PROCESSING'`),
    one(`SELECT MIN(expected_at_ms) FROM settlement_row WHERE settled_at_ms IS NULL AND request_id IS NULL`),
    one(`SELECT MIN(payout_at_ms) FROM settlement_window WHERE status = 'CLOSED'`),
    one(`SELECT MIN(expires_at_ms) FROM payment_session WHERE status IN ('CREATED', 'OPENED', 'PENDING')`),
    nextTransferStepMs(world) ?? Infinity,
    nextSchedulerStepMs(world) ?? Infinity,
  );
}

export function catchUp(world: World): void {
  if (world.clock.nowMs() < world.quietUntilMs) return;
  world.db.transaction(() => {
    runSchedulers(world);
    advanceTransfers(world);
    // Requests first: what was transferred early must not be paid with its window too.
    advanceRequests(world);
    settleDue(world);
    rollWindows(world);
    expireSessions(world);
  })();
  world.quietUntilMs = nextMomentMs(world);
}

/** Keeps catching up while nobody asks, so that events are delivered when they happen; the returned function ends it. */
export function startCatchingUp(world: World): { wake: () => void; stop: () => void } {
  let cancel = () => {};
  const wake = () => {
    cancel();
    world.quietUntilMs = 0;
    catchUp(world);
    const waitMs = Math.min(world.quietUntilMs - world.clock.nowMs(), 3_600_000);
    cancel = world.clock.after(Math.max(1, waitMs), wake);
  };
  wake();
  return { wake, stop: () => cancel() };
}
