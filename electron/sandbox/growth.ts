/** New sales while it runs: one every 20 to 60 seconds, more of them on busy terminals. */
import { addSale } from './state/sales.ts';
import type { World } from './world.ts';

/** Starts the trickle; the returned function ends it. */
export function startGrowth(world: World): () => void {
  let cancel = () => {};
  const plan = () => {
    cancel = world.clock.after(world.dice.between(20, 60) * 1_000, () => {
      const terminals = world.db
        .prepare('SELECT terminal_id, weight FROM terminal WHERE weight > 0')
        .all() as { terminal_id: string; weight: number }[];
      const pool = terminals.flatMap(({ terminal_id, weight }) =>
        Array.from({ length: weight }, () => terminal_id),
      );
      const terminalId = pool[world.dice.between(0, pool.length - 1)];
      if (terminalId !== undefined) addSale(world, { terminalId, atMs: world.clock.nowMs() });
      plan();
    });
  };
  plan();
  return () => cancel();
}
