/** What every scene of the story is told with: the open session, the time, who acts, and the gateway's other side. */
import type { AppError } from '#shared/errors/app-error.ts';
import { orThrow, type Result } from '#shared/errors/result.ts';
import type { EventName } from '#shared/contract/index.ts';
import { transactionFilterSchema, type Transaction } from '#shared/contract/terminals.ts';
import type { ProfileSession } from '../profile-session.ts';
import type { Approval } from '../../services/people/index.ts';
import type { ControlPath } from './control-path.ts';
import type { StoryClock } from './story-clock.ts';
import type { StoryPart, StoryWords } from './words.ts';

export type Teller = {
  readonly session: ProfileSession;
  readonly clock: StoryClock;
  readonly control: ControlPath;
  readonly words: StoryWords;
  readonly as: (who: StoryPart) => void;
  /** The approval of the person who acts now: the story's amounts need no second person. */
  readonly approval: () => Approval;
  /** Resolves with the next event of this name that `is` accepts. */
  readonly heard: (event: EventName, is: (payload: { finished?: boolean }) => boolean) => Promise<void>;
};

/** The story goes on with the value, or ends: a scene that does not work is a bug. */
export const must = <T>(result: Result<T, AppError>): T => orThrow('the story stopped', result);

/** The transactions that a terminal lists, as they were last read. */
export async function listedOn({ session }: Teller, terminalId: string): Promise<Transaction[]> {
  const { rows } = must(
    await session.terminals.page({
      terminalId,
      filter: transactionFilterSchema.parse({}),
      sort: { by: 'firstSeen', direction: 'asc' },
      cursor: null,
      limit: 500,
    }),
  );
  return rows;
}
