/** The work of one step: what it is for, the work, and the way to the next. */
import { Button, Tooltip } from '@mantine/core';
import { IconArrowNarrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail } from '#shared/contract/closing-day.ts';
import type { ClosingStep } from '#shared/domain/closing.ts';
import { useKeptFocus } from '../../components/kept-focus.ts';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { WordsLink } from '../../components/sums.tsx';
import type { MayDo } from '../../people-store.ts';
import { isDone, stepAfter, stepOf } from './selectors.ts';
import { useClosing } from './store.ts';
import { useBlockText } from './texts.tsx';

type FrameProps = {
  closing: ClosingDetail;
  step: ClosingStep;
  /** The act that the step needs first. It stands in the place of "Continue". */
  action?: ReactNode;
  /** What to do here. Null shows nothing; without it the step's own text is shown. */
  text?: ReactNode;
  /** Whether this role may do the step: why not is said below. A step whose answer says it leaves this out. */
  may?: MayDo | undefined;
  /** Leaves the foot with "Continue" out: the step has something to save first, or says itself what it waits for. */
  quiet?: boolean;
  /** What the step comes to, in the place of what is in the way. */
  answer?: ReactNode;
  children: ReactNode;
};

/** What keeps a step from being done, and where that is mended. */
export function InTheWay({ closing, step }: Pick<FrameProps, 'closing' | 'step'>) {
  const blockText = useBlockText(closing);
  const { blocked } = stepOf(closing, step);
  if (!blocked) return null;
  return (
    <>
      {blockText(blocked, step)} {blocked.reason === 'kinds-not-known' && <WordsLink />}
    </>
  );
}

export function StepFrame({ closing, step, action, quiet = false, text, may, answer, children }: FrameProps) {
  const { t } = useTranslation();
  const choose = useClosing((state) => state.choose);
  const ready = isDone(closing, step);
  const next = stepAfter(step);
  const heading = useKeptFocus<HTMLHeadingElement>(`${step} ${closing.frozenAtMs ?? ''}`);
  return (
    <section aria-labelledby="close-step-title" className="close-frame">
      <header>
        <h2 id="close-step-title" ref={heading} tabIndex={-1}>
          {t(`closing.step.name.${step}`)}
        </h2>
        <div className="step-answer" role="status">
          {answer ?? (!quiet && !ready && <InTheWay closing={closing} step={step} />)}
        </div>
        {text !== null && <p className="muted">{text ?? t(`closing.step.text.${step}`)}</p>}
        {may && <NotAllowed may={may} />}
      </header>
      {children}
      {!quiet && (
        <footer className="close-actions">
          {ready && step !== 'confirm' ? (
            <Button
              rightSection={<IconArrowNarrowRight size={18} className="mirror" />}
              onClick={() => choose(next)}
            >
              {t('closing.step.continue', { name: t(`closing.step.name.${next}`) })}
            </Button>
          ) : (
            action
          )}
        </footer>
      )}
    </section>
  );
}

type ReasonedProps = {
  reason: string | null;
  loading?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A button that says why it is off. */
export function ReasonedButton({ reason, loading = false, onClick, children }: ReasonedProps) {
  return (
    <Tooltip label={reason} disabled={reason === null}>
      <span>
        <Button disabled={reason !== null} loading={loading} onClick={onClick}>
          {children}
        </Button>
      </span>
    </Tooltip>
  );
}
