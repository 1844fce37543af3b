/** One operation of the gateway: how its answer is read, and what a person may do about it. */
import { Button, Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconPlugOff,
  IconQuestionMark,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnswerView } from '#shared/contract/answers.ts';
import { useCounted } from '../../components/counted.ts';
import { useErrorText } from '../../components/error-notice.tsx';
import { StateChip, type Tone } from '../../components/state-chip.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { useAnswers } from './store.ts';

const LOOKS: Record<AnswerView['state'], { tone: Tone; Icon: typeof IconCheck }> = {
  'not-learnt': { tone: 'neutral', Icon: IconCircleDashed },
  'as-assumed': { tone: 'good', Icon: IconCheck },
  waits: { tone: 'late', Icon: IconQuestionMark },
  confirmed: { tone: 'good', Icon: IconCheck },
  unclear: { tone: 'bad', Icon: IconAlertTriangle },
  'not-asked': { tone: 'neutral', Icon: IconCircleDashed },
  'not-offered': { tone: 'neutral', Icon: IconPlugOff },
  refused: { tone: 'late', Icon: IconAlertTriangle },
  changed: { tone: 'bad', Icon: IconAlertTriangle },
};

function Facts({ answer }: { answer: AnswerView }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <div className="answer-facts">
      <bdi dir="ltr" className="id">
        {answer.method} {answer.path}
      </bdi>
      {answer.rows > 0 && <span>{t('answers.rows', counted(answer.rows))}</span>}
      {answer.asked && (
        <span>
          {t('answers.lastAsked')} <TimeText atMs={answer.asked.atMs} />
        </span>
      )}
      {answer.learntAtMs !== null && (
        <span>
          {t('answers.learntAt')} <TimeText atMs={answer.learntAtMs} />
        </span>
      )}
      {answer.confirmed && <span>{t('answers.confirmedBy', { name: answer.confirmed.by })}</span>}
    </div>
  );
}

/** What is wrong, in a sentence, where something is. */
function Trouble({ answer: { state, problem, error } }: { answer: AnswerView }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  if (state === 'unclear')
    return <p className="muted">{t([`answers.problem.${problem}`, 'answers.problem.no-list'])}</p>;
  if (state === 'changed') return <p>{t('answers.changedText')}</p>;
  if (error === null) return null;
  const { title, next } = errorText(error);
  return (
    <p className="muted">
      {title} {next}
    </p>
  );
}

export function AnswerCard({ answer }: { answer: AnswerView }) {
  const { t } = useTranslation();
  const { act, busy } = useAnswers();
  const title = t(`answers.operation.${answer.name.replaceAll('.', '-')}`);
  const already = [...answer.fields.filter(({ isConfirmed }) => isConfirmed).map(({ word }) => word)];
  const [ticked, setTicked] = useState<readonly string[]>(already);
  const { tone, Icon } = LOOKS[answer.state];
  const tick = (word: string) =>
    setTicked(ticked.includes(word) ? ticked.filter((one) => one !== word) : [...ticked, word]);
  const { name } = answer;
  const open = answer.fields.filter(({ needsWord }) => needsWord).length;
  const hasTable = answer.fields.length > 0;
  return (
    <section className="card stack-8" data-answer={name} data-state={answer.state} aria-label={title}>
      <div className="card-head">
        <h2 className="card-title">{title}</h2>
        <span className="push">
          <StateChip tone={tone} icon={<Icon size={16} />} label={t(`answers.state.${answer.state}`)} />
        </span>
      </div>
      <Facts answer={answer} />
      <Trouble answer={answer} />
      {hasTable && (
        <details open={answer.state === 'waits' || answer.state === 'changed'}>
          <summary>{t('answers.showFields')}</summary>
          <AnswerFields answer={answer} ticked={ticked} onTick={tick} />
        </details>
      )}
      <Group gap={8}>
        {(answer.state === 'waits' || (answer.state === 'confirmed' && open > 0)) && (
          <Button
            size="xs"
            data-testid="confirm-answer"
            loading={busy === `confirm-${name}`}
            onClick={() => void act('answers.confirm', { name, words: [...ticked] }, `confirm-${name}`)}
          >
            {t('answers.confirm')}
          </Button>
        )}
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
      {answer.state === 'waits' && <p className="muted size-13">{t('answers.confirmText')}</p>}
    </section>
  );
}
