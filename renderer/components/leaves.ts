/** One sentence about the transactions that a close leaves unacknowledged: how many, how many of them are authorisations, and what follows. */
import { useTranslation } from 'react-i18next';
import type { ReportSums, RowSums } from '#shared/contract/terminals.ts';
import { useCounted } from './counted.ts';
import { useHeldWords } from './sums.tsx';

export function useLeaves(): (left: number, sums: RowSums | ReportSums | null) => string {
  const { t } = useTranslation();
  const counted = useCounted();
  const heldWords = useHeldWords();
  return (left, sums) => {
    const held = heldWords(sums, left);
    return t('closing.confirm.leaves', {
      ...counted(left),
      held: held === null ? '' : t('closing.confirm.held', { held }),
    });
  };
}
