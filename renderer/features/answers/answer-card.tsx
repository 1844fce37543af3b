/** One list of the gateway: how it is read, and what a person may do about it. */
import { Button, Group } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconPlugOff, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerView } from '#shared/contract/answers.ts';
import { useLocale } from '../../app-store.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { inTextName, operationText } from '../../components/operation-text.ts';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { AnswerFields, useWord } from './answer-fields.tsx';
import { GuardedButton } from '../../components/guarded-button.tsx';
import { formatList } from '../../i18n/format.ts';
import { confirmedIn, needsTicks, openIn, wantedFor } from './asked.ts';
import { useAnswers } from './store.ts';
import { isolated } from '../../i18n/isolated.ts';

const LOOKS: Record<AnswerView['state'], { tone: Tone; Icon: typeof IconCheck }> = {
  'not-learnt': { tone: 'neutral', Icon: IconCircleDashed },
  'as-assumed': { tone: 'good', Icon: IconCheck },
  waits: { tone: 'late', Icon: IconEye },
  confirmed: { tone: 'good', Icon: IconCheck },
  unclear: { tone: 'bad', Icon: IconAlertTriangle },
  'not-asked': { tone: 'neutral', Icon: IconCircleDashed },
  'not-offered': { tone: 'neutral', Icon: IconPlugOff },
  refused: { tone: 'late', Icon: IconAlertTriangle },
  changed: { tone: 'bad', Icon: IconAlertTriangle },
};

/** Nothing of its values speaks for it: dates and sums can be known otherwise. */
const isByName = ({ proof, by }: AnswerView['fields'][number]): boolean =>
  proof !== 'proven' && ['own-name', 'name'].includes(by);

function State({ answer }: { answer: AnswerView }) {
  const { t } = useTranslation();
  const counted = useCounted();
  const { state } = answer;
  const { tone, Icon } = LOOKS[state];
  const open = state === 'waits' ? openIn(answer).length : 0;
  const byName = state === 'waits' ? answer.fields.filter(isByName).length : 0;
  const words = byName > 0 ? [t('answers.byName', counted(byName))] : [];
  const label =
    open > 0 ? t('answers.toCheck', counted(open)) : [t(`answers.state.${state}`), ...words].join(' · ');
  return <StateChip tone={tone} icon={<Icon size={16} />} label={label} />;
}

/** How much came, when, and who has confirmed it. */
function Facts({ answer }: { answer: AnswerView }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <span className="answer-facts">
      {answer.rows > 0 && <span>{t('answers.rows', counted(answer.rows))}</span>}
      {answer.asked && (
        <span>
          {t('answers.lastAsked')} <TimeText atMs={answer.asked.atMs} />
        </span>
      )}
      {answer.confirmed && <span>{t('answers.confirmedBy', { name: answer.confirmed.by })}</span>}
    </span>
  );
}

/** What is wrong, in a sentence, where something is. */
function Trouble({ answer: { state, problem, error } }: { answer: AnswerView }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (state === 'unclear')
    return <p className="card-text">{t([`answers.problem.${problem}`, 'answers.problem.no-list'])}</p>;
  if (state === 'changed') return <p className="card-text">{t('answers.changedText')}</p>;
  if (error === null) return null;
  const { title, next } = errorText(error);
  return (
    <p className="card-text">
      {title} {next}
    </p>
  );
}

/** The word is ticked, or not any more. */
export const turned = (ticked: readonly string[], word: string): readonly string[] =>
  ticked.includes(word) ? ticked.filter((one) => one !== word) : [...ticked, word];

type ActsProps = { answer: AnswerView; ticked: readonly string[] };

/** `first`: the one primary act of the page. What waits for a tick stops it, with its name. */
function Confirm({ answer, ticked, first = false }: ActsProps & { first?: boolean }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const wordOf = useWord();
  const { act, busy } = useAnswers();
  const { name } = answer;
  const wanted = answer.state === 'waits' ? wantedFor(answer, ticked) : [];
  const names = formatList(
    wanted.map(({ word }) => isolated(word === 'unit' ? t('answers.unit.title') : wordOf(word))),
    locale,
  );
  return (
    <GuardedButton
      guard={
        wanted.length === 0
          ? { allowed: true }
          : { allowed: false, reason: t('answers.tickFirst', { names }) }
      }
      size="xs"
      variant={first ? 'filled' : 'default'}
      data-testid="confirm-answer"
      loading={busy === `confirm-${name}`}
      onClick={() => void act('answers.confirm', { name, words: [...ticked] }, `confirm-${name}`)}
    >
      {t('answers.confirm')}
    </GuardedButton>
  );
}

