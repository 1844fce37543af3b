/** Why two sides may belong together, in one sentence. */
import type { TFunction } from 'i18next';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { formatCount, formatMoney, type Locale } from '../../i18n/format.ts';

type Ground = ReconcileProposal['grounds'][number];

/**
 * False for a number of days if "as long as usual" is said, which tells that number already; and of a line that the bank names, for
 * what is less than its name: that it came the same day, and that nothing else fits.
 */
function isSaid({ kind, count }: Ground, grounds: readonly Ground[]): boolean {
  const has = (wanted: Ground['kind']) => grounds.some((other) => other.kind === wanted);
  if (kind === 'days-later') return !has('usual-delay') && !(count === 0 && has('names-it'));
  return kind !== 'only-one' || !has('names-it');
}

function groundText(t: TFunction, { kind, count }: Ground, currency: string, locale: Locale): string {
  const amount = formatMoney({ minor: BigInt(count), currency }, locale);
  const counted = { count, number: formatCount(count, locale), amount };
  if ((kind === 'days-later' || kind === 'usual-delay') && count < 0)
    return t('reconciliation.ground.dayBefore');
  return t(`reconciliation.ground.${kind}`, counted);
}

/** Short grounds in a row, with commas and without a final "and". */
export function groundsText(t: TFunction, proposal: ReconcileProposal, locale: Locale): string {
  const sentence = proposal.grounds
    .filter((ground) => isSaid(ground, proposal.grounds))
    .map((ground) => groundText(t, ground, proposal.difference.currency, locale))
    .join(locale.language === 'ar' ? '، ' : ', ');
  return sentence.charAt(0).toLocaleUpperCase(locale.language) + sentence.slice(1);
}
