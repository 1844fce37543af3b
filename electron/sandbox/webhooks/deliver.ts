/** Delivers events: real HTTP to the listener, five attempts at most, each one recorded (§2.10, §3.5). */
import { prepared } from '../state/prepared.ts';
import type { World } from '../world.ts';
import type { DeliveryRow, StoredRequest } from './events.ts';

/** Waits before the second to the fifth attempt (docs/assumptions.md, "Signatures"). */
const BACKOFF_MS = [2_000, 10_000, 30_000, 60_000] as const;
const PATIENCE_MS = 10_000;
const KEPT_CHARACTERS = 1_000;

/**
 * Where listeners are that are not on the public internet: host name of the webhook's URL → base URL on this computer or
 * network. The URL itself keeps to the URL rule. `elsewhere`: whether other hosts are really called.
 */
export type Listeners = { routes: Map<string, string>; elsewhere: boolean };
type Attempt = { status: number; body: string; latencyMs: number };

/** If a delivery goes, or null if it may not leave. */
function addressOf(url: string, { routes, elsewhere }: Listeners): string | null {
  const { hostname, pathname, search } = new URL(url);
  const base = routes.get(hostname);
  if (base !== undefined) return base.replace(/\/$/, '') + pathname + search;
  return elsewhere ? url : null;
}

/** One request; status 0 and the cause if there was no answer. A redirect is an answer, and never followed. */
async function send(url: string, { headers, body }: StoredRequest, listeners: Listeners): Promise<Attempt> {
  const begunMs = performance.now();
  const latencyMs = () => Math.round(performance.now() - begunMs);
  const address = addressOf(url, listeners);
  if (address === null)
    return { status: 0, body: 'This gateway has no way to the address.', latencyMs: latencyMs() };
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'manual', signal });
    const text = (await answer.text()).slice(0, KEPT_CHARACTERS);
    return { status: answer.status, body: text, latencyMs: latencyMs() };
  } catch (error) {
    const cause = (error as Error & { cause?: Error }).cause?.message ?? (error as Error).message;
    return { status: 0, body: cause.slice(0, KEPT_CHARACTERS), latencyMs: latencyMs() };
  }
}

const isDelivered = ({ status }: Attempt) => status >= 200 && status < 300;

/** Tries a delivery once and records what came of it. */
export async function attempt(world: World, row: DeliveryRow, listeners: Listeners): Promise<Attempt> {
  const result = await send(row.url, JSON.parse(row.request) as StoredRequest, listeners);
  // The gateway may have been stopped meanwhile; the delivery is tried again at its next start.
  if (!world.db.open) return result;
  const nowMs = world.clock.nowMs();
  const response = { status: result.status, body: result.body, date: new Date(nowMs).toISOString() };
  const attempts = row.attempts + 1;
  const again = !isDelivered(result) && attempts <= row.retries;
  prepared(
    world.db,
    `UPDATE delivery SET status = ?, attempts = ?, responses = ?, next_attempt_at_ms = ?, updated_at_ms = ? WHERE record_id = ?`,
  ).run(
    isDelivered(result) ? 'delivered' : again ? 'retrying' : 'failed',
    attempts,
    JSON.stringify([...(JSON.parse(row.responses) as unknown[]), response]),
    again ? nowMs + (BACKOFF_MS[attempts - 1] ?? 0) : null,
    nowMs,
    row.record_id,
  );
  return result;
}

/** Delivers what is due, now and as time goes on; the returned function ends it. */
export function startDeliverer(world: World, listeners: Listeners): () => Promise<void> {
  let cancelTimer = () => {};
  let stopped = false;
  const underWay = new Map<string, Promise<unknown>>();

  function deliverDue(): void {
    if (stopped) return;
    cancelTimer();
    const due = prepared(
      world.db,
      'SELECT * FROM delivery WHERE next_attempt_at_ms <= ? ORDER BY sequence',
    ).all(world.clock.nowMs()) as DeliveryRow[];
    for (const row of due) {
      if (underWay.has(row.record_id)) continue;
      const going = attempt(world, row, listeners).finally(() => {
        underWay.delete(row.record_id);
        deliverDue();
      });
      underWay.set(row.record_id, going);
    }
    const { next } = prepared(
      world.db,
      'SELECT MIN(next_attempt_at_ms) AS next FROM delivery WHERE next_attempt_at_ms > ?',
    ).get(world.clock.nowMs()) as { next: number | null };
    if (next !== null) cancelTimer = world.clock.after(Math.max(1, next - world.clock.nowMs()), deliverDue);
  }

  // An event is emitted inside a transaction: deliver after it.
  world.onEvent = () => void setImmediate(deliverDue);
  world.onEvent();
  return async () => {
    stopped = true;
    cancelTimer();
    world.onEvent = () => {};
    await Promise.allSettled(underWay.values());
  };
}
