/** Calls that a page makes once: when it is drawn, or when a person presses a button. */
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Result } from '#shared/errors/result.ts';
import { useIsLeft } from './late-ending.tsx';

type Answer<T> = { readonly value: T | null; readonly error: AppError | null };
const NO_ANSWER = { value: null, error: null };
const shown = <T>(answer: Result<T>): Answer<T> =>
  answer.ok ? { value: answer.value, error: null } : { value: null, error: answer.error };

/** Calls `ask` once and keeps its answer. A new function is called again: pass a constant or a memoised one. Null calls nothing. */
export function useAnswer<T>(ask: (() => Promise<Result<T>>) | null): Answer<T> {
  const [answer, setAnswer] = useState<Answer<T>>(NO_ANSWER);
  useEffect(() => {
    if (ask === null) return;
    let open = true;
    void ask().then((result) => {
      if (open) setAnswer(shown(result));
    });
    return () => {
      open = false;
    };
  }, [ask]);
  return answer;
}

/**
 * A call that a person makes by pressing a button: busy until it is answered, then its value or its error, until the next press.
 * `late` gets the answer if the dialog was left meanwhile.
 */
export function useAsk<T>(late?: (answer: Result<T>) => void) {
  const [{ value, error }, setAnswer] = useState<Answer<T>>(NO_ANSWER);
  const [busy, setBusy] = useState(false);
  const isLeft = useIsLeft();
  // The question that stands: an answer to one before it, or to one that was forgotten, is not shown.
  const asking = useRef(0);
  /** Also of a call under way: its answer is about what is not asked any more. */
  const forget = () => {
    asking.current += 1;
    setAnswer(NO_ANSWER);
    setBusy(false);
  };
  /** Returns the value, for the next step; null after an error, or if the answer came too late. */
  const ask = async (asked: Promise<Result<T>>): Promise<T | null> => {
    asking.current += 1;
    const mine = asking.current;
    setBusy(true);
    setAnswer((now) => ({ ...now, error: null }));
    const answer = await asked;
    if (late && isLeft()) {
      late(answer);
      return null;
    }
    if (asking.current !== mine) return null;
    setBusy(false);
    const now = shown(answer);
    setAnswer(now);
    return now.value;
  };
  return { value, error, busy, ask, forget };
}
