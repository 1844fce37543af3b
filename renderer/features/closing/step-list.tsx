/** The six steps: tick or number, name, figure, and what is in the way, in words. A finished one is one line, unless its figure needs a word. */
import {
  IconAlertTriangle,
  IconCheck,
  IconDoorExit,
  IconHourglass,
  IconLock,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ClosingDetail, ClosingStepState } from '#shared/contract/closing-day.ts';
import { useLocale, useStatus } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { useHeldWords, WithAuthorized } from '../../components/sums.tsx';
import { formatCount } from '../../i18n/format.ts';
import { useMay } from '../../people-store.ts';
import { isMissing, useLines } from './count-lines.ts';
import { countsWithoutReads, isDone } from './selectors.ts';
import { useClosing } from './store.ts';
import { useBlockText } from './texts.tsx';

/** How many rows stay unacknowledged: their step is done, and they are not. */
const leftIn = ({ terminals }: ClosingDetail): number =>
  terminals.reduce((sum, one) => sum + (one.outstandingLeft ? one.outstandingCount : 0), 0);

/** How many lines there are to count, and how many have something typed: they count before it is saved, as the foot of the step says. */
function useTyped(closing: ClosingDetail): { typed: number; lines: number } {
  const lines = useLines(closing);
  return { typed: lines.filter((line) => !isMissing(line)).length, lines: closing.blind ? lines.length : 0 };
}

/** How many results are not known: each may be a difference yet. */
const notKnownIn = ({ operations }: ClosingDetail): number =>
  operations.filter(({ carried }) => carried === null).length;

/** "8 of 8"; a step without anything to do says so. */
function useStepFigure(closing: ClosingDetail): (step: ClosingStepState, finished: boolean) => string {
  const { t } = useTranslation();
  const locale = useLocale();
  const counted = useCounted();
  const left = leftIn(closing);
  const { typed, lines } = useTyped(closing);
  return ({ step, ready: stored, total: listed }, finished) => {
    const total = step === 'count' && !finished ? Math.max(listed, lines) : listed;
    const ready = step === 'count' && !finished ? Math.min(Math.max(stored, typed), total) : stored;
    if (step === 'confirm') return finished ? t('closing.step.closed') : '';
    if (total === 0 && step === 'differences') {
      if (!finished) return '';
      const notKnown = notKnownIn(closing);
      if (notKnown > 0) return t('closing.step.noneApart', counted(notKnown));
      return t(closing.unread.length > 0 ? 'closing.step.noneRead' : 'closing.step.none');
    }
    if (total === 0 && step === 'operations') return finished ? t('closing.step.known') : '';
    if (total === 0) return finished ? t('closing.step.nothing') : '';
    const out = step === 'reads' ? closing.terminals.filter(({ state }) => state === 'left-out').length : 0;
    const isLeft = step === 'acknowledge' && left > 0;
    const blind = step === 'acknowledge' ? closing.unread.length : 0;
    const figure = t('closing.step.figure', {
      // What was not read in full is acknowledged, too.
      ready: formatCount((isLeft ? ready - left : ready - out) + blind, locale),
      total: formatCount(total + blind, locale),
    });
    if (out > 0) return `${figure} · ${t('closing.step.leftOut', { number: formatCount(out, locale) })}`;
    if (blind > 0) return `${figure} · ${t('closing.step.unread', counted(blind))}`;
    const later = isLeft && t('closing.step.left', { number: formatCount(left, locale) });
    if (!later) return figure;
    return ready === left ? later : `${figure} · ${later}`;
  };
}

/** `left`: what the step is about stays as it is. */
type MarkProps = {
  step: ClosingStepState;
  index: number;
  ready: boolean;
  left: boolean;
  /** Done, over rows that nobody could read. */
  unread: boolean;
  /** Done as far as is known: a result is missing. */
  unknown: boolean;
  offline: boolean;
  /** It was sent to somebody else for approval. */
  asked: boolean;
};

const DONE = {
  unknown: IconQuestionMark,
  unread: IconAlertTriangle,
  left: IconDoorExit,
  done: IconCheck,
} as const;

function Mark({ step, index, ready, left, unread, unknown, offline, asked }: MarkProps) {
  const locale = useLocale();
  const waits = step.blocked?.reason === 'step-before' && !offline;
  const done = unknown ? 'unknown' : unread ? 'unread' : left ? 'left' : 'done';
  const state = ready ? done : waits ? 'waits' : 'open';
  const Done = DONE[done];
  const markOf = () => {
    if (ready) return <Done size={16} />;
    if (asked) return <IconHourglass size={16} />;
    return waits ? <IconLock size={14} /> : formatCount(index + 1, locale);
  };
  return (
    <span className="close-mark" data-state={state} aria-hidden>
      {markOf()}
    </span>
  );
}

