/** The words of the gateway as they are known now: read when a page wants them, and again when what they mean has changed. */
import { create } from 'zustand';
import type { WordView } from '#shared/contract/words.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type WordsState = {
  words: WordView[] | null;
  error: AppError | null;
  load: () => Promise<void>;
};

export const useWords = create<WordsState>((set) => ({
  words: null,
  error: null,
  load: async () => {
    const answer = await call('words.list', {});
    set(answer.ok ? { words: answer.value.words, error: null } : { error: answer.error });
  },
}));

/** Only where they were asked for. */
const again = () => {
  const { words, load } = useWords.getState();
  if (words !== null) void load();
};
on('words.changed', again);
on('terminals.changed', again);
on('profiles.changed', () => useWords.setState({ words: null, error: null }));
