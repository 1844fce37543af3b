/** Settings › Data from this gateway: every operation, what was learnt of it, and the walk of a first connection. */
import { Anchor, Button, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AnswerView } from '#shared/contract/answers.ts';
import type { OutputOf } from '#shared/contract/index.ts';
import { useCounted } from '../../components/counted.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NotAllowed } from '../../components/not-allowed.tsx';
import { operationText } from '../../components/operation-text.ts';
import { Page } from '../../components/page.tsx';
import { useMay } from '../../people-store.ts';
import { AnswerCard, AnswerLine, turned } from './answer-card.tsx';
import { confirmedIn, isChecked } from './asked.ts';
import { useAnswers } from './store.ts';

type Answers = OutputOf<'answers.list'>;

const waitingIn = ({ operations }: Pick<Answers, 'operations'>): AnswerView[] =>
  operations.filter(({ state }) => state === 'waits');

const WALK = ['check', 'learn', 'confirm', 'ready'] as const;
function stepOf(answers: Answers): (typeof WALK)[number] {
  if (answers.walk === 'none') return 'learn';
  return waitingIn(answers).length > 0 ? 'confirm' : 'ready';
}

const isWalking = (answers: Answers): boolean => answers.walk !== 'done' || stepOf(answers) !== 'ready';

/** Which lists wait: a press goes to one. */
function Waiting({ waiting }: { waiting: readonly AnswerView[] }) {
  const { t } = useTranslation();
  const go = (name: string) => {
    const card = document.querySelector<HTMLElement>(`[data-answer="${name}"]`);
    card?.scrollIntoView({ block: 'start' });
    // The next Tab goes on from there.
    card?.focus({ preventScroll: true });
  };
  return (
    <span className="answer-waiting">
      {waiting.map(({ name }) => (
        <Anchor key={name} component="button" type="button" inherit onClick={() => go(name)}>
          {operationText(t, name)}
        </Anchor>
      ))}
    </span>
  );
}

/** Leaves the steps for another time. */
function Later({ size }: { size: 'sm' | 'xs' }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { act, busy } = useAnswers();
  const leave = () =>
    void act('answers.walk', { step: 'skipped' }, 'skipped').then((went) => went && navigate('/today'));
  return (
    <Button size={size} variant="default" loading={busy === 'skipped'} onClick={leave}>
      {t('answers.walk.later')}
    </Button>
  );
}

/** Check, learn, confirm, ready: where a first connection stands. Each step can be left for later. */
function Walk({ answers }: { answers: Answers }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const [, navigate] = useLocation();
  const { act, busy } = useAnswers();
  const step = stepOf(answers);
  const waiting = waitingIn(answers);
  const end = () =>
    void act('answers.walk', { step: 'done' }, 'done').then((went) => went && navigate('/today'));
  return (
    <section className="card stack-12" aria-labelledby="answers-walk">
      <div className="card-head">
        <h2 id="answers-walk" className="card-title">
          {t(`answers.walk.title.${step}`, counted(waiting.length))}
        </h2>
        <ol className="walk push">
          {WALK.map((one) => (
            <li
              key={one}
              aria-current={one === step ? 'step' : undefined}
              data-done={WALK.indexOf(one) < WALK.indexOf(step) || undefined}
            >
              {t(`answers.walk.step.${one}`)}
            </li>
          ))}
        </ol>
      </div>
      <p className="flush">
        {t(`answers.walk.text.${step}`)} {step === 'confirm' && <Waiting waiting={waiting} />}
      </p>
      {step === 'learn' && (
        <div className="row">
          <Button
            data-testid="learn-all"
            loading={busy === 'learn-all'}
            onClick={() => void act('answers.learn', { name: null }, 'learn-all')}
          >
            {t('answers.learnLists', counted(answers.operations.length))}
          </Button>
          {answers.walk !== 'skipped' && <Later size="sm" />}
        </div>
      )}
      {step === 'ready' && answers.walk !== 'done' && (
        <div>
          <Button loading={busy === 'done'} onClick={end}>
            {t('answers.walk.finish')}
          </Button>
        </div>
      )}
    </section>
  );
}

const WANTS_A_PERSON: readonly AnswerView['state'][] = ['changed', 'waits', 'unclear', 'refused'];

