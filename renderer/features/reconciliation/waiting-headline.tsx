/** The sentence of the list of what waits. */
import { useTranslation } from 'react-i18next';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { sideWord } from '../../components/exception-texts.tsx';
import { countOf } from '../../components/sum-parts.ts';
import { formatAmounts, formatList } from '../../i18n/format.ts';
import { expectedOf } from './counts.ts';

/** Above the list of what waits: how many, and how much of each side. */
export function Waiting({ summary }: { summary: ComparisonSummary }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const waiting = expectedOf(summary, null);
  const parts = waiting.map(({ side, totals }) => {
    const amounts = totals.map(({ amount }) => amount);
    const number = counted(countOf(totals)).number;
    return `${number} ${sideWord(t, side, summary.comparison)} ${formatAmounts(amounts, locale)}`;
  });
  const all = waiting.reduce((sum, { totals }) => sum + countOf(totals), 0);
  return (
    <p className="reconcile-sentence" data-testid="reconcile-headline">
      {t('reconciliation.headline.waiting', { ...counted(all), parts: formatList(parts, locale) })}
    </p>
  );
}
