/** The five steps: tick or number, name, and what came of it. One that waits says for what. */
import { IconCheck, IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatCount } from '../../i18n/format.ts';
import { canOpen, importSteps, isDone, type ImportStep } from './stages.ts';
import { useImport } from './store.ts';
import { useFormatName } from './words.ts';

function useFigure(): (step: ImportStep) => string | null {
  const { t } = useTranslation();
  const counted = useCounted();
  const formatName = useFormatName();
  const { file, inspection, preview } = useImport();
  return (step) => {
    if (!inspection) return null;
    const { table, format } = inspection;
    switch (step) {
      case 'file':
        return file?.name ?? inspection.fileName;
      case 'format':
        return formatName(format, table);
      case 'columns':
        return table === null
          ? t('import.columns.none')
          : t('import.columns.figure', counted(table.columns.length));
      case 'check':
        return preview && t('import.lines', counted(preview.counts.good));
      case 'confirm':
        return null;
    }
  };
}

function Mark({ index, done, waits }: { index: number; done: boolean; waits: boolean }) {
  const locale = useLocale();
  return (
    <span className="close-mark" data-state={done ? 'done' : waits ? 'waits' : 'open'} aria-hidden>
      {done ? <IconCheck size={16} /> : waits ? <IconLock size={14} /> : formatCount(index + 1, locale)}
    </span>
  );
}

export function StepList() {
  const { t } = useTranslation();
  const state = useImport();
  const figureOf = useFigure();
  return (
    <nav className="close-steps" aria-label={t('import.step.label')}>
      <ol>
        {importSteps.map((step, index) => {
          const done = isDone(state, step);
          const waits = !canOpen(state, step);
          const figure = done || step === 'check' ? figureOf(step) : null;
          return (
            <li key={step}>
              <button
                type="button"
                className="close-step import-step"
                data-step={step}
                data-done={done}
                aria-current={state.step === step ? 'step' : undefined}
                aria-disabled={waits || undefined}
                onClick={() => state.open(step)}
              >
                <Mark index={index} done={done} waits={waits} />
                <span className="close-step-name">{t(`import.step.name.${step}`)}</span>
                {done && <span className="visually-hidden">{t('import.step.done')}</span>}
                {waits && <span className="visually-hidden">{t('import.step.waits')}</span>}
                {!waits && figure !== null && (
                  <span className="close-step-block">{step === 'file' ? <bdi>{figure}</bdi> : figure}</span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
