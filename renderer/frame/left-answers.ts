/** What this window waited for when another person took it over: how it ended is told to who is there then. */
import { useCallback, useEffect } from 'react';
import type { Operation } from '#shared/contract/operations.ts';
import { call, toldElsewhere, useEvent } from '../api/client.ts';
import { useActiveProfile } from '../app-store.ts';
import { tellEnding } from '../components/late-ending.tsx';
import { useMe } from '../people-store.ts';
import { leftBetween } from '../waiting.ts';

const told = new Set<string>();
const isUnderWay = ({ state }: Operation) => state === 'INTENT' || state === 'SENDING';

export async function tellLeft(): Promise<void> {
  const left = leftBetween();
  if (left === null) return;
  const page = await toldElsewhere(
    call('operations.page', { scope: 'all', limit: 50 }),
    'it is looked for again with the next change, and Operations lists it',
  );
  for (const operation of page?.rows ?? []) {
    const { opId, createdAtMs } = operation;
    if (createdAtMs < left.fromMs || createdAtMs > left.toMs) continue;
    if (isUnderWay(operation) || told.has(opId)) continue;
    told.add(opId);
    tellEnding(operation);
  }
}

export function useLeftAnswers(): void {
  const me = useMe()?.personId ?? null;
  const profile = useActiveProfile()?.id ?? null;
  const look = useCallback(() => void tellLeft(), []);
  useEffect(() => {
    if (me !== null && profile !== null) look();
  }, [me, profile, look]);
  useEvent('operations.changed', look);
}
