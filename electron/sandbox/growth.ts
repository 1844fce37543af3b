/** New sales while it runs: one every 20 to 60 seconds, more of them on busy terminals. */
import { addSale, terminalPool } from './state/sales.ts';
import type { World } from './world.ts';

/** A till that nobody closes for days stays believable, and readable. */
const ENOUGH_OUTSTANDING = 2_000;

/** Starts the trickle; the returned function ends it. */
export function startGrowth(world: World): () => void {
  let cancel = () => {};
  const outstanding = world.db
    .prepare('SELECT COUNT(*) FROM pos_row WHERE acknowledged_at_ms IS NULL')
    .pluck();
  const pool = terminalPool(world);
  const plan = () => {
    cancel = world.clock.after(world.dice.between(20, 60) * 1_000, () => {
      const terminalId = pool[world.dice.between(0, pool.length - 1)];
      if (terminalId !== undefined && (outstanding.get() as number) < ENOUGH_OUTSTANDING)
        addSale(world, { terminalId, atMs: world.clock.nowMs() });
      plan();
    });
  };
  plan();
  return () => cancel();
}
