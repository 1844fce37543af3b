/**
 * What is made of an item is made once. Only where an item does not change after it was first asked about, and `make` would answer the
 * same each time: what it reads of a database is read as of one moment, and a new moment has a new function.
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
