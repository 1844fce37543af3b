/** The tour of Practice: six places, one after another, below the page. It can be left at any step. */
import { Button, CloseButton } from '@mantine/core';
import { IconArrowNarrowLeft, IconArrowNarrowRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { useLocale } from '../../app-store.ts';
import { usePageMark } from '../../components/page-mark.ts';
import { formatCount } from '../../i18n/format.ts';
import { leaveTour, usePractice } from './store.ts';
import './practice.css';

const STEPS = [
  { name: 'today', path: '/today' },
  { name: 'terminals', path: '/terminals' },
  { name: 'close', path: '/close/history' },
  { name: 'operations', path: '/operations' },
  { name: 'settlement', path: '/settlement' },
  { name: 'reconcile', path: '/reconcile/import' },
] as const;

export function Tour() {
  const { tour } = usePractice();
  return tour ? <TourPanel /> : null;
}

function TourPanel() {
  const { t } = useTranslation();
  const locale = useLocale();
  const [, navigate] = useLocation();
  const { step } = usePractice();
  const heading = useRef<HTMLHeadingElement>(null);
  const at = STEPS[step] ?? STEPS[0];
  const isLast = step === STEPS.length - 1;
  const go = (to: number) => {
    usePractice.setState({ step: to });
    navigate(STEPS[to]?.path ?? at.path);
  };
  usePageMark('tour');
  // Screen readers and the keyboard follow from step to step.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [step]);
  return (
    <aside
      className="tour"
      aria-label={t('practice.tour.label')}
      data-step={at.name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        leaveTour();
      }}
    >
      <div className="tour-words">
        <p className="muted size-13">
          {t('practice.tour.of', {
            step: formatCount(step + 1, locale),
            steps: formatCount(STEPS.length, locale),
          })}
        </p>
        <h2 ref={heading} tabIndex={-1} className="tour-title">
          {t(`practice.tour.${at.name}.title`)}
        </h2>
        <p className="tour-text">{t(`practice.tour.${at.name}.text`)}</p>
      </div>
      <div className="tour-acts">
        {step > 0 && (
          <Button
            variant="default"
            leftSection={<IconArrowNarrowLeft size={18} className="mirror" aria-hidden />}
            onClick={() => go(step - 1)}
          >
            {t('practice.tour.back')}
          </Button>
        )}
        {isLast ? (
          <Button onClick={leaveTour}>{t('practice.tour.end')}</Button>
        ) : (
          <Button
            variant="default"
            rightSection={<IconArrowNarrowRight size={18} className="mirror" aria-hidden />}
            onClick={() => go(step + 1)}
          >
            {t('practice.tour.next')}
          </Button>
        )}
        <CloseButton
          aria-label={t('practice.tour.leave')}
          title={t('practice.tour.leave')}
          onClick={leaveTour}
        />
      </div>
    </aside>
  );
}
