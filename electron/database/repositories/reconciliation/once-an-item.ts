/** What is made of an item is made once. */
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
