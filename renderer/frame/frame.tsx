/** The frame on every screen: band, places, banners for what is wrong, the page. */
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Problem } from '#shared/contract/app.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { useActiveProfile, useApp } from '../app-store.ts';
import { useErrorText } from '../components/error-notice.tsx';
import { MomentHint } from '../components/moment-hint.tsx';
import { SafeMode } from '../features/support/index.tsx';
import { LockWarning } from '../features/gate/index.tsx';
import { Tour, useStoryOfProfile } from '../features/practice/index.tsx';
import { UpkeepStrip } from '../features/upkeep/index.tsx';
import { Band } from './band.tsx';
import { Keys } from './keys.tsx';
import { Navigation } from './navigation.tsx';
import { Palette } from './palette.tsx';
import './frame.css';

/** The page that can solve the problem; not offered on that page itself. */
function Remedy({ error }: Pick<Problem, 'error'>) {
  const { t } = useTranslation();
  const [path] = useLocation();
  const remedyOf = ({ code, params: { cause, what } }: AppError) => {
    if (code === 'form-changed') return { href: '/settings/answers', label: t('answers.title') };
    if (code !== 'journal-blocked') return null;
    if (cause === 'restored') return { href: '/check-by-hand', label: t('app.problem.checkByHand') };
    return what === undefined ? null : { href: '/activity', label: t('app.problem.openActivity') };
  };
  const remedy = remedyOf(error);
  if (!remedy || path === remedy.href) return null;
  return (
    <Link href={remedy.href} className="banner-action">
      {remedy.label}
    </Link>
  );
}

/** A problem outside any one screen stays in view until it is solved. */
function Problems() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [path] = useLocation();
  const { status, coreLost, startError } = useApp();
  // The activity page says the same at more length.
  const elsewhere = ({ error }: Problem) => path !== '/activity' || error.params['what'] === undefined;
  const errors: Pick<Problem, 'id' | 'error'>[] = [
    ...(status?.problems ?? []).filter(elsewhere),
    ...(startError ? [{ id: 'start', error: startError }] : []),
  ];
  return (
    <>
      {coreLost && (
        <div className="banner" data-tone="bad" role="alert">
          <IconPlugConnectedX size={18} /> {t('app.coreLost')}
        </div>
      )}
      <SafeMode />
      {errors.map(({ id, error }) => (
        <div
          key={id}
          className="banner"
          data-tone={error.code === 'journal-blocked' ? 'bad' : 'late'}
          role="alert"
        >
          <IconAlertTriangle size={18} />
          <span>
            <strong>{errorText(error).title}</strong> {errorText(error).next}
          </span>
          <Remedy error={error} />
        </div>
      ))}
    </>
  );
}

export function Frame({ children }: { children: ReactNode }) {
  const profile = useActiveProfile();
  useStoryOfProfile();
  return (
    <div className="frame" data-bare={profile === null}>
      <Band />
      {profile && <Navigation />}
      <main className="main">
        <LockWarning />
        <Problems />
        {children}
        {profile && <UpkeepStrip />}
        <Tour />
      </main>
      {profile && <Palette />}
      <Keys />
      <MomentHint />
    </div>
  );
}
