/** The frame on every screen: band, sections, banners for what is wrong, the page. */
import { IconAlertTriangle, IconPlugConnectedX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { useActiveProfile, useApp } from '../app-store.ts';
import { useErrorText } from '../components/error-notice.tsx';
import { LockWarning } from '../features/people/index.tsx';
import { Band } from './band.tsx';
import { Keys } from './keys.tsx';
import { Palette } from './palette.tsx';
import { sections } from './sections.tsx';

function Navigation() {
  const { t } = useTranslation();
  const [path] = useLocation();
  return (
    <nav className="nav" aria-label={t('app.nav.label')}>
      {sections.map(({ path: target, key, icon: Icon, rule }) => (
        <div key={target} style={{ display: 'contents' }}>
          {rule && <hr className="nav-rule" />}
          <Link
            href={target}
            className="nav-link"
            aria-current={path.startsWith(target) ? 'page' : undefined}
            title={t(key)}
          >
            <Icon size={20} stroke={1.7} aria-hidden />
            <span>{t(key)}</span>
          </Link>
        </div>
      ))}
    </nav>
  );
}

/** What is wrong outside any one screen stays in view until it is mended. */
function Problems() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { status, coreLost, startError } = useApp();
  const errors = [
    ...(status?.problems ?? []).map(({ id, error }) => ({ id, error })),
    ...(startError ? [{ id: 'start', error: startError }] : []),
  ];
  return (
    <>
      {coreLost && (
        <div className="banner" data-tone="bad" role="alert">
          <IconPlugConnectedX size={18} /> {t('app.coreLost')}
        </div>
      )}
      {errors.map(({ id, error }) => (
        <div key={id} className="banner" data-tone="late" role="alert">
          <IconAlertTriangle size={18} />
          <span>
            <strong>{errorText(error).title}</strong> {errorText(error).next}
          </span>
        </div>
      ))}
    </>
  );
}

export function Frame({ children }: { children: ReactNode }) {
  const profile = useActiveProfile();
  return (
    <div className="frame" style={profile ? undefined : { gridTemplate: "'band' 44px 'main' 1fr / 1fr" }}>
      <Band />
      {profile && <Navigation />}
      <main className="main">
        <LockWarning />
        <Problems />
        {children}
      </main>
      {profile && <Palette />}
      <Keys />
    </div>
  );
}
