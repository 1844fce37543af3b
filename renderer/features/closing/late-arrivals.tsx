/** Sales that arrived after the count: include them and count again, or leave them for the next close. */
import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing.ts';
import { useCounted } from '../../components/counted.ts';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { TotalsText } from '../../components/money-text.tsx';
import { useMay } from '../../people-store.ts';
import { useClosing } from './store.ts';

export function LateArrivals({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { run, choose, busy } = useClosing();
  const may = useMay('close.count');
  const { count, totals } = closing.lateArrivals;
  if (count === 0) return null;
  const decide = (decision: 'include' | 'leave') =>
    void run('closing.lateArrivals', { decision }).then(
      (ok) => ok && decision === 'include' && choose('count'),
    );
  const deciding = busy === 'closing.lateArrivals';
  return (
    <div className="banner" data-tone="late" role="alert" style={{ flexWrap: 'wrap' }}>
      <IconClockExclamation size={18} />
      <span>
        {t('closing.late.text', counted(count))} {totals && <TotalsText totals={totals} strong />}
      </span>
      <span style={{ display: 'inline-flex', gap: 8, marginInlineStart: 'auto' }}>
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="default"
          disabled={deciding}
          onClick={() => decide('include')}
        >
          {t('closing.late.include')}
        </GuardedButton>
        <GuardedButton
          guard={may}
          size="compact-sm"
          variant="default"
          disabled={deciding}
          onClick={() => decide('leave')}
        >
          {t('closing.late.leave')}
        </GuardedButton>
      </span>
    </div>
  );
}
