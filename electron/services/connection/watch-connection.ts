/**
 * Knows from the outcome of every call if the gateway answers. While it does not, a cheap read from time to time notices its
 * return.
 */
import type { Connection } from '#shared/contract/app.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';

const FIRST_RETRY_MS = 10_000;
const LONGEST_RETRY_MS = 60_000;
const START: Connection = { state: 'not-checked', lastError: null };

export function watchConnection(clock: Clock, onChange: () => void, probe: () => Promise<unknown>) {
  let current = START;
  let cancelRetry = () => {};
  let delayMs = FIRST_RETRY_MS;

  function planRetry(): void {
    cancelRetry();
    cancelRetry = clock.after(delayMs, () => {
      delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS);
      // The probe's own outcome comes back through tell(); what else goes wrong with it is tried again.
      probe().catch(() => planRetry());
    });
  }

  return {
    current: (): Connection => current,
    tell(outcome: 'reached' | GatewayError): void {
      const before = current.state;
      if (outcome === 'reached') {
        cancelRetry();
        delayMs = FIRST_RETRY_MS;
        current = { state: 'online', lastError: null };
      } else {
        current = { state: 'offline', lastError: { error: outcome, atMs: clock.nowMs() } };
        planRetry();
      }
      if (current.state !== before) onChange();
    },
    /** Another profile: nothing is known of its gateway. */
    reset(): void {
      cancelRetry();
      delayMs = FIRST_RETRY_MS;
      current = START;
      onChange();
    },
    stop: () => cancelRetry(),
  };
}
