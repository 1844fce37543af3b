import { describe, expect, it } from 'vitest';
import type { Wire, WireEvent } from '#renderer/api/transport.ts';

let locked = true;
let emit: (event: WireEvent) => void = () => undefined;
const asked: string[] = [];
const refused: Wire = { ok: false, error: { kind: 'people', code: 'locked', params: {} } };

Object.assign(globalThis, {
  window: {
    closeout: {
      invoke: (channel: string): Promise<Wire> => {
        asked.push(channel);
        return Promise.resolve(locked ? refused : { ok: true, value: { profiles: [], activeId: null } });
      },
      subscribe: (listener: (event: WireEvent) => void) => {
        emit = listener;
        return () => undefined;
      },
    },
  },
});
const { call } = await import('#renderer/api/client.ts');

const signedIn = {
  kind: 'signed-in',
  me: { personId: 'p', name: 'Mona', role: 'administrator' },
  rights: ['see'],
  locksInMs: null,
  told: null,
  people: [],
  rules: {
    lockAfterMinutes: 5,
    limits: { reversal: [], instantSettlement: [], orderMovement: [], payout: [], writeOff: [] },
  },
  bar: { pins: [], folded: [] },
  sessionOnly: false,
  error: null,
};

describe('a call under the lock', () => {
  it('that only shows waits for the person to come back, and is then answered', async () => {
    const waiting = call('profiles.list', {});
    await Promise.resolve();
    locked = false;
    emit({ event: 'people.changed', payload: signedIn });
    expect(await waiting).toEqual({ ok: true, value: { profiles: [], activeId: null } });
    expect(asked).toEqual(['profiles.list', 'profiles.list']);
  });

  it('that acts is refused, and never made again by itself', async () => {
    locked = true;
    asked.length = 0;
    const answer = await call('acknowledgement.confirm', { preparationId: 'p' });
    expect(!answer.ok && answer.error).toMatchObject({ kind: 'people', code: 'locked' });
    locked = false;
    emit({ event: 'people.changed', payload: signedIn });
    await Promise.resolve();
    expect(asked).toEqual(['acknowledgement.confirm']);
  });
});
