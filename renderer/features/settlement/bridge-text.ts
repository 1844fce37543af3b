/** How a window stands at the bank, in words; with the days that no statement covers. */
import type { TFunction } from 'i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { formatDates, type Locale } from '../../i18n/format.ts';

export function bridgeText(
  t: TFunction,
  { state, noStatement }: Pick<ListedWindow['bridge'], 'state' | 'noStatement'>,
  locale: Locale,
): string {
  if (!noStatement) return t(`settlement.bridge.${state}`);
  const dates = formatDates(noStatement.from, noStatement.to, locale);
  return t('settlement.bridge.no-statement-for', { dates });
}
