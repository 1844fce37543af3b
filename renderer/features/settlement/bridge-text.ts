/** How a window stands at the bank, in words; with the days that no statement covers. */
import type { TFunction } from 'i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { formatDates, type Locale } from '../../i18n/format.ts';
import { isOverdue } from './overdue.ts';

export function bridgeText(
  t: TFunction,
  window: Pick<ListedWindow, 'bridge' | 'expectedPayoutDate'>,
  { locale, today }: { locale: Locale; today: string },
): string {
  const { state, noStatement } = window.bridge;
  if (isOverdue(window, today)) return t('settlement.bridge.overdue');
  if (!noStatement) return t(`settlement.bridge.${state}`);
  const dates = formatDates(noStatement.from, noStatement.to, locale);
  // A statement covers the day on which it was due: it was looked for, and may still come a day or two later.
  const wasLookedFor = window.expectedPayoutDate !== null && window.expectedPayoutDate < noStatement.from;
  return t(wasLookedFor ? 'settlement.bridge.not-in-statement' : 'settlement.bridge.no-statement-for', {
    dates,
  });
}
