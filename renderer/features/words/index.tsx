import './words.css';

export { WordsPage } from './words-page.tsx';
export { WordsSettings } from './words-settings.tsx';
