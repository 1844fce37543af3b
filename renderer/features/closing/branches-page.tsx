/** Close day, before a close is open: which branch, which day. */
import { Button, Skeleton } from '@mantine/core';
import { IconBuildingStore, IconHistory } from '@tabler/icons-react';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { ClosingBranch } from '#shared/contract/closing-day.ts';
import { useLocale, useNowMs } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatDuration } from '../../i18n/format.ts';
import { BranchDays } from './branch-days.tsx';
import { useClosing } from './store.ts';
import { useBranchName } from './words.tsx';

function BranchButton({ branch, chosen }: { branch: ClosingBranch; chosen: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const nowMs = useNowMs();
  const counted = useCounted();
  const branchName = useBranchName();
  const chooseBranch = useClosing((state) => state.chooseBranch);
  const late = branch.openDays.filter(({ daysLate }) => daysLate > 0).length;
  return (
    <button
      type="button"
      className="close-step"
      aria-current={chosen ? 'true' : undefined}
      onClick={() => chooseBranch(branch.branchKey)}
    >
      <span className="close-mark" aria-hidden>
        <IconBuildingStore size={16} />
      </span>
      <span className="close-step-name">{branchName(branch)}</span>
      <span className="close-step-figure">
        {t('closing.branches.cutOffIn', {
          duration: formatDuration(branch.nextCutOffAtMs - nowMs, locale),
        })}
      </span>
      <span className="close-step-block" data-tone={late > 0 ? 'late' : undefined}>
        {branch.begun
          ? t('closing.branches.begun')
          : late > 0
            ? t('closing.branches.late', counted(late))
            : t('closing.branches.terminals', counted(branch.terminalCount))}
      </span>
    </button>
  );
}

function Choice({ branches }: { branches: ClosingBranch[] }) {
  const { t } = useTranslation();
  const branchKey = useClosing((state) => state.branchKey);
  const chosen =
    branches.find((branch) => branch.branchKey === branchKey) ??
    branches.find(({ begun }) => begun !== null) ??
    branches.find(({ openDays }) => openDays.some(({ daysLate }) => daysLate > 0)) ??
    branches[0];
  if (!chosen)
    return (
      <EmptyState
        icon={<IconBuildingStore size={32} />}
        title={t('closing.branches.emptyTitle')}
        text={t('closing.branches.emptyText')}
        action={
          <Button component={Link} href="/terminals">
            {t('closing.branches.emptyAction')}
          </Button>
        }
      />
    );
  if (branches.length === 1)
    return (
      <div className="page-scroll">
        <BranchDays branch={chosen} />
      </div>
    );
  return (
    <div className="close-layout">
      <nav className="close-steps" aria-label={t('closing.branches.label')}>
        <ol>
          {branches.map((branch) => (
            <li key={branch.branchKey}>
              <BranchButton branch={branch} chosen={branch === chosen} />
            </li>
          ))}
        </ol>
      </nav>
      <div className="close-work">
        <BranchDays key={chosen.branchKey} branch={chosen} />
      </div>
    </div>
  );
}

/** `resume`: where exactly one close is begun, it is opened; nobody has to look for it. */
export function BranchesPage({ resume }: { resume: boolean }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { branches, error, loadBranches } = useClosing();
  const load = useCallback(() => void loadBranches(), [loadBranches]);
  useEffect(() => {
    void loadBranches().then(() => {
      const begun = useClosing.getState().branches?.flatMap((branch) => branch.begun ?? []) ?? [];
      if (resume && begun.length === 1 && begun[0])
        navigate(`/close/day/${begun[0].closingId}`, { replace: true });
    });
  }, [loadBranches, navigate, resume]);
  useRefreshKey(load);
  return (
    <Page
      title={t('app.nav.close')}
      actions={
        <Button
          variant="default"
          leftSection={<IconHistory size={16} />}
          component={Link}
          href="/close/history"
        >
          {t('closing.menu.history')}
        </Button>
      }
    >
      {error && (
        <div className="pad">
          <ErrorNotice error={error} onRetry={load} />
        </div>
      )}
      {branches ? <Choice branches={branches} /> : !error && <Skeleton height={240} m={24} radius={10} />}
    </Page>
  );
}
