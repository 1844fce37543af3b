/** Z numbers before this one that are on no Z here, in words: on screen, on paper and in files. */
import type { TFunction } from 'i18next';
import type { ZContent } from '#shared/contract/closing-z.ts';
import { formatZNumber } from './format.ts';

export function missingNumbers(t: TFunction, { from, to }: NonNullable<ZContent['skipped']>): string {
  return from === to
    ? t('reports.missing.one', { number: formatZNumber(from) })
    : t('reports.missing.several', { from: formatZNumber(from), to: formatZNumber(to) });
}
