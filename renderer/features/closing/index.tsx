/** Closing the day: choosing the branch and day, the six steps, and the days that were closed. */
import './closing.css';

export { BranchesPage } from './branches-page.tsx';
export { ClosePage } from './close-page.tsx';
export { HistoryPage } from './history-page.tsx';
export { OtherDayDrawer } from './other-day.tsx';
