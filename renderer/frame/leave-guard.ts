/** Closing the browser window asks while money is moving; the desktop host asks by itself. */
import { useEffect } from 'react';
import { useStatus } from '../app-store.ts';

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

export function useLeaveGuard(): void {
  const status = useStatus();
  // Open, and not yet one whose outcome is not known: it is on its way right now.
  const moving = status?.host === 'browser' && status.openOperations > status.unknownOperations;
  useEffect(() => {
    if (!moving) return;
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [moving]);
}
