/** One row of a kept list as it is stored. It is read anew when its list changes. */
import { useEffect, useState } from 'react';
import type { KeptDetail } from '#shared/contract/kept.ts';
import type { KeptListName } from '#shared/domain/kept-lists.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';

type Found = { key: string; detail: KeptDetail | null; error: AppError | null };

export function useKeptRow(name: KeptListName, key: string | null) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (key === null) return;
    let open = true;
    const load = () =>
      void call('kept.row', { name, key }).then((answer) => {
        if (!open) return;
        setFound({
          key,
          detail: answer.ok ? answer.value.detail : null,
          error: answer.ok ? null : answer.error,
        });
      });
    load();
    const end = on('kept.changed', load);
    return () => {
      open = false;
      end();
    };
  }, [name, key]);
  return found?.key === key ? found : null;
}
