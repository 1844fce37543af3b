/**
 * Making something at the gateway that must not be made twice. It moves no money, so it is no operation; but an attempt that got
 * no answer may have made it. The attempt is stored before it is sent, and it is sent once.
 */
import type { ProfileContext } from '../../core/context.ts';
import type { Creation } from '../../database/repositories/creations.ts';

type Wish = Pick<Creation, 'what' | 'reference' | 'customer' | 'amount' | 'request'>;
type Ending = 'done' | 'refused' | 'not-known' | 'made-again' | 'dropped';

/** `onTheWay`: the attempts that wait for their answer. Nobody may look for them, make them again or drop them meanwhile. */
export function createCreations({ db, clock, random, actor }: ProfileContext, onTheWay: Set<string>) {
  return {
    /** Stores an attempt and lets it be sent. `send` ends it. */
    async begin<T>(wish: Wish, send: (creation: Creation) => Promise<T>): Promise<T> {
      const creationId = `CR-${Buffer.from(random.bytes(12)).toString('hex')}`;
      const creation = {
        ...wish,
        ...{ creationId, by: actor(), atMs: clock.nowMs(), endedAtMs: null, absentAtMs: null },
      };
      await db.call('creations.begin', creation);
      onTheWay.add(creationId);
      try {
        return await send(creation);
      } finally {
        onTheWay.delete(creationId);
      }
    },
    /** Answers false if somebody has ended it already. */
    end: (creationId: string, state: Ending): Promise<boolean> =>
      db.call('creations.end', { creationId, state, atMs: clock.nowMs() }),
  };
}
