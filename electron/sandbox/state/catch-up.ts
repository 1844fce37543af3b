/** Brings an environment up to now: everything that happens by time alone happens here, before each answer. */
import type { World } from '../world.ts';
import { advanceRequests } from './instant-requests.ts';
import { settleDue } from './settlement-rows.ts';
import { rollWindows } from './windows.ts';

export function catchUp(world: World): void {
  world.db.transaction(() => {
    // Requests first: what was transferred early must not be paid with its window too.
    advanceRequests(world);
    settleDue(world);
    rollWindows(world);
  })();
}
