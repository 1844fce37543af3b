/** Theme, direction, and the gate. What is behind the gate is a script of its own, which loads while somebody signs in. */
import { DirectionProvider, MantineProvider, useDirection } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Router } from 'wouter';
import { knowContract } from './api/client.ts';
import { useLocale, useSettings } from './app-store.ts';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { OpeningNotice } from './components/opening-notice.tsx';
import { Gate, useActivity } from './features/gate/index.tsx';
import { useHeldLocation, useHoldForAnswers } from './frame/held-page.ts';
import { useLeaveGuard } from './frame/leave-guard.ts';
import { useLeftAnswers } from './frame/left-answers.ts';
import { directionOf, loadTextsOfPages } from './i18n/index.ts';
import { styleNonce } from './theme/style-nonce.ts';
import { themeWith, variables } from './theme/theme.ts';

/** The pages, their texts, and what they ask the core. */
async function loadSignedIn() {
  const [pages] = await Promise.all([import('./signed-in.tsx'), loadTextsOfPages(), knowContract()]);
  return pages;
}
/** Four times as much as the first screen, so it starts once that is painted. Whoever is signed in earlier starts it by that. */
function loadWhenIdle() {
  // Safari has no such callback.
  if (typeof requestIdleCallback !== 'function') {
    const soon = setTimeout(() => void loadSignedIn(), 200);
    return () => clearTimeout(soon);
  }
  const waiting = requestIdleCallback(() => void loadSignedIn(), { timeout: 2_000 });
  return () => cancelIdleCallback(waiting);
}
const SignedIn = lazy(async () => ({ default: (await loadSignedIn()).SignedIn }));

const LockedNotices = lazy(async () => ({
  default: (await import('./features/notices/index.tsx')).LockedNotices,
}));

function useDocumentLanguage(): void {
  const { language } = useLocale();
  const { setDirection } = useDirection();
  useEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
  }, [language, setDirection]);
}

const Opening = () => (
  <main className="sign-in">
    <OpeningNotice />
  </main>
);

function Shell() {
  useDocumentLanguage();
  useLeaveGuard();
  useHoldForAnswers();
  useLeftAnswers();
  useActivity();
  useEffect(loadWhenIdle, []);
  return (
    <Router hook={useHeldLocation}>
      <Gate>
        <ErrorBoundary>
          <Suspense fallback={<Opening />}>
            <SignedIn />
          </Suspense>
        </ErrorBoundary>
      </Gate>
      <Suspense>
        <LockedNotices />
      </Suspense>
    </Router>
  );
}

export function App() {
  const { theme: wanted } = useSettings();
  const { t } = useTranslation();
  const close = t('app.actions.close');
  const theme = useMemo(() => themeWith(close), [close]);
  const system = useColorScheme('light', { getInitialValueInEffect: false });
  return (
    <DirectionProvider initialDirection="ltr" detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        getStyleNonce={() => styleNonce}
        forceColorScheme={wanted === 'system' ? system : wanted}
      >
        <Notifications position="bottom-center" autoClose={6_000} limit={3} />
        <Shell />
      </MantineProvider>
    </DirectionProvider>
  );
}
