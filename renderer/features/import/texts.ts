/** What the screens of importing name alike. */
import { useTranslation } from 'react-i18next';
import type { ImportInspection, ImportPreview, ImportReading } from '#shared/contract/import-file.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatDate, formatList } from '../../i18n/format.ts';

/** "CSV · Windows-1256", "Excel · March". */
export function useFormatName(): (
  format: ImportInspection['format'],
  table?: { reading: ImportReading; sheets: readonly string[] } | null,
) => string {
  const { t } = useTranslation();
  return (format, table = null) => {
    const name = t(`import.format.${format}`);
    if (!table) return name;
    const { encoding, sheet } = table.reading;
    const detail = encoding ? t(`import.encoding.${encoding}`) : sheet === null ? null : table.sheets[sheet];
    return detail === null || detail === undefined ? name : `${name} · ${detail}`;
  };
}

/** First and last day, written out so that a month taken for a day is seen. */
export function useSpanText(): (span: ImportPreview['span'], style?: 'full' | 'dated') => string {
  const { t } = useTranslation();
  const locale = useLocale();
  return (span, style = 'full') => {
    if (span === null) return '—';
    const from = formatDate(span.from, style, locale);
    return span.from === span.to ? from : t('import.span', { from, to: formatDate(span.to, style, locale) });
  };
}

/** "2 heading rows and 1 total or balance". */
export function useSkippedText(): (skippedBy: ImportPreview['skippedBy']) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  return (skippedBy) =>
    formatList(
      skippedBy.map(({ reason, count }) => t(`import.skipCount.${reason}`, counted(count))),
      locale,
    );
}
