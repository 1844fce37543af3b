/** The attempts of a delivery in their order: the code that the server answered, and its text. */
import { useTranslation } from 'react-i18next';
import type { KeptLine } from '#shared/contract/kept.ts';
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

export function Answers({ lines }: { lines: readonly KeptLine[] }) {
  const { t } = useTranslation();
  const counted = useCounted();
  return (
    <ol className="story">
      {answeredIn(attemptsIn(lines)).map(({ code, at, said, times, until }, place) => (
        <li key={place} data-tone={code.startsWith('2') ? 'good' : 'bad'}>
          <div>
            <strong>{answerWord(t, code)}</strong>{' '}
            <span className="muted">
              {times > 1 ? t('kept.times', counted(times)) : <CellText kind="time" cell={at} />}
            </span>
          </div>
          {times > 1 && (
            <div className="muted">
              <CellText kind="time" cell={at} /> – <CellText kind="time" cell={until} />
            </div>
          )}
          {said && <CellText kind="text" cell={said} />}
        </li>
      ))}
    </ol>
  );
}
