/** Tells the core that somebody is here: not more often than it needs to know. */
import { useEffect } from 'react';
import { call, toldElsewhere } from '../../api/client.ts';
import { usePeople } from '../../people-store.ts';

const AT_MOST_EVERY_MS = 10_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export function useActivity(): void {
  useEffect(() => {
    let toldAtMs = -AT_MOST_EVERY_MS;
    const here = () => {
      const { state } = usePeople.getState();
      if (state?.kind !== 'signed-in') return;
      const nowMs = performance.now();
      // A warning is taken back at once.
      if (state.locksInMs === null && nowMs - toldAtMs < AT_MOST_EVERY_MS) return;
      toldAtMs = nowMs;
      void toldElsewhere(call('people.active', {}), 'the lock screen, if the core locks');
    };
    SIGNS.forEach((sign) => window.addEventListener(sign, here, { capture: true, passive: true }));
    return () => SIGNS.forEach((sign) => window.removeEventListener(sign, here, { capture: true }));
  }, []);
}
