/** Practice: its story and its tour. */
export { PracticeSettings } from './practice-settings.tsx';
export { StatementOffer } from './statement-offer.tsx';
export { StoryProgress } from './story-progress.tsx';
export { useStoryOfProfile } from './store.ts';
export { Tour } from './tour.tsx';
