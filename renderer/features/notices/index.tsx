/** What wants a person soon: the bell, what is told while it is locked, and the settings. */
import './notices.css';

export { NoticeBell } from './bell.tsx';
export { LockedNotices } from './locked.tsx';
export { NoticeSettings } from './notice-settings.tsx';
