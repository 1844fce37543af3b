/** Closing the day: choosing the branch and day, the six steps, and the days that were closed. */
import './closing.css';
import { useClosing } from './store.ts';

export { BranchesPage } from './branches-page.tsx';
export { ClosePage } from './close-page.tsx';
export { HistoryPage } from './history-page.tsx';
export { OtherDayDrawer } from './other-day.tsx';

/** Close day opens with this branch. */
export const chooseBranchToClose = (branchKey: string): void => useClosing.getState().chooseBranch(branchKey);
