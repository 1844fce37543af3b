/** The people of a story, by the language in which it was told. */
import type { Guest } from '../../services/people/index.ts';
import type { Told } from './tell-story.ts';
import { storyPeople, storyWords, type StoryPart } from './words.ts';

export const guestsOf = (told: Pick<Told, 'language'> | null): Guest[] =>
  told === null
    ? []
    : (Object.keys(storyPeople) as StoryPart[]).map((part) => ({
        ...storyPeople[part],
        name: storyWords[told.language][part],
      }));
