/**
 * Remembers what `make` answers for each item. Use it only where the answer cannot change: items must not change, and where `make`
 * reads a database, make a new function for each run.
 */
import type { MatchItem } from '#shared/domain/matching/index.ts';

export function onceAnItem<Made extends string | object>(
  make: (item: MatchItem) => Made,
): (item: MatchItem) => Made {
  const known = new WeakMap<MatchItem, Made>();
  return (item) => {
    const before = known.get(item);
    if (before !== undefined) return before;
    const made = make(item);
    known.set(item, made);
    return made;
  };
}
