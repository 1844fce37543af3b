/** A transfer from what is typed to its ending: prepared for exactly that, prepared again after a minute, and sent once. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { InputOf, OutputOf } from '#shared/contract/index.ts';
import type { Authorization } from '#shared/contract/people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call } from '../../api/client.ts';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';

type Wanted = InputOf<'payout.prepare'>['transfer'];
export type TransferPreparation = OutputOf<'payout.prepare'>;
type Confirmed = { reason: string; note: string; typedAmount: string; authorization: Authorization };

/** What a transfer costs may change: it is asked for again after this. */
const COSTS_MS = 60_000;

/** What was prepared, and for what; what was wanted stays, so that it can be prepared again. */
type Prepared = { wanted: Wanted; preparation: TransferPreparation };

export function useTransfer() {
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [ended, setEnded] = useState<OutputOf<'payout.confirm'> | null>(null);
  const [busy, setBusy] = useState(false);
  const isLeft = useIsLeft();
  const isConfirming = useRef(false);

  const ask = useCallback(
    async (wanted: Wanted) => {
      const answer = await call('payout.prepare', { transfer: wanted });
      // What is confirmed meanwhile was prepared before.
      if (isLeft() || isConfirming.current) return;
      setPrepared(answer.ok ? { wanted, preparation: answer.value } : null);
      setError(answer.ok ? null : answer.error);
    },
    [isLeft],
  );
  const prepare = async (wanted: Wanted) => {
    setBusy(true);
    await ask(wanted);
    if (!isLeft()) setBusy(false);
  };
  useEffect(() => {
    if (prepared === null) return;
    const { wanted, preparation } = prepared;
    const timer = setTimeout(() => void ask(wanted), preparation.readAtMs + COSTS_MS - Date.now());
    return () => clearTimeout(timer);
  }, [prepared, ask]);

  const confirm = async (form: Confirmed) => {
    if (!prepared) return;
    isConfirming.current = true;
    setBusy(true);
    setError(null);
    const { preparationId } = prepared.preparation;
    const answer = await call('payout.confirm', { preparationId, ...form });
    if (isLeft()) return tellLate('payout', answer);
    isConfirming.current = answer.ok;
    setBusy(false);
    if (answer.ok) return setEnded(answer.value);
    setError(answer.error);
    // It was used up, or what was seen is not so any more: nothing is confirmed unseen.
    if (answer.error.kind === 'movement') setPrepared(null);
  };
  return {
    preparation: prepared?.preparation ?? null,
    error,
    ended,
    busy,
    prepare,
    confirm,
    forget: () => setPrepared(null),
  };
}
