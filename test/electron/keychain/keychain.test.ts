import { describe, expect, it } from 'vitest';
import { loadKeytar, openKeychain } from '#electron/keychain/keychain.ts';
import { systemClock } from '#electron/hosts/launch/system.ts';
import { testClock } from '../sandbox/gateway.ts';

const hasService = process.platform !== 'linux' || process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined;

describe.skipIf(!hasService)('the real keychain (needs a Secret Service)', () => {
  it('keeps, gives back and forgets a key', async () => {
    const keychain = openKeychain(loadKeytar, systemClock, () => {});
    expect(await keychain.ready()).toBe('available');
    expect(await keychain.get('test/absent')).toEqual({ ok: true, value: null });
    expect(await keychain.set('test/key', 'secret-value')).toEqual({ ok: true, value: 'stored' });
    expect(await keychain.get('test/key')).toEqual({ ok: true, value: 'secret-value' });
    expect(await keychain.delete('test/key')).toEqual({ ok: true, value: null });
    expect(await keychain.get('test/key')).toEqual({ ok: true, value: null });
  });
});

describe('without a keychain', () => {
  it('a key is kept for the session only', async () => {
    const keychain = openKeychain(
      () => Promise.reject(new Error('no bus')),
      systemClock,
      () => {},
    );
    expect(await keychain.ready()).toBe('unavailable');
    expect(await keychain.set('a', 'secret')).toEqual({ ok: true, value: 'session-only' });
    expect(await keychain.get('a')).toEqual({ ok: true, value: 'secret' });
  });
});

it('a native package that throws at once is a refusal', async () => {
  const system = {
    getPassword: () => Promise.resolve(null),
    setPassword: () => {
      throw new Error('the password is empty');
    },
    deletePassword: () => Promise.resolve(true),
  };
  const keychain = openKeychain(
    () => Promise.resolve(system),
    testClock(),
    () => {},
  );
  expect(await keychain.set('a', '')).toMatchObject({ ok: false, error: { code: 'refused' } });
});

it('a keychain that is locked in use is waited for, and refused after a minute', async () => {
  const clock = testClock();
  let locked = false;
  let questions = 0;
  const getPassword = () => {
    questions += 1;
    return locked ? new Promise<never>(() => {}) : Promise.resolve('secret');
  };
  const system = {
    getPassword,
    setPassword: () => Promise.resolve(),
    deletePassword: () => Promise.resolve(true),
  };
  const keychain = openKeychain(
    () => Promise.resolve(system),
    clock,
    () => {},
  );
  expect(await keychain.get('a')).toEqual({ ok: true, value: 'secret' });
  locked = true;
  const waiting = keychain.get('a');
  await new Promise(setImmediate);
  clock.forward(60_000);
  expect(await waiting).toMatchObject({ ok: false, error: { kind: 'keychain', code: 'refused' } });
  const before = questions;
  const again = keychain.get('a');
  await new Promise(setImmediate);
  clock.forward(60_000);
  expect(await again).toMatchObject({ ok: false });
  // It is being asked still.
  expect(questions).toBe(before);
});
