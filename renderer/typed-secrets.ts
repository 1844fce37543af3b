/** Whether a key was typed in this window since it opened: at the lock the window is made anew then, in another process. */
import { transport } from './api/transport.ts';

let typed = false;
export const noteSecretTyped = (): void => void (typed = true);

/** Answers whether this window is on its way out. */
export function renewIfSecretTyped(): boolean {
  if (!typed) return false;
  // Without an answer there is no core that could be asked for anything: the page is made anew all the same.
  transport.renew().catch(() => window.location.reload());
  return true;
}
