/** Nothing to compare yet: which side is missing, and the one thing to do about it. */
import { Button } from '@mantine/core';
import { IconFileImport, IconScale } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { ComparisonSummary } from '#shared/contract/reconciliation-overview.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { useMay } from '../../people-store.ts';
import { useReconciliation } from './store.ts';

/** The page that brings the missing side. */
const WAY = {
  sales: { 'no-ours': '/close', 'no-theirs': '/settlement/settled' },
  books: { 'no-ours': '/close', 'no-theirs': '/reconcile/import' },
  bank: { 'no-ours': '/settlement', 'no-theirs': '/reconcile/import' },
} as const;

export function NothingYet({ comparison, state }: ComparisonSummary) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const may = useMay('reconcile');
  const { run, progress } = useReconciliation();
  if (state === 'compared') return null;
  if (state === 'not-run')
    return (
      <EmptyState
        icon={<IconScale size={32} />}
        title={t('reconciliation.empty.notRunTitle')}
        text={t(`reconciliation.empty.notRun.${comparison}`)}
        action={
          <>
            <GuardedButton guard={may} loading={progress !== null} onClick={() => void run()}>
              {t('reconciliation.run.first')}
            </GuardedButton>
            <NotAllowed may={may} />
          </>
        }
      />
    );
  return (
    <EmptyState
      icon={
        state === 'no-theirs' && comparison !== 'sales' ? (
          <IconFileImport size={32} />
        ) : (
          <IconScale size={32} />
        )
      }
      title={t(`reconciliation.empty.${comparison}.${state}.title`)}
      text={t(`reconciliation.empty.${comparison}.${state}.text`)}
      action={
        <div className="row">
          <Button onClick={() => navigate(WAY[comparison][state])}>
            {t(`reconciliation.empty.${comparison}.${state}.action`)}
          </Button>
          {comparison === 'bank' && state === 'no-ours' && (
            <Button variant="default" onClick={() => navigate(WAY.bank['no-theirs'])}>
              {t('reconciliation.empty.bank.no-theirs.action')}
            </Button>
          )}
        </div>
      }
    />
  );
}
