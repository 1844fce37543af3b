/** How far it is: bytes on their way, then rows read or stored; and a way to stop it. */
import { Button, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { formatBytes, formatCount } from '../../i18n/format.ts';
import { useImport } from './store.ts';

function useFigures(): { text: string; percent: number | null } {
  const { t } = useTranslation();
  const locale = useLocale();
  const { working, file, sent, rows } = useImport();
  const number = (count: number) => formatCount(count, locale);
  if (working === 'sending' && file)
    return {
      text: t('import.progress.sending', {
        sent: formatBytes(sent, locale),
        size: formatBytes(file.size, locale),
      }),
      percent: file.size === 0 ? null : (100 * sent) / file.size,
    };
  const phase = working ?? 'reading';
  if (rows === null) return { text: t(`import.progress.${phase}`), percent: null };
  const { rows: done, totalRows } = rows;
  return totalRows === null
    ? { text: t(`import.progress.${phase}Rows`, { rows: number(done) }), percent: null }
    : {
        text: t(`import.progress.${phase}Of`, { rows: number(done), total: number(totalRows) }),
        percent: totalRows === 0 ? null : Math.min(100, (100 * done) / totalRows),
      };
}

export function ImportProgress() {
  const { t } = useTranslation();
  const { working, discard } = useImport();
  const { text, percent } = useFigures();
  if (working === null) return null;
  return (
    <div className="banner" role="status">
      <Progress w={160} value={percent ?? 100} animated={percent === null} aria-label={text} />
      <span data-testid="import-progress">{text}</span>
      {working !== 'saving' && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => void discard()}>
          {t('app.actions.cancel')}
        </Button>
      )}
    </div>
  );
}
