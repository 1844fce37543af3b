/** A page: head with title and the age of its data, body, foot. */
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { IconCloudOff, IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ReadState } from '#shared/contract/wire.ts';
import { freshnessOf } from '#shared/time/freshness.ts';
import { useLocale, useNowMs, useStatus } from '../app-store.ts';
import { formatAge, formatTime } from '../i18n/format.ts';
import { useErrorText } from './error-notice.tsx';

type PageProps = {
  title: ReactNode;
  subtitle?: ReactNode;
  /** `oldest`: of several reads the earliest, which is what a figure over all of them is as old as. `told`: the headline says it. */
  asOf?: (ReadState & { oldest?: boolean; told?: boolean }) | undefined;
  actions?: ReactNode;
  /** One sentence with the figure that matters, before the detail. */
  headline?: ReactNode;
  tone?: 'bad' | 'late' | 'unknown' | undefined;
  footer?: ReactNode;
  children: ReactNode;
};

/** "as of 14:05 · 3 min ago", amber once it is ageing. */
export function AsOf({
  readAtMs,
  oldest = false,
}: {
  readAtMs: number | null;
  oldest?: boolean | undefined;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  if (readAtMs === null) return <span className="chip">{t('app.asOf.never')}</span>;
  const ageing = freshnessOf(readAtMs, nowMs) !== 'fresh';
  return (
    <span className="chip" data-tone={ageing ? 'late' : undefined}>
      {t(oldest ? 'app.asOf.oldest' : 'app.asOf.at', {
        time: formatTime(readAtMs, nowMs, locale),
        age: formatAge(readAtMs, nowMs, locale),
      })}
    </span>
  );
}

/** Offline or older than half an hour: what is shown is a saved copy. The banner tells its age, and the head does not. */
function useIsSavedCopy(readAtMs: number | null): boolean {
  const nowMs = useNowMs();
  const offline = useStatus()?.connection.state === 'offline';
  return readAtMs !== null && (offline || freshnessOf(readAtMs, nowMs) === 'saved-copy');
}

function SavedCopyBanner({ readAtMs, lastError, oldest = false }: ReadState & { oldest?: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const errorText = useErrorText();
  const offline = useStatus()?.connection.state === 'offline';
  const isSavedCopy = useIsSavedCopy(readAtMs);
  if (readAtMs !== null && isSavedCopy) {
    const when = {
      time: formatTime(readAtMs, nowMs, locale),
      age: formatAge(readAtMs, nowMs, locale),
    };
    return (
      <div className="banner" role="status">
        {offline ? <IconCloudOff size={16} /> : <IconHistory size={16} />}
        {t(oldest ? 'app.asOf.savedOldest' : 'app.asOf.savedCopy', when)}{' '}
        {offline && t('app.asOf.moneyNeedsConnection')}
      </div>
    );
  }
  // A changed form is told on every page, with the way to it.
  if (!lastError || lastError.error.code === 'form-changed') return null;
  const { title, next } = errorText(lastError.error);
  return (
    <div className="banner" data-tone="bad" role="alert">
      <IconCloudOff size={16} />
      <span>
        <strong>{title}</strong> {next}
      </span>
    </div>
  );
}

/** In a short window all pages scroll in one frame: another page begins at its top. */
function useTopOfFrame() {
  const head = useRef<HTMLElement>(null);
  useLayoutEffect(() => void head.current?.closest('main')?.scrollTo(0, 0), []);
  return head;
}

export function Page({ title, subtitle, asOf, actions, headline, tone, footer, children }: PageProps) {
  const isSavedCopy = useIsSavedCopy(asOf?.readAtMs ?? null);
  const head = useTopOfFrame();
  return (
    <>
      <header ref={head} className="page-head">
        <h1>{title}</h1>
        {subtitle !== undefined && <div className="page-sub">{subtitle}</div>}
        <div className="page-actions">
          {asOf && asOf.told !== true && !isSavedCopy && (
            <AsOf readAtMs={asOf.readAtMs} oldest={asOf.oldest} />
          )}
          {actions}
        </div>
      </header>
      {asOf && <SavedCopyBanner {...asOf} />}
      {headline && (
        <p className="page-headline" data-tone={tone} data-testid="headline">
          {headline}
        </p>
      )}
      <div className="page-body">{children}</div>
      {footer !== undefined && <footer className="page-foot">{footer}</footer>}
    </>
  );
}
