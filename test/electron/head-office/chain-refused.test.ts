/** A keychain that refuses in the middle: what was taken over holds, is recorded once, and the rest follows. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { addToChain, bring, joinAll, must, pinOf, withPcs, type PeoplePc } from './chain-people.ts';
import { withCluster } from './test-cluster.ts';

/** Until it is called, the keychain of this PC does not keep what goes to this account. */
function refusing({ keychain }: PeoplePc, account: string, times = Infinity): () => void {
  const inner = { ...keychain };
  let left = times;
  keychain.setPassword = async (service, where, text) => {
    if (where !== account || left <= 0) return inner.setPassword(service, where, text);
    left -= 1;
    throw new Error('refused');
  };
  return () => void (keychain.setPassword = (...args) => inner.setPassword(...args));
}
const elsewhere = ({ entries }: PeoplePc) =>
  entries
    .filter(({ action }) => action === 'person.changed-elsewhere')
    .map(({ target, params }) => [target, (params as { after: { role: string } }).after.role]);

describe.skipIf(findPostgres() === null)('a keychain that refuses', { timeout: 120_000 }, () => {
  const cluster = withCluster();

  it('one person of several: rights that were taken away are gone all the same, and the record has each change once', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await joinAll(pcs);
      const farid = await addToChain(office, 'Farid', 'finance');
      await bring(office, shop, 'Farid');
      const sara = await addToChain(office, 'Sara', 'manager');
      await bring(office, shop, 'Sara');
      const change = async (personId: string, name: string) => {
        const wanted = { personId, name, role: 'cashier' as const, active: true, pin: pinOf('Mona') };
        must(await office.calls['chainPeople.change'](wanted));
      };
      await change(farid, 'Farid');
      await change(sara, 'Sara');
      const accept = refusing(shop, `person:${farid}`);
      await shop.round();
      expect(shop.people.signedIn()).toMatchObject({ name: 'Sara', role: 'cashier' });
      expect((await shop.state()).problem).toMatchObject({ kind: 'keychain', code: 'refused' });
      await shop.round();
      const roleOf = async (personId: string) =>
        must(await shop.people.list()).people.find((one) => one.personId === personId)?.role;
      expect(await roleOf(farid)).toBe('cashier');
      // What reads the keychain, which has the old role, gives nothing back: a try of a PIN, and a change of people.
      const tried = await shop.people.unlock({ personId: farid, pin: shop.pinOf(farid) ?? pinOf('Farid') });
      expect(tried).toMatchObject({ error: { kind: 'keychain', code: 'refused' } });
      expect(await roleOf(farid)).toBe('cashier');
      must(await shop.people.unlock({ personId: shop.idOf('Hany'), pin: pinOf('Hany') }));
      await shop.add('Karim', 'cashier');
      expect(await roleOf(farid)).toBe('cashier');
      accept();
      await shop.round();
      expect((await shop.state()).problem).toBeNull();
      expect(await roleOf(farid)).toBe('cashier');
      const changes = elsewhere(shop).filter(([, role]) => role === 'cashier');
      expect(changes.toSorted()).toEqual([farid, sara].toSorted().map((one) => [one, 'cashier']));
    }));

  it('the place up to which the list was taken over: it is taken over from then on, and recorded so', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      const { code } = must(await office.calls['chainPeople.begin']({ pin: pinOf('Mona') }));
      await shop.round();
      const inner = { ...shop.keychain };
      let asked = 0;
      shop.keychain.setPassword = async (service, where, text) => {
        if (where === 'people') asked += 1;
        if (asked === 2) throw new Error('refused');
        return inner.setPassword(service, where, text);
      };
      const taken = must(await shop.calls['chainPeople.take']({ code: code ?? '', pin: pinOf('Hany') }));
      expect(taken).toMatchObject({ kind: 'on', problem: { code: 'refused' } });
      shop.keychain.setPassword = (...args) => inner.setPassword(...args);
      await shop.round();
      expect(await shop.state()).toMatchObject({ kind: 'on', problem: null, people: [{ name: 'Mona' }] });
      expect(shop.recorded.filter(({ action }) => action === 'people.taken-over')).toHaveLength(1);
    }));
});
