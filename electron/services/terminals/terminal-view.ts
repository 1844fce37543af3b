/** A stored terminal as the window sees it, with its state: read today, not read today, refused, unreachable. */
import { businessDateOf, startOfBusinessDate } from '#shared/time/business-date.ts';
import type { Terminal } from '#shared/contract/terminals.ts';
import type { StoredTerminal } from '../../database/repositories/terminals.ts';

const UNREACHABLE = ['unreachable', 'tls', 'timeout', 'connection-lost'];

export function stateOf(
  { lastReadAtMs, lastError, day }: Pick<StoredTerminal, 'lastReadAtMs' | 'lastError' | 'day'>,
  reading: boolean,
  nowMs: number,
): Terminal['state'] {
  if (reading) return 'reading';
  if (lastError !== null) {
    const { code } = lastError.error;
    if (code === 'foreign-terminal') return 'refused';
    return UNREACHABLE.includes(code) ? 'unreachable' : 'read-failed';
  }
  const beganAtMs = startOfBusinessDate(businessDateOf(nowMs, day), day);
  return lastReadAtMs !== null && lastReadAtMs >= beganAtMs ? 'read-ok' : 'not-read-today';
}

export function terminalView(stored: StoredTerminal, reading: boolean, nowMs: number): Terminal {
  const { lastAcknowledgement, day, ...rest } = stored;
  return {
    ...rest,
    businessDate: businessDateOf(nowMs, day),
    lastAcknowledgedAtMs: lastAcknowledgement?.atMs ?? null,
    lastAcknowledgedBy: lastAcknowledgement?.actor ?? null,
    state: stateOf(stored, reading, nowMs),
  };
}
