/** Bringing in a bank statement or the sales of a POS: five steps at the start side, the work of one at the end side. */
import { Button } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Crumbs } from '../../components/crumbs.tsx';
import { Page } from '../../components/page.tsx';
import { useHoldPage } from '../../frame/held-page.ts';
import { FailureNotice } from './failure-notice.tsx';
import './import.css';
import { LeaveDialog } from './leave-dialog.tsx';
import { ImportProgress } from './progress.tsx';
import { SameFile } from './same-file.tsx';
import { Saved } from './saved.tsx';
import type { ImportStep } from './stages.ts';
import { StepList } from './step-list.tsx';
import { CheckStep } from './steps/check.tsx';
import { ColumnsStep } from './steps/columns.tsx';
import { ConfirmStep } from './steps/confirm.tsx';
import { FileStep } from './steps/file.tsx';
import { FormatStep } from './steps/format.tsx';
import { isUnsaved, useImport } from './store.ts';

export const IMPORT_PATH = '/reconcile/import';

const WORK: Record<ImportStep, () => ReactNode> = {
  file: FileStep,
  format: FormatStep,
  columns: ColumnsStep,
  check: CheckStep,
  confirm: ConfirmStep,
};

/** A file let go beside its place would open instead of the page. */
function useNoStrayDrop(): void {
  useEffect(() => {
    const stop = (event: DragEvent) => event.preventDefault();
    window.addEventListener('dragover', stop);
    window.addEventListener('drop', stop);
    return () => {
      window.removeEventListener('dragover', stop);
      window.removeEventListener('drop', stop);
    };
  }, []);
}

export function Crumb({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Crumbs href="/reconcile" place={t('import.reconcile')}>
      {children}
    </Crumbs>
  );
}

export function ImportPage() {
  const { t } = useTranslation();
  const state = useImport();
  const { step, saved, file, working, discard } = state;
  const [asks, setAsks] = useState(false);
  const { wanted, stay, leave } = useHoldPage(IMPORT_PATH, isUnsaved(state));
  useNoStrayDrop();
  // Leaving the page puts the import aside, even if there was nothing to lose.
  useEffect(() => () => void useImport.getState().discard(), []);
  const Step = WORK[step];
  // Leaving puts it aside by itself.
  const putAside = () => {
    setAsks(false);
    if (wanted === null) void discard();
    else leave();
  };
  return (
    <Page
      title={<Crumb>{t('import.title')}</Crumb>}
      actions={
        <>
          {file !== null && working !== 'saving' && (
            <Button variant="default" onClick={() => setAsks(true)}>
              {t('import.leave.action.discard')}
            </Button>
          )}
          <Button
            component={Link}
            href="/reconcile/imports"
            variant="default"
            leftSection={<IconFiles size={16} />}
          >
            {t('import.earlier')}
          </Button>
        </>
      }
    >
      <ImportProgress />
      {saved ? (
        <Saved saved={saved} />
      ) : (
        <div className="close-layout import-layout">
          <StepList />
          <div key={step} className="close-work import-work">
            <SameFile />
            <FailureNotice />
            <Step />
          </div>
        </div>
      )}
      {(asks || wanted !== null) && (
        <LeaveDialog
          what={wanted === null ? 'discard' : 'leave'}
          onStay={() => {
            setAsks(false);
            stay();
          }}
          onDiscard={putAside}
        />
      )}
    </Page>
  );
}
