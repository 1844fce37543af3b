import { expect, it } from 'vitest';
import { watchAbsences } from '#electron/services/connection/watch-absences.ts';
import { endpointTable } from '#electron/gateway/endpoint-table.ts';
import { places } from '#renderer/frame/places.tsx';
import { gatewayError } from '#shared/errors/app-error.ts';
import { testClock } from '../../sandbox/gateway.ts';

const HOUR_MS = 3_600_000;
const WEBHOOKS = 'webhooks.list';
const refused = gatewayError('permission-missing', { permission: 'webhook.view_webhook' });

function start() {
  const clock = testClock();
  const changes: string[][] = [];
  const absences = watchAbsences(clock, () => {
    changes.push(absences.list().map(({ operation, cause }) => `${operation} ${cause}`));
  });
  return { clock, absences, changes };
}

it('the cause of each absence is its own', () => {
  const { absences } = start();
  absences.tell(WEBHOOKS, refused);
  absences.tell('instant-settlement.eligible', gatewayError('feature-off', { feature: 'x' }));
  absences.tell('customers.list', gatewayError('not-offered', { operation: 'customers.list' }));
  expect(absences.list().map(({ operation, cause }) => [operation, cause])).toEqual([
    [WEBHOOKS, 'key'],
    ['instant-settlement.eligible', 'account'],
    ['customers.list', 'gateway'],
  ]);
  expect(absences.list()[0]?.error).toEqual(refused);
});

it.each(['timeout', 'server', 'unreachable', 'too-soon', 'key-refused', 'address-not-allowed'] as const)(
  '%s hides nothing, and brings nothing back',
  (code) => {
    const { absences, changes } = start();
    absences.tell(WEBHOOKS, gatewayError(code));
    expect(changes).toEqual([]);
    absences.tell(WEBHOOKS, refused);
    absences.tell(WEBHOOKS, gatewayError(code));
    expect(absences.list()).toHaveLength(1);
  },
);

it('what the gateway does again is there again', () => {
  const { absences, changes } = start();
  absences.tell(WEBHOOKS, refused);
  absences.tell('webhooks.create', refused);
  absences.tell(WEBHOOKS, null);
  expect(changes.at(-1)).toEqual(['webhooks.create key']);
});

it('an absence holds for a day after it was last seen, and no longer', () => {
  const { clock, absences } = start();
  absences.tell(WEBHOOKS, refused);
  clock.forward(23 * HOUR_MS);
  absences.tell(WEBHOOKS, refused);
  clock.forward(23 * HOUR_MS);
  expect(absences.list()).toHaveLength(1);
  clock.forward(HOUR_MS);
  expect(absences.list()).toEqual([]);
});

it('whoever asks anew, or opens another merchant, begins with nothing absent', () => {
  const { absences, changes } = start();
  absences.tell(WEBHOOKS, refused);
  absences.clear();
  expect(absences.list()).toEqual([]);
  expect(changes).toEqual([[`${WEBHOOKS} key`], []]);
});

it('a place needs an operation that there is', () => {
  const needed = places.flatMap(({ needs }) => needs ?? []);
  expect(needed.length).toBeGreaterThan(0);
  for (const operation of needed) expect(Object.keys(endpointTable)).toContain(operation);
});
