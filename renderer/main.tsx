import '@fontsource-variable/inter';
import './theme/arabic.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/tokens.css';
import './theme/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startApp } from './app-store.ts';
import { mayCall } from './api/transport.ts';
import { NoKey } from './frame/no-key.tsx';
import { startTexts, systemLanguage } from './i18n/index.ts';

await startTexts(systemLanguage());
const root = createRoot(document.getElementById('root') ?? document.body);
if (mayCall()) {
  await startApp();
  root.render(<App />);
} else root.render(<NoKey />);
