/** The columns of a table to choose from. */
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { formatCount } from '../../i18n/format.ts';
import type { InspectedTable } from './mapping.ts';

/** Columns by their name; without one, by their place. */
export function useColumnChoices(table: InspectedTable): { value: string; label: string }[] {
  const { t } = useTranslation();
  const locale = useLocale();
  return table.columns.map(({ column, header }) => ({
    value: String(column),
    label: header.trim() === '' ? t('import.columnNo', { number: formatCount(column + 1, locale) }) : header,
  }));
}
