/** Notes whether a key was typed in this window. If so, the lock replaces the window by one in another process. */
import { transport } from './api/transport.ts';

let typed = false;
export const noteSecretTyped = (): void => void (typed = true);

/** Answers true if this window is being replaced. */
export function renewIfSecretTyped(): boolean {
  if (!typed) return false;
  // Without an answer there is no core to ask. The page is replaced all the same.
  transport.renew().catch(() => window.location.reload());
  return true;
}
