/** The gate before the window: the first start, the lock, or an error. Behind the lock everything stays as it was. */
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { call, toldElsewhere } from '../../api/client.ts';
import { readPeople, usePeople } from '../../people-store.ts';
import { BeginPage } from './begin-page.tsx';
import { LockScreen } from './lock-screen.tsx';

/** An element of its own beside the window and its dialogs: they are hidden by CSS and out of reach of keys. */
const lockRoot = document.createElement('div');
lockRoot.id = 'lock-root';
document.body.append(lockRoot);

const covered = () => [...document.body.children].filter((element) => element !== lockRoot);

// Before every other listener: a key on the lock screen must not close or move what is behind it.
window.addEventListener(
  'keydown',
  (event) => {
    if (!document.body.classList.contains('locked')) return;
    const ours = event.target instanceof Node && lockRoot.contains(event.target);
    if (
      !ours ||
      event.key === 'Escape' ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      event.key === 'F5'
    )
      event.stopImmediatePropagation();
    if (event.key === 'F5') event.preventDefault();
  },
  { capture: true },
);

function useCover(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    const focused = document.activeElement;
    document.body.classList.add('locked');
    covered().forEach((element) => element.setAttribute('inert', ''));
    return () => {
      document.body.classList.remove('locked');
      covered().forEach((element) => element.removeAttribute('inert'));
      if (focused instanceof HTMLElement) focused.focus();
    };
  }, [locked]);
}

function Unreadable() {
  const { t } = useTranslation();
  const { state, error } = usePeople();
  const what = state?.error ?? error;
  // Closeout looks at the organisation's settings again when it is asked for them.
  const again = async () => {
    if (what?.kind === 'policy')
      await toldElsewhere(call('policy.get', {}), 'this page, after reading again');
    await readPeople();
  };
  return (
    <main className="sign-in">
      <div className="card sign-in-card">
        <h1>{t(what?.kind === 'policy' ? 'policy.locked' : 'people.lock.unreadable')}</h1>
        {what && <ErrorNotice error={what} onRetry={() => void again()} />}
      </div>
    </main>
  );
}

export function Gate({ children }: { children: ReactNode }) {
  const { state, error, entered } = usePeople();
  const front =
    state === null ? (
      error && <Unreadable />
    ) : state.kind === 'none' ? (
      <BeginPage />
    ) : state.kind === 'unreadable' ? (
      <Unreadable />
    ) : state.kind === 'locked' ? (
      <LockScreen state={state} />
    ) : null;
  useCover(front !== null);
  return (
    <>
      {entered !== null && children}
      {createPortal(front, lockRoot)}
    </>
  );
}

/** The half minute before the lock. */
export function LockWarning() {
  const { t } = useTranslation();
  const locksInMs = usePeople(({ state }) => state?.locksInMs ?? null);
  if (locksInMs === null) return null;
  return <Countdown key="warning" fromMs={locksInMs} text={t('people.lock.warningText')} />;
}

function Countdown({ fromMs, text }: { fromMs: number; text: string }) {
  const { t } = useTranslation();
  const [seconds, setSeconds] = useState(Math.round(fromMs / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds((left) => Math.max(0, left - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="banner" data-tone="late">
      <strong>{t('people.lock.warning', { seconds })}</strong> <span role="alert">{text}</span>
    </div>
  );
}
