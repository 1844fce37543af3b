/** How a window stands at the bank, in words; with the days that no statement covers. */
import type { TFunction } from 'i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { formatDate, formatDates, type Locale } from '../../i18n/format.ts';
import { isOverdue, notFoundUpTo } from './overdue.ts';

export function bridgeText(
  t: TFunction,
  window: Pick<ListedWindow, 'bridge' | 'expectedPayoutDate'>,
  { locale, today }: { locale: Locale; today: string },
): string {
  const { state, noStatement } = window.bridge;
  const upTo = notFoundUpTo(window);
  if (upTo !== null)
    return t('settlement.bridge.not-in-statement', { date: formatDate(upTo, 'brief', locale) });
  if (isOverdue(window, today)) return t('settlement.bridge.overdue');
  if (!noStatement) return t(`settlement.bridge.${state}`);
  return t('settlement.bridge.no-statement-for', {
    dates: formatDates(noStatement.from, noStatement.to, locale),
  });
}
