/** One checkout as it is stored. It is read again while a person waits for its payment. */
import { useCallback, useEffect, useState } from 'react';
import type { CheckoutDetail } from '#shared/contract/checkouts.ts';
import { isFinalSession } from '#shared/domain/session.ts';
import { call } from '../../api/client.ts';
import { useStoredDetail } from '../../components/stored-detail.ts';

export const isFinal = ({ checkout: { status } }: CheckoutDetail): boolean =>
  status !== null && isFinalSession(status);

const find = (key: string) => call('checkouts.detail', { key });
const CHANGES = ['checkouts.changed'] as const;

export function useCheckout(key: string | null) {
  const { found, error, take } = useStoredDetail<CheckoutDetail>(key, find, CHANGES);
  const read = useCallback(
    async (payment: boolean): Promise<void> => {
      if (key !== null) take(await call('checkouts.read', { key, payment }));
    },
    [key, take],
  );
  return { found, error, take, read };
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
