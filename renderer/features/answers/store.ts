/** What this gateway answers, as the core knows it. */
import { create } from 'zustand';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';

type Answers = OutputOf<'answers.list'>;
type Act = 'answers.learn' | 'answers.confirm' | 'answers.change' | 'answers.putBack' | 'answers.walk';

type AnswersState = {
  answers: Answers | null;
  busy: string | null;
  error: AppError | null;
  load: () => Promise<void>;
  /** `what`: which button waits. */
  act: <A extends Act>(act: A, input: InputOf<A>, what: string) => Promise<boolean>;
};

export const useAnswers = create<AnswersState>((set) => ({
  answers: null,
  busy: null,
  error: null,
  load: async () => {
    const answer = await call('answers.list', {});
    set(answer.ok ? { answers: answer.value, error: null } : { error: answer.error });
  },
  act: async (act, input, what) => {
    set({ busy: what, error: null });
    const answer = await call(act, input);
    set(answer.ok ? { busy: null, answers: answer.value } : { busy: null, error: answer.error });
    return answer.ok;
  },
}));
