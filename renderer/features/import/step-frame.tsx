/** The work of one step: what it is for, the work, and the way to the next. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptFocus } from '../../components/kept-focus.ts';
import type { ImportStep } from './stages.ts';

type FrameProps = {
  step: ImportStep;
  /** The step's way on, and beside it what is in the way. */
  action?: ReactNode;
  blocked?: string | null;
  /** What came of it, in place of what it is for. */
  answer?: ReactNode;
  children: ReactNode;
};

export function StepFrame({ step, action, blocked = null, answer = null, children }: FrameProps) {
  const { t } = useTranslation();
  const heading = useKeptFocus<HTMLHeadingElement>(step);
  return (
    <section aria-labelledby="import-step-title" className="close-frame import-frame">
      <header>
        <h2 id="import-step-title" ref={heading} tabIndex={-1}>
          {t(step === 'file' ? 'import.step.chooseFile' : `import.step.name.${step}`)}
        </h2>
        {answer === null ? (
          <p className="muted">{t(`import.step.text.${step}`)}</p>
        ) : (
          <p className="import-answer" data-testid="import-answer">
            {answer}
          </p>
        )}
      </header>
      {children}
      {(Boolean(action) || blocked !== null) && (
        <footer className="close-actions">
          {action}
          {blocked !== null && (
            <span className="muted" role="status">
              {blocked}
            </span>
          )}
        </footer>
      )}
    </section>
  );
}
