/** The choices for earlier files of this source: those that are used, and those that do not fit this file. */
import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconInfoCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { formatCount, formatList } from '../../i18n/format.ts';
import { delimiterKey } from './delimiter-key.ts';
import type { InspectedTable } from './mapping.ts';
import { isolated } from '../../i18n/isolated.ts';

export function Remembered({ table: { remembered, reading, sheets } }: { table: InspectedTable }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (!remembered) return null;
  const { source, parts, unfit } = remembered;
  const listed = (names: readonly (typeof unfit)[number][]) =>
    formatList(
      names.map((name) => t(`import.reading.part.${name}`)),
      locale,
    );
  /** What this file has instead; null if the columns show it. */
  const found = (part: (typeof unfit)[number]): string | null => {
    const { encoding, delimiter, sheet, headerRow } = reading;
    switch (part) {
      case 'encoding':
        return encoding && t(`import.encoding.${encoding}`);
      case 'delimiter':
        return delimiter && t(delimiterKey(delimiter));
      case 'sheet':
        return sheet === null ? null : (sheets[sheet] ?? null);
      case 'headerRow':
        return headerRow === null || headerRow === 0 ? null : formatCount(headerRow, locale);
      case 'dateOrder':
      case 'decimals':
        return null;
    }
  };
  // Other letters are seen at once in the rows; other columns and dates are not.
  const isQuiet = unfit.every((part) => part === 'encoding');
  const wordsOf = (part: (typeof unfit)[number]) => {
    if (found(part) === null) return 'import.reading.unfitChanged' as const;
    return part === 'encoding' ? 'import.reading.unfitLetters' : 'import.reading.unfitFound';
  };
  return (
    <div data-testid="import-remembered" className="stack-12">
      {parts.length > 0 && (
        <span className="import-remembered">
          <IconHistory size={16} aria-hidden />
          {t('import.reading.remembered', { source: isolated(source), parts: listed(parts) })}
        </span>
      )}
      {unfit.length > 0 && (
        <Alert
          color={isQuiet ? 'gray' : 'orange'}
          icon={isQuiet ? <IconInfoCircle size={20} /> : <IconAlertTriangle size={20} />}
          title={t('import.reading.unfitTitle', { source: isolated(source) })}
        >
          {unfit.map((part) => (
            <div key={part}>
              {t(wordsOf(part), {
                part: t(`import.reading.part.${part}`),
                found: isolated(found(part) ?? ''),
              })}
            </div>
          ))}
          {!isQuiet && <div>{t('import.reading.unfitNext')}</div>}
        </Alert>
      )}
    </div>
  );
}
