/** From which difference on a branch wants a second person to agree to its close, as its settings say now. */
import { useCallback } from 'react';
import type { Money } from '#shared/money/money.ts';
import { call } from '../api/client.ts';
import { useAnswer } from './asked.ts';

/** Of these currencies; empty until it is known, and where none is set. Without a branch nothing is asked. */
export function useLargeDifference(
  branchKey: string | null,
  currencies: readonly string[],
): readonly Money[] {
  const ask = useCallback(() => call('closing.branches', {}), []);
  // Without an answer the sentence says that there is a limit, and no figure.
  const { value } = useAnswer(branchKey === null ? null : ask);
  const branch = value?.branches.find((one) => one.branchKey === branchKey);
  return (branch?.settings.largeDifference ?? []).filter(({ currency }) => currencies.includes(currency));
}
