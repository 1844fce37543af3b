/** One close: six steps at the start side, the work of one at the end side, its totals always in view. */
import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import { IconCalendarDue, IconCloudOff, IconDots, IconSettings, IconX } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ClosingStep } from '#shared/domain/closing.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { Page } from '../../components/page.tsx';
import { useRefreshKey } from '../../frame/refresh.ts';
import { formatZNumber } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { CloseWaiting, useCloseWaits } from '../approvals/index.tsx';
import { BranchSettingsDialog } from './branch-settings-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { DayStateChip } from './closing-state.tsx';
import { LateArrivals } from './late-arrivals.tsx';
import { ClosedResult } from './result.tsx';
import { StepList } from './step-list.tsx';
import { AcknowledgeStep } from './steps/acknowledge.tsx';
import { ConfirmStep } from './steps/confirm.tsx';
import { CountStep } from './steps/count.tsx';
import { DifferencesStep } from './steps/differences.tsx';
import { OperationsStep } from './steps/operations.tsx';
import { ReadsStep } from './steps/reads.tsx';
import { useClosing } from './store.ts';
import { DayAndAge, TotalsStrip } from './totals-strip.tsx';
import { useBranchName } from './texts.tsx';
import { XActions, ZActions } from './z-actions.tsx';

const WORK: Record<ClosingStep, (props: { closing: ClosingDetail }) => React.ReactNode> = {
  reads: ReadsStep,
  acknowledge: AcknowledgeStep,
  operations: OperationsStep,
  count: CountStep,
  differences: DifferencesStep,
  confirm: ConfirmStep,
};

function CloseMenu({ closing }: { closing: ClosingDetail }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'settings' | 'cancel' | null>(null);
  const maySet = useMay('settings.app');
  const mayCancel = useMay('close.count');
  const close = () => setOpened(null);
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('closing.menu.label')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem
            disabled={!maySet.allowed}
            leftSection={<IconSettings size={16} />}
            onClick={() => setOpened('settings')}
          >
            {t('closing.menu.settings')}
            {!maySet.allowed && <div className="menu-reason">{maySet.reason}</div>}
          </MenuItem>
          <Menu.Item leftSection={<IconCalendarDue size={16} />} component={Link} href="/close/history">
            {t('closing.menu.history')}
          </Menu.Item>
          {closing.state === 'open' && closing.number === null && (
            <MenuItem
              disabled={!mayCancel.allowed}
              leftSection={<IconX size={16} />}
              onClick={() => setOpened('cancel')}
            >
              {t('closing.menu.cancel')}
              {!mayCancel.allowed && <div className="menu-reason">{mayCancel.reason}</div>}
            </MenuItem>
          )}
        </Menu.Dropdown>
      </Menu>
      {opened === 'settings' && <BranchSettingsDialog branchKey={closing.branchKey} onClose={close} />}
      {opened === 'cancel' && <CancelDialog onClose={close} />}
    </>
  );
}

function Work({ closing }: { closing: ClosingDetail }) {
  const { chosenStep, error } = useClosing();
  const step = chosenStep ?? 'confirm';
  const Step = WORK[step];
  const work = useRef<HTMLDivElement>(null);
  const waits = useCloseWaits(closing.closingId);
  // Another step begins at its top, and so does the last one once it waits for somebody else.
  useEffect(() => {
    void work.current?.scrollTo({ top: 0 });
  }, [step, waits]);
  return (
    <div ref={work} className="close-work">
      {error && <ErrorNotice error={error} />}
      <Step closing={closing} />
    </div>
  );
}

export function ClosePage({ closingId }: { closingId: string }) {
  const { t } = useTranslation();
  const branchName = useBranchName();
  const { detail, error, open, zs } = useClosing();
  const load = useCallback(() => void open(closingId), [open, closingId]);
  useEffect(load, [load]);
  useRefreshKey(load);
  const closing = detail?.closingId === closingId ? detail : null;
  const waits = useCloseWaits(closingId);
  const working = closing?.state === 'open' || closing?.state === 'provisional';
  const issued = closing?.state === 'provisional' ? zs?.at(-1) : undefined;
  return (
    <Page
      title={
        <Crumbs href="/close/branches" place={t('app.nav.close')}>
          {closing && branchName(closing)}
        </Crumbs>
      }
      subtitle={
        closing && (
          <span className="close-day">
            <DayStateChip state={waits && closing.state === 'open' ? 'waiting' : closing.state} />
            <DayAndAge closing={closing} />
          </span>
        )
      }
      actions={
        closing && (
          <>
            {issued ? <ZActions z={issued} /> : working && <XActions />}
            <CloseMenu closing={closing} />
          </>
        )
      }
    >
      {closing && <TotalsStrip closing={closing} content={working ? undefined : zs?.at(-1)?.content} />}
      {closing?.state === 'provisional' && (
        <div className="banner" data-tone="late" role="status">
          <IconCloudOff size={18} />
          {t('closing.provisional.banner', { number: formatZNumber(closing.number ?? 0) })}
        </div>
      )}
      {closing && <CloseWaiting closingId={closing.closingId} />}
      {closing && working && <LateArrivals closing={closing} />}
      {!closing && (
        <div className="page-scroll">
          {error ? <ErrorNotice error={error} onRetry={load} /> : <Skeleton height={320} radius={10} />}
        </div>
      )}
      {closing && working && (
        <div className="close-layout">
          <StepList closing={closing} waits={waits} />
          <Work key={closing.closingId} closing={closing} />
        </div>
      )}
      {closing && !working && <ClosedResult closing={closing} />}
    </Page>
  );
}
