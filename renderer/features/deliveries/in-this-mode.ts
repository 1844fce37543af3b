/** Why nothing is collected or sent again now. */
import { useTranslation } from 'react-i18next';
import { useActiveProfile, useNowMs, type MayMove } from '../../app-store.ts';

/** In the test environment the gateway has none of this (§4.13). */
export function useInThisMode(may: MayMove): MayMove {
  const { t } = useTranslation();
  const isTest = useActiveProfile()?.environment === 'test';
  return may.allowed && isTest ? { allowed: false, reason: t('deliveries.notInTest') } : may;
}

/** How many seconds are left, counted down; null once it is over. */
export function useSecondsTo(atMs: number | null): number | null {
  const nowMs = useNowMs();
  return atMs === null || atMs <= nowMs ? null : Math.ceil((atMs - nowMs) / 1_000);
}
