/** A charge from its amount to its ending: prepared for the amount that is typed, and sent once. */
import { useState } from 'react';
import type { OutputOf } from '#shared/contract/index.ts';
import type { Operation } from '#shared/contract/operations.ts';
import type { Authorization } from '#shared/contract/people.ts';
import { wireMoney } from '#shared/contract/wire.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { Money } from '#shared/money/money.ts';
import { call } from '../../api/client.ts';
import { useFirstLoad } from '../../components/opening.ts';
import { tellLate, useIsLeft } from '../../components/late-ending.tsx';

export type ChargePreparation = OutputOf<'charge.prepare'>;
type Confirmed = { reason: string; note: string; typedAmount: string; authorization: Authorization };

/** `asked`: the amount that another person asked for; it is prepared at once. */
export function useCharge(cardKey: string, asked: Money | null) {
  const [preparation, setPreparation] = useState<ChargePreparation | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const [operation, setOperation] = useState<Operation | null>(null);
  const [busy, setBusy] = useState(false);
  const isLeft = useIsLeft();
  const begin = () => {
    setBusy(true);
    setError(null);
  };
  const prepare = async (amount: Money) => {
    begin();
    const answer = await call('charge.prepare', { cardKey, amount: wireMoney(amount) });
    if (isLeft()) return;
    setBusy(false);
    setPreparation(answer.ok ? answer.value : null);
    if (!answer.ok) setError(answer.error);
  };
  useFirstLoad(() => {
    if (asked) void prepare(asked);
  });
  const confirm = async (form: Confirmed) => {
    if (!preparation) return;
    begin();
    const { preparationId } = preparation;
    const answer = await call('charge.confirm', { preparationId, ...form });
    if (isLeft()) return tellLate('charge', answer);
    setBusy(false);
    if (answer.ok) setOperation(answer.value.operation);
    else setError(answer.error);
  };
  return { preparation, error, operation, busy, prepare, confirm };
}
