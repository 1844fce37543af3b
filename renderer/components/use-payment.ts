/** One payment with everything known of it, read again when something changed. */
import { useEffect, useState } from 'react';
import type { PaymentDetail } from '#shared/contract/payments.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../api/client.ts';

export function usePayment(key: string | null) {
  const [found, setFound] = useState<{ key: string; detail: PaymentDetail | null } | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  useEffect(() => {
    if (key === null) return;
    let open = true;
    const load = () =>
      void call('payments.detail', { key }).then((answer) => {
        if (!open) return;
        if (answer.ok) setFound({ key, detail: answer.value.detail });
        setError(answer.ok ? null : answer.error);
      });
    load();
    const ends = [on('payments.changed', load), on('operations.changed', load)];
    return () => {
      open = false;
      for (const end of ends) end();
    };
  }, [key]);
  return { found: found?.key === key ? found : null, error, setError };
}
