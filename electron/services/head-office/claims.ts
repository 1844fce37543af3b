/** The claims of this PC: taken before a movement, given back with its ending, caught up on after head office was away. */
import type { HeadOfficeStanding } from '#shared/contract/head-office.ts';
import { apartFailures, type HeadOfficeFailure, type WithoutHeadOffice } from '#shared/domain/head-office.ts';
import { movementError } from '#shared/errors/app-error.ts';
import { err } from '#shared/errors/result.ts';
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
  const apart = createApart();
  const isApart = () => apart.now(held()?.standing ?? null) !== null;
  const settling = createSettling(context, { held, turns, inHand, isApart });
  const claims: Claims = {
    async during(movement, work) {
      const now = held();
      if (!now) return work(null);
      const { opId, kind } = movement;
      const failure = apart.now(now.standing);
      if (failure) return err(movementError('not-claimed', { failure, cause: 'apart' }));
      inHand.add(opId);
      settling.asks(opId);
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
  return {
    ...settling,
    claims,
    heard: async (standing: HeadOfficeStanding): Promise<void> => {
      apart.now(standing);
      await settling.heard(standing);
    },
  };
}

/**
 * Why this PC was set apart from the chain; null while it takes part. A claim that is refused for it changes the standing before the
 * claim is answered. It still holds when head office is not reached later.
 */
function createApart() {
  let failure: HeadOfficeFailure | null = null;
  return {
    now(standing: HeadOfficeStanding | null): HeadOfficeFailure | null {
      if (standing?.isAsked && standing.failure === null) failure = null;
      else if (standing?.failure && apartFailures.includes(standing.failure)) failure = standing.failure;
      return failure;
    },
  };
}
