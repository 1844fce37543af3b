/** The attempts of a delivery in their order: the code that the server answered, and its text. */
import { useTranslation } from 'react-i18next';
import type { KeptLine } from '#shared/contract/kept.ts';
import { answerWord, CellText } from './cells.tsx';

type Attempt = { code: string; at: KeptLine['cell']; said: KeptLine['cell'] };

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

export function Answers({ lines }: { lines: readonly KeptLine[] }) {
  const { t } = useTranslation();
  return (
    <ol className="story">
      {attemptsIn(lines).map(({ code, at, said }, place) => (
        <li key={place} data-tone={code.startsWith('2') ? 'good' : 'bad'}>
          <div>
            <strong>{answerWord(t, code)}</strong>{' '}
            <span className="muted">
              <CellText kind="time" cell={at} />
            </span>
          </div>
          {said && <CellText kind="text" cell={said} />}
        </li>
      ))}
    </ol>
  );
}
