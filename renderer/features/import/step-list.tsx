/** The five steps: tick or number, name, and what came of it. One that waits says for what. */
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { formatCount } from '../../i18n/format.ts';
import { canOpen, importSteps, isDone, isDoubtful, notReadableIn, type ImportStep } from './stages.ts';
import { useImport } from './store.ts';
import { useFormatName } from './texts.ts';

function useFigure(): (step: ImportStep) => string | null {
  const { t } = useTranslation();
  const counted = useCounted();
  const formatName = useFormatName();
  const state = useImport();
  const { file, inspection, preview } = state;
  const notReadable = notReadableIn(state);
  const withNotReadable = (text: string) =>
    [text, ...(notReadable > 0 ? [t('import.notReadable', counted(notReadable))] : [])].join(' · ');
  return (step) => {
    if (!inspection) return null;
    const { table, format } = inspection;
    switch (step) {
      case 'file':
        return file?.name ?? inspection.fileName;
      case 'format':
        return formatName(format, table);
      case 'columns': {
        if (table === null) return t('import.columns.none');
        const figure = t('import.columns.figure', counted(table.columns.length));
        // After the check of all lines, its own step says how many cannot be read.
        return preview === null ? withNotReadable(figure) : figure;
      }
      case 'check':
        return preview && withNotReadable(t('import.lines', counted(preview.counts.good)));
      case 'confirm':
        return preview && t('import.step.notSaved');
    }
  };
}

type MarkState = 'doubtful' | 'done' | 'waits' | 'open';

function Mark({ index, state }: { index: number; state: MarkState }) {
  const locale = useLocale();
  return (
    <span className="close-mark" data-state={state} aria-hidden>
      {state === 'doubtful' && <IconAlertTriangle size={16} />}
      {state === 'done' && <IconCheck size={16} />}
      {(state === 'open' || state === 'waits') && formatCount(index + 1, locale)}
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
          const mark = isDoubtful(state, step, state.step)
            ? 'doubtful'
            : done
              ? 'done'
              : waits
                ? 'waits'
                : 'open';
          const figure = done || step === 'check' || step === 'confirm' ? figureOf(step) : null;
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
                <Mark index={index} state={mark} />
                <span className="close-step-name">{t(`import.step.name.${step}`)}</span>
                {mark === 'done' && <span className="visually-hidden">{t('import.step.done')}</span>}
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
