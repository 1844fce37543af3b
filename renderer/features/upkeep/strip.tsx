/** Below the page, only while there is something to say: the first download, a pause, and what came in by itself. */
import { Button, Progress } from '@mantine/core';
import { IconArrowDownCircle, IconPlayerPause } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { EventOf } from '#shared/contract/index.ts';
import type { UpkeepState } from '#shared/contract/upkeep.ts';
import { useCounted } from '../../components/counted.ts';
import { call, on } from '../../api/client.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { orTell } from '../../components/tell-error.tsx';
import { formatCount, formatTime } from '../../i18n/format.ts';
import { forgetNews, showNews, useNews } from '../../news.ts';
import { useUpkeep, useUpkeepOfProfile } from './store.ts';
import './upkeep.css';

/** How long it is said that something came in, where it is on screen already. */
const TOLD_MS = 8_000;

type Download = EventOf<'settlement.downloadProgress'>;
function useDownload(): Download | null {
  const [progress, setProgress] = useState<Download | null>(null);
  useEffect(() => on('settlement.downloadProgress', (now) => setProgress(now.finished ? null : now)), []);
  return progress;
}

function Strip({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <div className="upkeep-strip" role="status">
      {icon}
      {children}
    </div>
  );
}

/** All settled transactions come to this PC for the first time. */
function FirstDownload() {
  const { t } = useTranslation();
  const locale = useLocale();
  const download = useDownload();
  const done = download?.rows ?? 0;
  const total = download?.totalRows ?? null;
  const share = total === null || total === 0 ? 0 : (100 * done) / total;
  const words = t('upkeep.first');
  return (
    <Strip icon={<IconArrowDownCircle size={18} aria-hidden />}>
      <span>
        {words}{' '}
        {total !== null && (
          <span className="muted">
            {t('upkeep.of', { done: formatCount(done, locale), total: formatCount(total, locale) })}
          </span>
        )}
      </span>
      <Progress className="upkeep-bar" value={share} animated={total === null} aria-label={words} />
    </Strip>
  );
}

function Paused({ paused }: { paused: UpkeepState['paused'][number] }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const errorText = useErrorText();
  return (
    <Strip icon={<IconPlayerPause size={18} aria-hidden />}>
      <span>
        <strong>
          {t(`upkeep.paused.${paused.task}`, { time: formatTime(paused.untilMs, nowMs, locale) })}
        </strong>{' '}
        {errorText(paused.error).title}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        className="push"
        onClick={() => void orTell(call('upkeep.resume', {}))}
      >
        {t('upkeep.resume')}
      </Button>
    </Strip>
  );
}

function CameIn() {
  const { t } = useTranslation();
  const counted = useCounted();
  const { count, held } = useNews();
  useEffect(() => {
    if (held.size > 0 || count === 0) return;
    const timer = setTimeout(forgetNews, TOLD_MS);
    return () => clearTimeout(timer);
  }, [count, held]);
  if (held.size === 0 && count === 0) return null;
  return (
    <Strip>
      <span>{count > 0 ? t('upkeep.new', counted(count)) : t('upkeep.changed')}</span>
      {held.size > 0 && (
        <Button size="compact-sm" onClick={showNews}>
          {t('upkeep.show')}
        </Button>
      )}
    </Strip>
  );
}

export function UpkeepStrip() {
  useUpkeepOfProfile();
  const [path] = useLocation();
  useEffect(forgetNews, [path]);
  const { state } = useUpkeep();
  const paused = state?.paused[0];
  return (
    <>
      <CameIn />
      {state?.reading?.first === true && state.reading.task === 'settled' && <FirstDownload />}
      {paused && <Paused paused={paused} />}
    </>
  );
}
