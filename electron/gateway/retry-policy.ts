/** Whether a failed read is tried again. Only reads come here: a movement is never sent again by the machine. */
import type { GatewayError } from '#shared/errors/app-error.ts';

const DELAYS_MS = [300, 1_200];
const LONGEST_WAIT_S = 5;

/** Milliseconds to wait before the next try, or null to give up. `triesMade` counts from 1. Pure. */
export function retryDelayMs(error: GatewayError, triesMade: number): number | null {
  const delayMs = DELAYS_MS[triesMade - 1];
  if (delayMs === undefined) return null;
  switch (error.code) {
    case 'connection-lost': // the answer was cut: a read changes nothing, ask again
      return delayMs;
    case 'server': // a gateway in front that is restarting; 500 itself is the service's own answer and stays
      return [502, 503, 504].includes(error.httpStatus ?? 0) ? delayMs : null;
    case 'too-soon': // it told us when: wait that long if it is short
      return Number(error.params['seconds']) <= LONGEST_WAIT_S
        ? Number(error.params['seconds']) * 1_000
        : null;
    case 'unreachable': // one more try covers a socket that was just closed; a person is waiting
      return triesMade === 1 ? delayMs : null;
    case 'timeout': // it already cost a whole deadline
    case 'tls':
    case 'not-a-gateway':
    case 'bad-answer':
    case 'other-form':
    case 'form-changed':
    case 'too-large':
    case 'redirected':
    case 'key-refused':
    case 'foreign-terminal':
    case 'permission-missing':
    case 'address-not-allowed':
    case 'feature-off':
    case 'not-found':
    case 'not-offered':
    case 'unpublished':
    case 'limit':
    case 'conflict':
    case 'refused':
    case 'cancelled':
      return null; // asking again would get the same answer
  }
}
