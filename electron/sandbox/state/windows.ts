/** Settlement windows, one a day and currency, in live only (§1): open until the day ends, paid on the next banking day. */
import { seedOf } from '../random.ts';
import type { World } from '../world.ts';
import { prepared } from './prepared.ts';

export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;

/** The bank pays at 09:00 UTC on the first day after `atMs` that is not a Friday or a Saturday. */
export function nextPayoutMs(atMs: number): number {
  let day = dayOf(atMs) + DAY_MS;
  while ([5, 6].includes(new Date(day).getUTCDay())) day += DAY_MS;
  return day + 9 * HOUR_MS;
}

export const hasWindows = (world: World): boolean => world.environment === 'live';

/** Makes the window of a day and currency if there is none, and answers its id. */
export function windowOfDay(world: World, dayMs: number, currency: string): string {
  const date = new Date(dayMs).toISOString().slice(0, 10);
  const windowId = currency === 'EGP' ? `SW-${date}` : `SW-${date}-${currency}`;
  prepared(
    world.db,
    `INSERT OR IGNORE INTO settlement_window (window_id, status, currency, opens_at_ms, closes_at_ms, payout_at_ms)
       VALUES (?, 'OPEN', ?, ?, ?, ?)`,
  ).run(windowId, currency, dayMs, dayMs + DAY_MS, nextPayoutMs(dayMs));
  return windowId;
}

export const batchIdOf = (windowId: string, branchId: string): string =>
  `${windowId.replace('SW', 'SB')}-${branchId}`;

/** Opens today's window, closes those whose day is over, and gives those that were paid their bank reference. */
export function rollWindows(world: World): void {
  if (!hasWindows(world)) return;
  const { db } = world;
  const nowMs = world.clock.nowMs();
  windowOfDay(world, dayOf(nowMs), 'EGP');
  db.prepare(
    `UPDATE settlement_window SET status = 'CLOSED' WHERE status = 'OPEN' AND closes_at_ms <= ?`,
  ).run(nowMs);
  const paid = db
    .prepare(`SELECT window_id FROM settlement_window WHERE status = 'CLOSED' AND payout_at_ms <= ?`)
    .all(nowMs) as { window_id: string }[];
  const settle = db.prepare(
    `UPDATE settlement_window SET status = 'SETTLED', bank_reference = ? WHERE window_id = ?`,
  );
  for (const { window_id } of paid) {
    const digits = String(seedOf(world.merchantId, window_id) % 10_000).padStart(4, '0');
    settle.run(`CIB${window_id.replace(/\D/g, '')}${digits}`, window_id);
  }
}
