/** Sales that arrived after the count: include them and count again, or leave them for the next close. */
import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import { useCounted } from '../../components/counted.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { NotSummed } from '../../components/sums.tsx';
import { useMay } from '../../people-store.ts';
import { firstOpenStep } from './selectors.ts';
import { useClosing } from './store.ts';

export function LateArrivals({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { run, choose, chosenStep, busy } = useClosing();
  const may = useMay('close.count');
  const { count, totals, notSummed } = closing.lateArrivals;
  if (count === 0) return null;
  const decide = async (decision: 'include' | 'leave') => {
    const at = chosenStep;
    const included = (await run('closing.lateArrivals', { decision })) && decision === 'include';
    const { detail, chosenStep: now } = useClosing.getState();
    // A person who has gone to another step meanwhile stays there.
    if (included && detail && now === at) choose(firstOpenStep(detail));
  };
  const deciding = busy === 'closing.lateArrivals';
  return (
    <div className="banner flow" data-tone="late" role="alert">
      <IconClockExclamation size={18} />
      <span>
        {t('closing.late.text', counted(count))} {totals && <TotalsText totals={totals} strong />}{' '}
        {notSummed && <NotSummed totals={notSummed} />}
      </span>
      <span className="inline-row push">
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="default"
          disabled={deciding}
          onClick={() => void decide('include')}
        >
          {t('closing.late.include')}
        </GuardedButton>
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="default"
          disabled={deciding}
          onClick={() => void decide('leave')}
        >
          {t('closing.late.leave')}
        </GuardedButton>
      </span>
    </div>
  );
}
