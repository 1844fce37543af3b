/** Closing the browser window asks while money is moving, or a dialog of it waits; the desktop host asks by itself. */
import { useEffect } from 'react';
import { useStatus } from '../app-store.ts';
import { beginsAnew } from '../people-store.ts';
import { useAwaitedPath } from '../waiting.ts';

// The next person is not asked about what the one before waits for.
const ask = (event: BeforeUnloadEvent) => {
  if (!beginsAnew()) event.preventDefault();
};

export function useLeaveGuard(): void {
  const status = useStatus();
  const waits = useAwaitedPath() !== null;
  // Open, and not yet one whose outcome is not known: it is on its way right now.
  const moving = status !== null && status.openOperations > status.unknownOperations;
  const guarded = status?.host === 'browser' && (moving || waits);
  useEffect(() => {
    if (!guarded) return;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [guarded]);
}
