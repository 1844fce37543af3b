/** The claims of this PC: taken before a movement, given back with its ending, caught up on after head office was away. */
import type { WithoutHeadOffice } from '#shared/domain/head-office.ts';
import type { NewEntry } from '../../audit/entry.ts';
import type { ProfileContext } from '../context.ts';
import type { Claims } from '../operations/index.ts';
import { createSettling } from './claim-settling.ts';
import { takeClaim, type Held } from './claim-taking.ts';
import { createSubjectTurns } from './subject-turns.ts';

type Needs = {
  readonly held: () => Held | null;
  readonly withoutIt: () => WithoutHeadOffice;
  readonly note: (action: NewEntry['action'], target: string, params: NewEntry['params']) => unknown;
};

export function createClaims(context: ProfileContext, { held, withoutIt, note }: Needs) {
  const turns = createSubjectTurns();
  const inHand = new Set<string>();
  const settling = createSettling(context, { held, turns, inHand });
  const claims: Claims = {
    async during(movement, work) {
      const now = held();
      if (!now) return work(null);
      const { opId, kind } = movement;
      inHand.add(opId);
      try {
        const taken = await turns.inTurn(opId, () =>
          takeClaim(context, { now, movement, rule: withoutIt() }),
        );
        if (!taken.ok) return taken;
        const why = taken.value;
        if (why !== 'head-office') settling.owe(opId);
        const done = await work(why);
        if (done.ok && why !== 'head-office') void note('movement.unclaimed', opId, { kind, why });
        return done;
      } finally {
        inHand.delete(opId);
        settling.changed(opId);
      }
    },
    changed: (opId) => {
      if (held()) settling.changed(opId);
    },
  };
  return { ...settling, claims };
}
