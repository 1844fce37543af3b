/** The work of deliveries that is under way or was the last one, and how many failed. */
import { useEffect, useState } from 'react';
import type { DeliveryWork } from '#shared/contract/deliveries.ts';
import { call, on, toldElsewhere } from '../../api/client.ts';

export function useWork(): DeliveryWork | null {
  const [work, setWork] = useState<DeliveryWork | null>(null);
  useEffect(() => {
    let open = true;
    const load = async () => {
      const answer = await toldElsewhere(call('deliveries.work', {}), 'the list');
      if (open && answer) setWork(answer.work);
    };
    void load();
    const end = on('deliveries.changed', () => void load());
    return () => {
      open = false;
      end();
    };
  }, []);
  return work;
}

/** Null until that was asked. */
export function useFailed(toWebhook: string | null): number | null {
  const [failed, setFailed] = useState<number | null>(null);
  useEffect(() => {
    let open = true;
    const load = async () => {
      const answer = await toldElsewhere(call('deliveries.failed', { toWebhook }), 'the list');
      if (open && answer) setFailed(answer.count);
    };
    void load();
    const end = on('kept.changed', ({ name }) => void (name === 'deliveries' && load()));
    return () => {
      open = false;
      end();
    };
  }, [toWebhook]);
  return failed;
}
