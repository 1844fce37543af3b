/** Another person took this window over while it waited for an answer: tells that person how the movement ended. */
import { useCallback, useEffect } from 'react';
import type { Operation } from '#shared/contract/operations.ts';
import { call, toldElsewhere, useEvent } from '../api/client.ts';
import { useActiveProfile } from '../app-store.ts';
import { tellEnding } from '../components/late-ending.tsx';
import { useMe } from '../people-store.ts';
import { leftBetween } from '../waiting.ts';

/** Operations whose ending was told here already. */
const toldOpIds = new Set<string>();
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
    if (isUnderWay(operation) || toldOpIds.has(opId)) continue;
    toldOpIds.add(opId);
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
