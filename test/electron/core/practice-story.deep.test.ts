import { itAddsUp } from './told-story.ts';

// Cairo is two hours ahead of UTC then.
itAddsUp('a Sunday morning before the bank pays', Date.UTC(2026, 10, 22, 3, 10));
itAddsUp('a Tuesday evening', Date.UTC(2026, 10, 24, 18, 0));
