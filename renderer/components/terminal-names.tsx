/** What terminals are called, wherever something else names one: the name first, its id small behind it. */
import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import type { Terminal } from '#shared/contract/terminals.ts';
import { call, on, toldElsewhere } from '../api/client.ts';
import { useActiveProfile } from '../app-store.ts';
import { IdText } from './id-text.tsx';

const NONE: Terminal[] = [];
const useListed = create<{ terminals: Terminal[] }>(() => ({ terminals: NONE }));

/** Reads the terminals of the merchant at hand for everybody, and again when their list changes. */
export function useListedTerminals(): Terminal[] {
  const profileId = useActiveProfile()?.id;
  useEffect(() => {
    useListed.setState({ terminals: NONE });
    if (profileId === undefined) return;
    const load = () =>
      void toldElsewhere(call('terminals.list', {}), 'the page of the terminals').then((list) => {
        if (list) useListed.setState({ terminals: list.terminals });
      });
    load();
    return on('terminals.changed', ({ terminalIds }) => terminalIds === null && load());
  }, [profileId]);
  return useListed(({ terminals }) => terminals);
}

/** Null for a terminal that has no name but its id. */
export function useTerminalName(): (terminalId: string) => string | null {
  const terminals = useListed((state) => state.terminals);
  const names = useMemo(
    () => new Map(terminals.map(({ terminalId, label }) => [terminalId, label])),
    [terminals],
  );
  return useCallback(
    (terminalId) => {
      const name = names.get(terminalId);
      return name === undefined || name === terminalId ? null : name;
    },
    [names],
  );
}

export function TerminalText({ terminalId }: { terminalId: string }) {
  const name = useTerminalName()(terminalId);
  if (name === null) return <IdText value={terminalId} />;
  return (
    <>
      <bdi>{name}</bdi> <SmallId value={terminalId} />
    </>
  );
}

/** Behind what a person knows it by. */
export const SmallId = ({ value }: { value: string }) => (
  <span className="muted small-id">
    <IdText value={value} />
  </span>
);
