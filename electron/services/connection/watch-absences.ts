/**
 * What the gateway does not let this merchant do, learnt from its own answers, by operation: the key lacks a permission, the account
 * lacks a feature, or the gateway lacks the path. The causes stay apart, as each has another remedy. An outage says nothing here.
 */
import type { Absence } from '#shared/contract/app.ts';
import type { GatewayError } from '#shared/errors/app-error.ts';
import type { Clock } from '#shared/time/clock.ts';

/** A change of rights takes about a day: after that it is asked anew. */
const HOLDS_MS = 24 * 60 * 60_000;
const CAUSES: Readonly<Partial<Record<GatewayError['code'], Absence['cause']>>> = {
  'permission-missing': 'key',
  'feature-off': 'account',
  'not-offered': 'gateway',
};

export function watchAbsences(clock: Clock, onChange: () => void) {
  const absent = new Map<string, { absence: Absence; atMs: number }>();

  return {
    list: (): Absence[] =>
      [...absent.values()].flatMap(({ absence, atMs }) => (clock.nowMs() - atMs < HOLDS_MS ? [absence] : [])),
    tell(operation: string, error: GatewayError | null): void {
      if (error === null) {
        if (absent.delete(operation)) onChange();
        return;
      }
      const cause = CAUSES[error.code];
      if (cause === undefined) return;
      absent.set(operation, { absence: { operation, cause, error }, atMs: clock.nowMs() });
      onChange();
    },
    /** Another profile, or a person asks anew. */
    clear(): void {
      if (absent.size === 0) return;
      absent.clear();
      onChange();
    },
  };
}
