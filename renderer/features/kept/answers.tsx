/** The attempts of a delivery in their order: the code that the server answered, and its text. */
import { useTranslation } from 'react-i18next';
import type { KeptLine } from '#shared/contract/kept.ts';
import { isSameMinute } from '#shared/time/same-minute.ts';
import { useCounted } from '../../components/counted.ts';
import { answerWord, CellText } from './cells.tsx';

type Attempt = { code: string; at: KeptLine['cell']; said: KeptLine['cell'] };
/** Equal answers, one after the other: how often, and when the last of them came. */
type Answered = Attempt & { times: number; until: KeptLine['cell'] };

/** A line with the code begins an attempt; the one behind it, if there is one, is what the server said. */
function attemptsIn(lines: readonly KeptLine[]): Attempt[] {
  const attempts: Attempt[] = [];
  for (const { name, cell } of lines) {
    const last = attempts.at(-1);
    if (name === 'itSaid' && last) last.said = cell;
    else attempts.push({ code: name ?? '—', at: cell, said: null });
  }
  return attempts;
}

const saidIn = ({ said }: Attempt): string => (said?.is === 'text' ? said.text : '');

function answeredIn(attempts: readonly Attempt[]): Answered[] {
  const answered: Answered[] = [];
  for (const attempt of attempts) {
    const last = answered.at(-1);
    if (last && last.code === attempt.code && saidIn(last) === saidIn(attempt)) {
      last.times += 1;
      last.until = attempt.at;
    } else answered.push({ ...attempt, times: 1, until: attempt.at });
  }
  return answered;
}

/** True if both are shown as one time. */
function areOneTime(first: KeptLine['cell'], last: KeptLine['cell']): boolean {
  if (first?.is !== 'time' || last?.is !== 'time') return false;
  return isSameMinute(first.at, last.at);
}

/** When it was answered: once, or from the first to the last of equal answers. */
function AnsweredAt({ answered: { at, until } }: { answered: Answered }) {
  return (
    <>
      <CellText kind="time" cell={at} />
      {!areOneTime(at, until) && (
        <>
          {' '}
          – <CellText kind="time" cell={until} />
        </>
      )}
    </>
  );
}

export function Answers({ lines }: { lines: readonly KeptLine[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <ol className="story">
      {answeredIn(attemptsIn(lines)).map((answered, place) => (
        <li key={place} data-tone={answered.code.startsWith('2') ? 'good' : 'bad'}>
          <div>
            <strong>{answerWord(t, answered.code)}</strong>
            {answered.times > 1 && (
              <span className="muted"> · {t('kept.times', counted(answered.times))}</span>
            )}
          </div>
          <div className="muted">
            <AnsweredAt answered={answered} />
          </div>
          {answered.said && <CellText kind="text" cell={answered.said} />}
        </li>
      ))}
    </ol>
  );
}
