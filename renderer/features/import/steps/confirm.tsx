/** Step 5: what will be saved, in one view. Leaving out what cannot be read is a choice somebody makes, and is recorded. */
import { Alert, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCounted } from '../../../components/counted.ts';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { useMay } from '../../../people-store.ts';
import { Balances } from '../balances.tsx';
import { SumFacts, SumTable } from '../figures.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useImport } from '../store.ts';
import { useFormatName, useSpanText } from '../words.ts';

function WhatIsSaved() {
  const { t } = useTranslation();
  const counted = useCounted();
  const spanText = useSpanText();
  const formatName = useFormatName();
  const { file, inspection, preview } = useImport();
  if (!inspection || !preview) return null;
  const { counts, span, source, kind, accounts } = preview;
  return (
    <dl className="facts">
      <dt>{t('import.fact.saved')}</dt>
      <dd>
        <strong>{t('import.lines', counted(counts.good))}</strong>
      </dd>
      <dt>{t('import.fact.days')}</dt>
      <dd>
        <strong>{spanText(span)}</strong>
      </dd>
      <dt>{t('import.fact.kind')}</dt>
      <dd>{t(`import.kind.${kind}`)}</dd>
      <dt>{t('import.fact.source')}</dt>
      <dd>
        <bdi>{source.name}</bdi>
        {source.sourceId === null && <span className="muted"> · {t('import.source.new')}</span>}
      </dd>
      {accounts.length > 0 && (
        <>
          <dt>{t('import.field.account')}</dt>
          <dd>
            <bdi dir="ltr" className="id">
              {accounts.slice(0, 5).join(', ')}
            </bdi>
          </dd>
        </>
      )}
      <dt>{t('import.fact.file')}</dt>
      <dd>
        <bdi>{file?.name ?? inspection.fileName}</bdi>
        <span className="muted"> · {formatName(inspection.format, inspection.table)}</span>
      </dd>
      {counts.skipped > 0 && (
        <>
          <dt>{t('import.fact.skipped')}</dt>
          <dd>{t('import.lines', counted(counts.skipped))}</dd>
        </>
      )}
    </dl>
  );
}

export function ConfirmStep() {
  const { t } = useTranslation();
  const counted = useCounted();
  const may = useMay('reconcile');
  const { preview, leavesOutBad, leaveOutBad, confirm, working } = useImport();
  if (!preview) return null;
  const { counts, balances, totals, kind } = preview;
  const waits = counts.bad > 0 && !leavesOutBad;
  const differs = balances.filter(({ difference }) => difference.minor !== 0n);
  return (
    <StepFrame
      step="confirm"
      action={
        <GuardedButton
          guard={may}
          leftSection={<IconDatabaseImport size={16} />}
          disabled={waits}
          loading={working === 'saving'}
          onClick={() => void confirm()}
        >
          {t('import.confirm.action', counted(counts.good))}
        </GuardedButton>
      }
      blocked={may.allowed ? (waits ? t('import.confirm.waits') : null) : may.reason}
    >
      <WhatIsSaved />
      <div className="import-figures">
        <SumFacts totals={totals} kind={kind} />
      </div>
      <SumTable totals={totals} kind={kind} />
      {differs.length > 0 && (
        <Alert
          color="orange"
          icon={<IconAlertTriangle size={20} />}
          title={t('import.warning.balance-differs.title')}
          role="status"
        >
          {t('import.warning.balance-differs.text')}
        </Alert>
      )}
      <Balances balances={differs} />
      {counts.bad > 0 && (
        <Checkbox
          className="import-leave-out"
          checked={leavesOutBad}
          onChange={(event) => leaveOutBad(event.currentTarget.checked)}
          label={t('import.confirm.leaveOut', counted(counts.bad))}
          description={t('import.confirm.leaveOutText')}
        />
      )}
    </StepFrame>
  );
}
