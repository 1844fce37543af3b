/** What a terminal's transactions are narrowed to, in words, for the head of a file. */
import type { TFunction } from 'i18next';
import type { TransactionFilter } from '#shared/contract/terminals.ts';

const HOUR_MS = 3_600_000;

export function filterWords(
  t: TFunction,
  label: string,
  terminalId: string,
  filter: TransactionFilter,
): string[] {
  const { text, listing, paymentTypes, entryModes, minAmount, maxAmount, minAgeMs } = filter;
  const named = (kind: 'paymentType' | 'entryMode', values: readonly string[]) =>
    values.map((value) => t(`terminals.${kind}.${value}`, { defaultValue: value })).join(', ');
  const words = [
    t('reports.list.filter.terminal', { id: label === terminalId ? label : `${label} (${terminalId})` }),
    t(listing === 'all' ? 'reports.list.filter.all' : 'reports.list.filter.listed'),
  ];
  if (text !== '') words.push(t('reports.list.filter.text', { text }));
  if (paymentTypes.length > 0)
    words.push(t('reports.list.filter.types', { names: named('paymentType', paymentTypes) }));
  if (entryModes.length > 0)
    words.push(t('reports.list.filter.modes', { names: named('entryMode', entryModes) }));
  if (minAmount !== null) words.push(t('reports.list.filter.fromAmount', { amount: minAmount }));
  if (maxAmount !== null) words.push(t('reports.list.filter.toAmount', { amount: maxAmount }));
  if (minAgeMs !== null) {
    const count = minAgeMs / HOUR_MS;
    words.push(t('terminals.filter.olderThan', { count, number: String(count) }));
  }
  return words;
}
