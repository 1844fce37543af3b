/** What wants a person soon: the bell, and its settings. */
import './notices.css';

export { NoticeBell } from './bell.tsx';
export { NoticeSettings } from './notice-settings.tsx';
