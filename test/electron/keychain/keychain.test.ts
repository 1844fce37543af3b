import { describe, expect, it } from 'vitest';
import { loadKeytar, openKeychain } from '#electron/keychain/keychain.ts';
import { systemClock } from '#electron/launch/system.ts';

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
