/** The simulated server of head office: it may be away, and be given an older copy of itself. */
import type { Timeline } from '../scheduler.ts';
import type { Dump, Office } from './office.ts';

/** How a PC's way to it is now; shares of all statements. */
export type Network = {
  isCut: boolean;
  /** Never done, and no answer. */
  lost: number;
  /** Done, and no answer. */
  unanswered: number;
  /** Done later than anybody waits for it. */
  slow: number;
};
export const clearNetwork: Network = { isCut: false, lost: 0, unanswered: 0, slow: 0 };

export type Server = ReturnType<typeof createServer>;

export function createServer(timeline: Timeline, office: Office) {
  const watchers = new Set<() => void>();
  let isAway = false;
  /** Something is new: whoever keeps contact will see it. */
  const stir = () => {
    for (const heard of watchers) heard();
  };
  return {
    office,
    timeline,
    watch(heard: () => void): () => void {
      watchers.add(heard);
      return () => watchers.delete(heard);
    },
    stir,
    isAway: () => isAway,
    setAway(is: boolean): void {
      isAway = is;
      timeline.note(`server ${is ? 'away' : 'there'}`);
      stir();
    },
    restore(dump: Dump): void {
      office.restore(dump);
      timeline.note('server restored');
      stir();
    },
  };
}
