/** An act that the gateway is known to refuse says why, each cause with its own words. */
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import type { Absence } from '#shared/contract/app.ts';
import { gatewayError } from '#shared/errors/app-error.ts';
import { useTexts } from './reports/texts.ts';

Object.assign(globalThis, {
  location: { hash: '#/payments' },
  window: { closeout: { invoke: () => new Promise(() => {}), subscribe: () => () => undefined } },
});
const { useApp, useOffered } = await import('#renderer/app-store.ts');
type MayMove = ReturnType<typeof useOffered>;

beforeAll(() => useTexts('en'));

function reasonFor(operation: string, absent: Absence[], may: MayMove = { allowed: true }): string {
  // A server render reads the first state of a store: this is it.
  Object.assign(useApp.getInitialState(), { status: { absent } });
  const Act = () => {
    const guard = useOffered(operation, may);
    return <>{guard.allowed ? 'allowed' : guard.reason}</>;
  };
  return renderToStaticMarkup(<Act />);
}

const absence = (cause: Absence['cause'], error = gatewayError('feature-off')): Absence => ({
  operation: 'sessions.create',
  cause,
  error,
});
const lacksRight = absence(
  'key',
  gatewayError('permission-missing', { permission: 'session.create_session' }),
);

it('names the permission that the key lacks, and that a change takes about a day', () => {
  expect(reasonFor('sessions.create', [lacksRight])).toMatch(/session\.create_session.*about a day/);
});

it('has other words for an account and for a gateway without it', () => {
  const words = [[lacksRight], [absence('account')], [absence('gateway')]].map((absent) =>
    reasonFor('sessions.create', absent),
  );
  expect(new Set(words).size).toBe(3);
});

it('leaves other acts alone, and the person’s own reason first', () => {
  expect(reasonFor('sessions.abandon', [lacksRight])).toBe('allowed');
  const own: MayMove = { allowed: false, reason: 'Your role does not allow this.' };
  expect(reasonFor('sessions.create', [lacksRight], own)).toBe(own.reason);
});
