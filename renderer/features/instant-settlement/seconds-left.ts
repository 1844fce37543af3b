/** Whole seconds until an offer must be asked for again. */
import { useEffect, useState } from 'react';

export function useSecondsLeft(validUntilMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((validUntilMs - nowMs) / 1_000));
}
