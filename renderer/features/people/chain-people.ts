/** The people of the chain as this PC knows them, for the settings. Null until they are read, and for a person who may not see them. */
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChainPeopleState } from '#shared/contract/chain-people.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { call, on } from '../../api/client.ts';
import type { MayDo } from '../../people-store.ts';

export function useChainPeople(may: boolean) {
  const [state, setState] = useState<ChainPeopleState | null>(null);
  const [error, setError] = useState<AppError | null>(null);
  const load = useCallback(() => {
    if (may)
      void call('chainPeople.state', {}).then((answer) => {
        if (answer.ok) setState(answer.value);
        setError(answer.ok ? null : answer.error);
      });
  }, [may]);
  useEffect(load, [load]);
  useEffect(() => on('chainPeople.changed', load), [load]);
  useEffect(() => on('headOffice.changed', load), [load]);
  return { state, error, setState };
}

/** Whether the person who is signed in may change the chain's people here, else why not, in words. */
export function useMayChange(state: ChainPeopleState | null): MayDo {
  const { t } = useTranslation();
  return state?.mayChange ? { allowed: true } : { allowed: false, reason: t('people.chain.notMay') };
}
