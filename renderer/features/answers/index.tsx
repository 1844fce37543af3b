/** What this gateway answers: learnt, proven, confirmed. */
import './answers.css';

export { AnswersPage } from './answers-page.tsx';
export { AnswersSettings } from './answers-settings.tsx';
