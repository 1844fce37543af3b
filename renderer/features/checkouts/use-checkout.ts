/** One checkout as it is stored. It is read again while a person waits for its payment. */
import { useCallback, useEffect, useState } from 'react';
import type { CheckoutDetail } from '#shared/contract/checkouts.ts';
import { isFinalSession } from '#shared/domain/session.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

export const isFinal = ({ checkout: { status } }: CheckoutDetail): boolean =>
  status !== null && isFinalSession(status);

export function useCheckout(key: string | null) {
  const [found, setFound] = useState<{ key: string; detail: CheckoutDetail | null } | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    if (key === null) return;
    let open = true;
    const load = () =>
      void call('checkouts.detail', { key }).then((answer) => {
        if (!open) return;
        if (answer.ok) setFound({ key, detail: answer.value.detail });
        setError(answer.ok ? null : answer.error);
      });
    load();
    const end = on('checkouts.changed', load);
    return () => {
      open = false;
      end();
    };
  }, [key]);
  const read = useCallback(
    async (payment: boolean): Promise<void> => {
      if (key === null) return;
      const answer = await call('checkouts.read', { key, payment });
      setError(answer.ok ? null : answer.error);
      if (answer.ok) setFound({ key, detail: answer.value.detail });
    },
    [key],
  );
  return { found: found?.key === key ? found : null, error, setError, read };
}

/** It is read often while the customer stands at the counter, and seldom afterwards. */
const OFTEN_MS = 3_000;
const SELDOM_MS = 15_000;
const OFTEN = 60;

/** Reads a checkout until it is final, and then once with its payment. Answers what is known and why the last reading failed. */
export function useWaiting(key: string) {
  const { found, error, read } = useCheckout(key);
  const [times, setTimes] = useState(0);
  const detail = found?.detail ?? null;
  const isOver = detail !== null && isFinal(detail);
  const wanted = isOver ? (detail.payment === null ? 'payment' : 'nothing') : 'state';
  // The reading of the payment does not wait, unless the one before it failed.
  const delayMs = wanted === 'payment' && error === null ? 0 : times < OFTEN ? OFTEN_MS : SELDOM_MS;
  useEffect(() => {
    if (wanted === 'nothing') return;
    const timer = setTimeout(() => {
      void read(wanted === 'payment').then(() => setTimes(times + 1));
    }, delayMs);
    return () => clearTimeout(timer);
  }, [wanted, times, read, delayMs]);
  return { detail, error };
}
