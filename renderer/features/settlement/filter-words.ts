/** What settled transactions are narrowed to, in words, for the head of a file. */
import type { TFunction } from 'i18next';
import type { SettledFilter } from '#shared/contract/settlement.ts';
import { dayOf } from './local-days.ts';

type Branch = { branchId: string; branchName: string | null };

export function filterWords(t: TFunction, filter: SettledFilter, branches: readonly Branch[]): string[] {
  const { text, branchIds, paymentTypes, windowId, fromMs, toMs } = filter;
  const nameOf = (id: string) => branches.find(({ branchId }) => branchId === id)?.branchName ?? id;
  const typeOf = (type: string) => t(`terminals.paymentType.${type}`, { defaultValue: type });
  const words: string[] = [];
  if (text !== '') words.push(t('reports.list.filter.text', { text }));
  if (branchIds.length > 0)
    words.push(t('reports.list.filter.branches', { names: branchIds.map(nameOf).join(', ') }));
  if (paymentTypes.length > 0)
    words.push(t('reports.list.filter.types', { names: paymentTypes.map(typeOf).join(', ') }));
  if (windowId !== null) words.push(t('reports.list.filter.window', { id: windowId }));
  if (fromMs !== null) words.push(t('reports.list.filter.from', { day: dayOf(fromMs) }));
  if (toMs !== null) words.push(t('reports.list.filter.to', { day: dayOf(toMs) }));
  return words;
}
