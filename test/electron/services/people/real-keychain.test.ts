import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { loadKeytar, type SystemKeychain } from '#electron/keychain/keychain.ts';
import { codeOf, must } from '../operations/harness.ts';
import { MONA_PIN, settled, startPeople } from './bench.ts';

const hasService = process.platform !== 'linux' || process.env['DBUS_SESSION_BUS_ADDRESS'] !== undefined;
const DAY_MS = 24 * 60 * 60_000;
const used = new Set<string>();

/** The system's own keychain, under names of this test: whoever is registered on this computer stays. */
async function ownCorner(): Promise<SystemKeychain> {
  const system = await loadKeytar();
  const prefix = `test-people-${randomUUID()}/`;
  const named = (account: string) => {
    used.add(prefix + account);
    return prefix + account;
  };
  return {
    getPassword: (service, account) => system.getPassword(service, named(account)),
    setPassword: (service, account, password) => system.setPassword(service, named(account), password),
    deletePassword: (service, account) => system.deletePassword(service, named(account)),
  };
}
afterAll(async () => {
  if (!hasService) return;
  const system = await loadKeytar();
  for (const account of used) await system.deletePassword('Closeout', account);
});

describe.skipIf(!hasService)('with the real keychain (needs a Secret Service)', () => {
  it('people and their tries outlive a restart and a clock that jumps a day', async () => {
    const system = await ownCorner();
    const first = await startPeople({ system });
    const personId = must(await first.people.begin({ name: 'منى', pin: MONA_PIN })).me?.personId ?? '';
    expect(must(await first.people.state()).sessionOnly).toBe(false);
    first.people.lock('asked');
    for (let n = 0; n < 10; n += 1) await first.people.unlock({ personId, pin: '999990' });

    const later = await startPeople({ system, startMs: first.clock.nowMs() + DAY_MS });
    expect(must(await later.people.state()).people).toMatchObject([{ name: 'منى', blockedMinutes: 30 }]);
    expect(codeOf(await later.people.unlock({ personId, pin: MONA_PIN }))).toBe('blocked');
    const before = await startPeople({ system, startMs: first.clock.nowMs() - DAY_MS });
    expect(codeOf(await before.people.unlock({ personId, pin: MONA_PIN }))).toBe('blocked');
    for (let half = 0; half < 60; half += 1) {
      before.clock.forward(30_000);
      await settled(before);
      // What a timer began is behind the queue of the keychain: the next try of a name waits for it.
      await before.people.unlock({ personId, pin: '' });
    }
    const after = await startPeople({ system });
    expect(codeOf(await after.people.unlock({ personId, pin: MONA_PIN }))).toBe('ok');
  });
});
