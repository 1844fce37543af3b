import '@fontsource-variable/inter';
import '@fontsource/ibm-plex-sans-arabic/400.css';
import '@fontsource/ibm-plex-sans-arabic/500.css';
import '@fontsource/ibm-plex-sans-arabic/600.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/tokens.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startApp } from './app-store.ts';
import { startTexts, systemLanguage } from './i18n/index.ts';

await startTexts(systemLanguage());
await startApp();
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
