/** How the download goes: count, rate and a way to stop it; and where it stopped, a way to go on. */
import { Button, Progress } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { formatCount } from '../../i18n/format.ts';
import { useSettlement } from './store.ts';

function Running() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { progress, cancelDownload } = useSettlement();
  if (!progress) return null;
  const { phase, rows, totalRows, rowsPerSecond } = progress;
  const number = (count: number) => formatCount(count, locale);
  const checking = phase === 'checking';
  return (
    <div className="banner" role="status">
      <Progress
        w={160}
        value={totalRows && !checking ? Math.min(100, (100 * rows) / totalRows) : 100}
        animated={totalRows === null || checking}
        aria-label={t('settlement.download')}
      />
      <span data-testid="download-count">
        {checking
          ? t('settlement.downloadChecking', { rows: number(rows) })
          : totalRows === null
            ? t('settlement.downloadingUncounted', { rows: number(rows) })
            : t('settlement.downloading', { rows: number(rows), total: number(totalRows) })}
      </span>
      {rowsPerSecond !== null && !checking && (
        <span className="muted">{t('settlement.downloadRate', { rows: number(rowsPerSecond) })}</span>
      )}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void cancelDownload()}>
        {t('app.actions.cancel')}
      </Button>
    </div>
  );
}

/** What is stored is kept; the download goes on where it stopped. */
function Stopped() {
  const { t } = useTranslation();
  const locale = useLocale();
  const { summary, download } = useSettlement();
  const sync = summary?.sync;
  if (!sync || sync.ended === 'whole') return null;
  const moving = sync.ended === 'moving';
  const numbers = {
    rows: formatCount(sync.rows, locale),
    total: sync.totalRows === null ? '—' : formatCount(sync.totalRows, locale),
  };
  return (
    <div className="banner" data-tone="late" role="status">
      {moving ? <IconAlertTriangle size={16} /> : <IconPlayerPause size={16} />}
      {t(moving ? 'settlement.downloadMoving' : 'settlement.downloadStopped', numbers)}
      <button type="button" className="banner-action" onClick={() => void download()}>
        {t(moving ? 'settlement.downloadAgain' : 'settlement.downloadContinue')}
      </button>
    </div>
  );
}

export function SettledDownload() {
  const running = useSettlement((state) => state.progress !== null);
  return running ? <Running /> : <Stopped />;
}
