import '@fontsource-variable/inter';
import './theme/arabic.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/tokens.css';
import './theme/base.css';
import './theme/forced-colors.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { askAtStart, startApp } from './app-store.ts';
import { mayCall } from './api/transport.ts';
import { NoKey } from './frame/no-key.tsx';
import { startTexts, systemLanguage } from './i18n/index.ts';

const asked = mayCall() ? askAtStart() : null;
await startTexts(systemLanguage());
const root = createRoot(document.getElementById('root') ?? document.body);
if (asked) {
  await startApp(asked);
  root.render(<App />);
} else root.render(<NoKey />);
