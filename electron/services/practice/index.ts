/** The use cases of Practice beside the profile itself: what its story holds ready, and who has seen the tour. */
import type { OutputOf } from '#shared/contract/index.ts';
import { profileError, type AppError } from '#shared/errors/app-error.ts';
import { err, ok, type Result } from '#shared/errors/result.ts';
import type { Guest } from '../people/index.ts';

type Story = { readonly language: 'en' | 'ar'; readonly statementFrom: string };
type Needs = {
  /** The story of the open Practice; null if Practice is bare or another profile is open. */
  story: () => Story | null;
  people: (story: Story) => Guest[];
  /** The control path of the built-in gateway. */
  controlUrl: () => string | null;
  nowMs: () => number;
  /** The person who is signed in. */
  me: () => string | null;
  tours: { toursLeftBy(): readonly string[]; leaveTour(personId: string): void };
};
export type PracticeService = ReturnType<typeof createPracticeService>;

export function createPracticeService({ story, people, controlUrl, nowMs, me, tours }: Needs) {
  const statementOf = ({ statementFrom: from }: Story) => ({
    from,
    to: new Date(nowMs()).toISOString().slice(0, 10),
  });
  return {
    async story(): Promise<Result<OutputOf<'practice.story'>>> {
      const told = story();
      const personId = me();
      if (!told || personId === null) return ok({ story: null, tour: false });
      return ok({
        story: { people: people(told), statement: statementOf(told) },
        tour: !tours.toursLeftBy().includes(personId),
      });
    },

    async leaveTour(): Promise<Result<Record<string, never>>> {
      const personId = me();
      if (personId !== null) tours.leaveTour(personId);
      return ok({});
    },

    /** As the bank would send it today. */
    async statement(): Promise<Result<OutputOf<'practice.statement'>, AppError>> {
      const told = story();
      const url = controlUrl();
      if (!told || url === null) return err(profileError('none-active'));
      const { from, to } = statementOf(told);
      const answer = await fetch(`${url}/statement?from=${from}&to=${to}`);
      if (!answer.ok) throw new Error(`the statement was answered with ${answer.status}`);
      return ok({ fileName: `statement-${from}-${to}.xml`, text: await answer.text() });
    },
  };
}