const wantingIn = ({ operations }: Pick<Answers, 'operations'>): AnswerView[] =>
  operations.filter(({ state }) => WANTS_A_PERSON.includes(state));

/** A list is drawn anew with what was learnt or confirmed of it. */
const keyOf = ({ name, learntAtMs, confirmed }: AnswerView) =>
  `${name}-${String(learntAtMs)}-${String(confirmed?.atMs)}`;

/** Those that want a person first, as cards; the others as lines of one list. */
function Lists({ operations, isWalk }: Pick<Answers, 'operations'> & { isWalk: boolean }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const allNew = operations.every(({ state }) => state === 'not-learnt');
  const wanting = wantingIn({ operations }).toSorted(
    (a, b) => WANTS_A_PERSON.indexOf(a.state) - WANTS_A_PERSON.indexOf(b.state),
  );
  const others = operations.filter((answer) => !wanting.includes(answer));
  // What a person has ticked as correct, until it is confirmed or learnt anew.
  const [ticks, setTicks] = useState<Record<string, readonly string[]>>({});
  const tickedIn = (answer: AnswerView) => ticks[keyOf(answer)] ?? confirmedIn(answer);
  const waiting = wanting.filter(({ state }) => state === 'waits');
  const next = waiting.find((answer) => isChecked(answer, tickedIn(answer))) ?? waiting[0];
  return (
    <>
      {wanting.length > 0 && (
        <h2 className={isWalk ? 'visually-hidden' : 'card-title'}>{t('answers.wanting')}</h2>
      )}
      {wanting.map((answer) => (
        <AnswerCard
          key={keyOf(answer)}
          answer={answer}
          first={answer === next}
          ticked={tickedIn(answer)}
          onTick={(word) => setTicks({ ...ticks, [keyOf(answer)]: turned(tickedIn(answer), word) })}
        />
      ))}
      {others.length > 0 && (
        <section className="card" aria-labelledby="answers-others">
          <h2 id="answers-others" className="card-title">
            {allNew
              ? t('answers.allNew', counted(others.length))
              : t(wanting.length > 0 ? 'answers.others' : 'answers.all')}
          </h2>
          <ul className="plain-list answer-lines">
            {others.map((answer) => (
              <AnswerLine key={keyOf(answer)} answer={answer} plain={allNew} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Whether all can be read; while the walk stands, it says so. */
function useAnswerWords(answers: Answers | null): string | undefined {
  const { t } = useTranslation();
  const counted = useCounted();
  if (!answers || isWalking(answers)) return undefined;
  const wanting = wantingIn(answers).length;
  return wanting === 0 ? t('answers.walk.title.ready') : t('answers.answer', counted(wanting));
}

export function AnswersPage() {
  const { t } = useTranslation();
  const may = useMay('settings.profiles');
  const { answers, error, busy, load, act } = useAnswers();
  useEffect(() => {
    if (may.allowed) void load();
  }, [load, may.allowed]);
  const headline = useAnswerWords(answers);
  const isLeavable =
    answers !== null && isWalking(answers) && answers.walk !== 'skipped' && stepOf(answers) === 'confirm';
  return (
    <Page
      title={
        <Crumbs href="/settings" place={t('app.nav.settings')}>
          {t('answers.title')}
        </Crumbs>
      }
      headline={headline}
      actions={
        may.allowed &&
        answers?.walk !== 'none' && (
          <>
            {isLeavable && <Later size="xs" />}
            <Button
              size="xs"
              variant="default"
              loading={busy === 'learn-head'}
              onClick={() => void act('answers.learn', { name: null }, 'learn-head')}
            >
              {t('answers.learnAll')}
            </Button>
          </>
        )
      }
    >
      <div className="page-scroll answers">
        {!may.allowed && <NotAllowed may={may} />}
        {error && <ErrorNotice error={error} onRetry={() => void load()} />}
        {answers?.fileChanged && <p role="alert">{t('answers.fileChanged')}</p>}
        {answers && isWalking(answers) && <Walk answers={answers} />}
        {may.allowed && answers === null && !error && <Skeleton height={240} />}
        {answers && <Lists operations={answers.operations} isWalk={isWalking(answers)} />}
      </div>
    </Page>
  );
}
