import { itAddsUp } from './told-story.ts';

// Cairo is two hours ahead of UTC then, so it is Friday there already. practice-story.deep.test.ts has other moments.
itAddsUp('a Thursday night after midnight', Date.UTC(2026, 10, 19, 23, 40));
