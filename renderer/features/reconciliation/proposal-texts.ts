/** Why two sides may belong together, in one sentence. */
import type { TFunction } from 'i18next';
import type { ReconcileProposal } from '#shared/contract/reconciliation-proposals.ts';
import { formatCount, formatMoney, type Locale } from '../../i18n/format.ts';

type Ground = ReconcileProposal['grounds'][number];

/** False for a number of days if "as long as usual" is said, which tells that number already. */
function isSaid({ kind }: Ground, grounds: readonly Ground[]): boolean {
  return kind !== 'days-later' || !grounds.some((other) => other.kind === 'usual-delay');
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
