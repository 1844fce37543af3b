/** How a window stands at the bank, in words; with the days that no statement covers. */
import type { TFunction } from 'i18next';
import type { ListedWindow } from '#shared/contract/settlement.ts';
import { formatDate, type Locale } from '../../i18n/format.ts';

export function bridgeText(
  t: TFunction,
  { state, noStatement }: Pick<ListedWindow['bridge'], 'state' | 'noStatement'>,
  locale: Locale,
): string {
  if (!noStatement) return t(`settlement.bridge.${state}`);
  const [from, to] = [noStatement.from, noStatement.to].map((date) => formatDate(date, 'brief', locale));
  return from === to
    ? t('settlement.bridge.no-statement-day', { date: from })
    : t('settlement.bridge.no-statement-days', { from, to });
}
