/** Step 5: what will be saved, in one view. Leaving out what cannot be read is a choice somebody makes, and is recorded. */
import { Alert, Button, Checkbox } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#shared/contract/import-file.ts';
import { useLocale } from '../../../app-store.ts';
import { useCounted } from '../../../components/counted.ts';
import { FactRow } from '../../../components/fact.tsx';
import { GuardedButton } from '../../../components/guarded-button.tsx';
import { MoneyList } from '../../../components/money-text.tsx';
import { formatCount } from '../../../i18n/format.ts';
import { useMay } from '../../../people-store.ts';
import { Balances } from '../balances.tsx';
import { SumFacts, SumTable } from '../figures.tsx';
import { problemSaid } from '../preview-columns.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useImport } from '../store.ts';
import { useFormatName, useSkippedText, useSpanText } from '../texts.ts';

function WhatIsSaved() {
  const { t } = useTranslation();
  const counted = useCounted();
  const spanText = useSpanText();
  const formatName = useFormatName();
  const skippedText = useSkippedText();
  const { file, inspection, preview } = useImport();
  if (!inspection || !preview) return null;
  const { counts, span, source, kind, accounts } = preview;
  return (
    <dl className="facts">
      <FactRow name={t('import.fact.days')}>{spanText(span)}</FactRow>
      <FactRow name={t('import.fact.kind')}>{t(`import.kind.${kind}`)}</FactRow>
      <FactRow name={t('import.fact.source')}>
        <bdi>{source.name}</bdi>
        {source.sourceId === null && <span className="muted"> · {t('import.source.new')}</span>}
      </FactRow>
      {accounts.length > 0 && (
        <FactRow name={t('import.field.account')}>
          <bdi dir="ltr" className="id">
            {accounts.slice(0, 5).join(', ')}
          </bdi>
        </FactRow>
      )}
      <FactRow name={t('import.fact.file')}>
        <bdi>{file?.name ?? inspection.fileName}</bdi>
        <span className="muted"> · {formatName(inspection.format, inspection.table)}</span>
      </FactRow>
      {counts.skipped > 0 && (
        <FactRow name={t('import.fact.skipped')}>
          {counted(counts.skipped).number}
          <span className="muted">
            {' · '}
            {skippedText(preview.skippedBy)}
          </span>
        </FactRow>
      )}
    </dl>
  );
}

/** So many of them are named. */
const MOST_NAMED = 3;

/** Which lines are left out: their rows and what cannot be read in them, with the way back to them. */
function LeftOut({ bad }: { bad: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const { pages, open, show } = useImport();
  const rows = (pages?.rows ?? []).filter(({ state }) => state === 'bad').slice(0, MOST_NAMED);
  const back = () => {
    open('check');
    void show('bad');
  };
  return (
    <div className="row-8">
      <span>
        {rows
          .map(({ row, problems: [problem] }) =>
            problem
              ? problemSaid(t, problem, row, locale)
              : t('import.rowNo', { number: formatCount(row, locale) }),
          )
          .join(' · ')}
        {rows.length > 0 && bad > rows.length && ` · ${t('import.confirm.more', counted(bad - rows.length))}`}
      </span>
      <Button size="compact-sm" variant="default" onClick={back}>
        {t('import.confirm.look', counted(bad))}
      </Button>
    </div>
  );
}

/** How many lines will be saved, what they come to, and how many are left out. */
function Answer({ preview: { counts, totals } }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <>
      <MoneyList values={totals.map(({ net }) => net)} strong />{' '}
      {t('import.confirm.answer', counted(counts.good))}
      {counts.bad > 0 && ` ${t('import.confirm.without', counted(counts.bad))}`}
    </>
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
      answer={<Answer preview={preview} />}
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
      <div className="import-figures">
        <SumFacts totals={totals} kind={kind} />
      </div>
      <SumTable totals={totals} kind={kind} />
      <WhatIsSaved />
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
        <Alert color="orange" icon={<IconAlertTriangle size={20} />} role="status">
          <LeftOut bad={counts.bad} />
          <Checkbox
            mt="sm"
            checked={leavesOutBad}
            onChange={(event) => leaveOutBad(event.currentTarget.checked)}
            label={t('import.confirm.leaveOut', counted(counts.bad))}
            description={t('import.confirm.leaveOutText')}
          />
        </Alert>
      )}
    </StepFrame>
  );
}
