import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { lastExpectedOn } from './counts.ts';
import { useReconciliation } from './store.ts';

/** The day after which nothing of this comparison is expected any more, by the rules and the last run; null if that is not known. */
export const useLastExpected = (summary: ComparisonSummary): string | null =>
  useReconciliation(({ settings, overview }) => {
    const today = overview?.result?.basis.today;
    return settings && today !== undefined ? lastExpectedOn(summary, settings.settings, today) : null;
  });
