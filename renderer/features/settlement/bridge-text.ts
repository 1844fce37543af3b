/** How a window stands at the bank, in words; with the days that no statement covers. */
import type { TFunction } from 'i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { addDays } from '#shared/time/business-date.ts';
import { formatDate, formatDates, type Locale } from '../../i18n/format.ts';
import { isOverdue } from './overdue.ts';

export function bridgeText(
  t: TFunction,
  window: Pick<ListedWindow, 'bridge' | 'expectedPayoutDate'>,
  { locale, today }: { locale: Locale; today: string },
): string {
  const { state, noStatement } = window.bridge;
  if (isOverdue(window, today)) return t('settlement.bridge.overdue');
  if (!noStatement) return t(`settlement.bridge.${state}`);
  // The statements cover the day on which the payout was due and the days up to the first gap: it was not found there, and may still come.
  if (window.expectedPayoutDate !== null && window.expectedPayoutDate < noStatement.from)
    return t('settlement.bridge.not-in-statement', {
      date: formatDate(addDays(noStatement.from, -1), 'brief', locale),
    });
  return t('settlement.bridge.no-statement-for', {
    dates: formatDates(noStatement.from, noStatement.to, locale),
  });
}