/**
 * Rows that cannot be read are decided on in an earlier step: until it is done, counting waits for it like the steps behind.
 * A day that is counted without a connection can be closed provisionally: its last step waits for what that waits for.
 */
function asShown(step: ClosingStepState, index: number, closing: ClosingDetail): ClosingStepState {
  if (step.step === 'confirm' && countsWithoutReads(closing))
    return { ...step, blocked: closing.provisionalBlocked };
  const waits = closing.steps.slice(0, index).some(({ done }) => !done);
  return waits && step.blocked?.reason === 'unreadable-rows'
    ? { ...step, blocked: { ...step.blocked, reason: 'step-before' } }
    : step;
}

/** The foot of these steps says what is in the way while they are open. */
const SAID_BELOW: ReadonlySet<string> = new Set(['reads', 'acknowledge', 'operations', 'differences']);

/** What is in the way stands below the name; a step that only waits for another says so in the place of its figure. */
function placeOfBlock({ step, blocked }: ClosingStepState, chosen: boolean): 'below' | 'beside' | null {
  if (!blocked || (chosen && SAID_BELOW.has(step))) return null;
  // The figure says how many are counted, and the number that the step has not begun.
  if (step === 'count' && (blocked.reason === 'not-counted' || blocked.reason === 'not-frozen')) return null;
  return blocked.reason === 'step-before' ? 'beside' : 'below';
}

/** Without a connection a day can be counted and closed provisionally: these steps do not wait for the terminals. */
function useGoesOffline({ state }: ClosingDetail, { step, blocked }: ClosingStepState): boolean {
  const isOffline = useStatus()?.connection.state === 'offline';
  const goes = step === 'count' || step === 'differences' || step === 'confirm';
  return isOffline && goes && state === 'open' && blocked?.reason === 'step-before';
}

type StepProps = { closing: ClosingDetail; step: ClosingStepState; index: number; waits: boolean };

function Step({ closing, step, index, waits }: StepProps) {
  const { t } = useTranslation();
  const { chosenStep, choose } = useClosing();
  const figureOf = useStepFigure(closing);
  const blockText = useBlockText(closing);
  const ready = isDone(closing, step.step);
  const chosen = chosenStep === step.step;
  const place = ready ? null : placeOfBlock(step, chosen);
  const mayConfirm = useMay('close.confirm').allowed;
  const isOthers = step.step === 'confirm' && !ready && !mayConfirm;
  const goesOffline = useGoesOffline(closing, step);
  const asked = waits && step.step === 'confirm' && !ready;
  const isLeft = step.step === 'acknowledge' && leftIn(closing) > 0;
  const heldWords = useHeldWords();
  const held = isLeft && ready ? heldWords(closing.sums, leftIn(closing)) : null;
  return (
    <button
      type="button"
      className="close-step"
      data-step={step.step}
      data-done={ready}
      aria-current={chosen ? 'step' : undefined}
      onClick={() => choose(step.step)}
    >
      <Mark
        step={step}
        index={index}
        ready={ready}
        offline={goesOffline}
        asked={asked}
        left={isLeft}
        unread={step.step === 'acknowledge' && closing.unread.length > 0}
        unknown={step.step === 'differences' && notKnownIn(closing) > 0}
      />
      <span className="close-step-name">{t(`closing.step.name.${step.step}`)}</span>
      {isOthers || asked ? (
        <span className="close-step-waits">{t(asked ? 'closing.step.waiting' : 'closing.step.manager')}</span>
      ) : place === 'beside' && step.blocked ? (
        <span className="close-step-waits">
          {goesOffline ? t('closing.step.offline') : blockText(step.blocked, step.step)}
        </span>
      ) : (
        <span className="close-step-figure" data-tone={isLeft ? 'late' : undefined}>
          {figureOf(step, ready)}
        </span>
      )}
      {ready && <span className="visually-hidden">{t('closing.step.done')}</span>}
      {held !== null && <span className="close-step-block">{held}</span>}
      {place === 'below' && step.blocked && (
        <span className="close-step-block">
          {blockText(step.blocked, step.step)}
          {step.step === 'acknowledge' && <WithAuthorized sums={closing.sums} count={step.blocked.count} />}
        </span>
      )}
    </button>
  );
}

/** `waits`: closing was sent to somebody else for approval. */
export function StepList({ closing, waits = false }: { closing: ClosingDetail; waits?: boolean }) {
  const { t } = useTranslation();
  return (
    <nav className="close-steps" aria-label={t('closing.step.label')}>
      <ol>
        {closing.steps.map((step, index) => (
          <li key={step.step}>
            <Step closing={closing} step={asShown(step, index, closing)} index={index} waits={waits} />
          </li>
        ))}
      </ol>
    </nav>
  );
}
