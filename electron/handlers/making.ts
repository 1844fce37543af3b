/** What may have been made is decided about by whoever may make it. */
import type { HandlersOf } from '#shared/contract/index.ts';
import { mayDo } from '#shared/domain/rights.ts';
import { peopleError } from '#shared/errors/app-error.ts';
import { err, type Result } from '#shared/errors/result.ts';
import type { ProfileSession, UseSession } from '../core/profile-session.ts';
import type { PeopleService } from '../services/people/index.ts';

type Channels = 'making.makeAgain' | 'making.takePossible' | 'making.dropAttempt';

export function createMakingHandlers(
  use: UseSession,
  { signedIn }: Pick<PeopleService, 'signedIn'>,
): HandlersOf<Channels> {
  const asWhoMayMakeIt = <T>(
    attemptId: string,
    act: (making: ProfileSession['making']) => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    use(async ({ making }) => {
      const right = await making.rightFor(attemptId);
      const me = signedIn();
      const may = right === null || (me !== null && mayDo(me.role, right));
      return may ? act(making) : err(peopleError('not-allowed', { right }));
    });
  return {
    'making.makeAgain': (input) => asWhoMayMakeIt(input.attemptId, (making) => making.makeAgain(input)),
    'making.takePossible': (input) => asWhoMayMakeIt(input.attemptId, (making) => making.takePossible(input)),
    'making.dropAttempt': (input) => asWhoMayMakeIt(input.attemptId, (making) => making.dropAttempt(input)),
  };
}
