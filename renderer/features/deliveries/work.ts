/** The work of deliveries that is under way or was the last one, and how many failed. */
import { useCallback } from 'react';
import type { DeliveryWork } from '#shared/contract/deliveries.ts';
import { call, on } from '../../api/client.ts';
import { onKeptList, useAskedAgain } from '../../components/asked-again.ts';

const askWork = () => call('deliveries.work', {});
const onWork = (again: () => void) => on('deliveries.changed', again);
export const useWork = (): DeliveryWork | null => useAskedAgain(askWork, onWork)?.work ?? null;

const onList = onKeptList('deliveries');
/** Null until that was asked. */
export function useFailed(toWebhook: string | null): number | null {
  const ask = useCallback(() => call('deliveries.failed', { toWebhook }), [toWebhook]);
  return useAskedAgain(ask, onList)?.count ?? null;
}