function Acts({ answer, ticked }: ActsProps) {
  const { t } = useTranslation();
  const { act, busy } = useAnswers();
  const { name, state } = answer;
  return (
    <Group gap={8}>
      {state === 'confirmed' && needsTicks(answer) && <Confirm answer={answer} ticked={ticked} />}
      <Button
        size="xs"
        variant="default"
        data-testid="learn-again"
        loading={busy === `learn-${name}`}
        onClick={() => void act('answers.learn', { name }, `learn-${name}`)}
      >
        {t('answers.learnAgain')}
      </Button>
      {answer.learntAtMs !== null && (
        <Button
          size="xs"
          variant="default"
          loading={busy === `back-${name}`}
          onClick={() => void act('answers.putBack', { name }, `back-${name}`)}
        >
          {t('answers.putBack')}
        </Button>
      )}
    </Group>
  );
}

/** For whoever supports the gateway: which call it is, and since when its form is known. */
function Technical({ answer: { method, path, learntAtMs } }: { answer: AnswerView }) {
  const { t } = useTranslation();
  return (
    <p className="answer-technical">
      {t('answers.request')}{' '}
      <bdi dir="ltr" className="id">
        {method} {path}
      </bdi>
      {learntAtMs !== null && (
        <>
          {' · '}
          {t('answers.learntAt')} <TimeText atMs={learntAtMs} />
        </>
      )}
    </p>
  );
}

/** A list that wants a person: what is the matter, where each figure comes from, and what can be done. */
export function AnswerCard({
  answer,
  first,
  ...ticks
}: ActsProps & { first: boolean; onTick: (word: string) => void }) {
  const { t } = useTranslation();
  const title = operationText(t, answer.name);
  return (
    <section
      className="card stack-12"
      tabIndex={-1}
      data-answer={answer.name}
      data-state={answer.state}
      aria-label={title}
    >
      <div className="card-head">
        <h3 className="card-title">{title}</h3>
        <State answer={answer} />
        <span className="push row">
          <Facts answer={answer} />
          {answer.state === 'waits' && <Confirm answer={answer} ticked={ticks.ticked} first={first} />}
        </span>
      </div>
      <Trouble answer={answer} />
      {answer.state === 'waits' && (
        <p className="card-text">{t(needsTicks(answer) ? 'answers.confirmText' : 'answers.confirmWhole')}</p>
      )}
      {answer.fields.length > 0 && <AnswerFields answer={answer} {...ticks} />}
      <Acts answer={answer} ticked={ticks.ticked} />
      <Technical answer={answer} />
    </section>
  );
}

/** One line for a list that needs nothing; its details unfold. `plain`: nothing is known of any list yet, so there is nothing to unfold. */
export function AnswerLine({ answer, plain }: { answer: AnswerView; plain: boolean }) {
  const { t } = useTranslation();
  const title = operationText(t, answer.name);
  const feeds = t(`answers.feeds.${inTextName(answer.name)}`);
  const [ticked, setTicked] = useState<readonly string[]>(() => confirmedIn(answer));
  const ticks = { ticked, onTick: (word: string) => setTicked(turned(ticked, word)) };
  if (plain)
    return (
      <li data-answer={answer.name} data-state={answer.state} className="answer-told">
        <strong>{title}</strong>
        <span className="muted size-13">{feeds}</span>
      </li>
    );
  return (
    <li data-answer={answer.name} data-state={answer.state}>
      <details>
        <summary className="answer-line">
          <strong>{title}</strong>
          <State answer={answer} />
          <Facts answer={answer} />
        </summary>
        <div className="stack-12 answer-more">
          <Trouble answer={answer} />
          {answer.fields.length > 0 && <AnswerFields answer={answer} {...ticks} />}
          <Acts answer={answer} ticked={ticks.ticked} />
          <Technical answer={answer} />
        </div>
      </details>
    </li>
  );
}
