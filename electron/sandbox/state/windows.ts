/** Settlement windows, one a day, in live only (§1): open until the day ends, settled on the next banking day. */
import type { World } from '../world.ts';
import { nextBankingDayMs } from './sales.ts';

const DAY_MS = 86_400_000;
export const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;
const windowIdOf = (dayMs: number) => `SW-${new Date(dayMs).toISOString().slice(0, 10)}`;

export const hasWindows = (world: World): boolean => world.environment === 'live';

/** Makes the window of a day if there is none, and answers its id. */
export function windowOfDay(world: World, dayMs: number): string {
  const windowId = windowIdOf(dayMs);
  world.db
    .prepare(
      `INSERT OR IGNORE INTO settlement_window (window_id, status, opens_at_ms, closes_at_ms, payout_at_ms) VALUES (?, 'OPEN', ?, ?, ?)`,
    )
    .run(windowId, dayMs, dayMs + DAY_MS, nextBankingDayMs(dayMs));
  return windowId;
}

/** Closes windows whose day is over and settles those whose payout day has come. */
export function rollWindows(world: World): void {
  if (!hasWindows(world)) return;
  const { db } = world;
  const nowMs = world.clock.nowMs();
  windowOfDay(world, dayOf(nowMs));
  db.prepare(
    `UPDATE settlement_window SET status = 'CLOSED' WHERE status = 'OPEN' AND closes_at_ms <= ?`,
  ).run(nowMs);
  const due = db
    .prepare(
      `SELECT window_id, payout_at_ms FROM settlement_window WHERE status = 'CLOSED' AND payout_at_ms <= ?`,
    )
    .all(nowMs) as { window_id: string; payout_at_ms: number }[];
  for (const { window_id, payout_at_ms } of due) {
    const reference = `CIB${window_id.replace(/\D/g, '')}${world.dice.between(1000, 9999)}`;
    db.prepare(`UPDATE settlement_window SET status = 'SETTLED', bank_reference = ? WHERE window_id = ?`).run(
      reference,
      window_id,
    );
    db.prepare('UPDATE settlement_row SET settled_at_ms = ? WHERE window_id = ?').run(
      payout_at_ms,
      window_id,
    );
  }
}

export const batchIdOf = (windowId: string, branchId: string): string =>
  `${windowId.replace('SW', 'SB')}-${branchId}`;
