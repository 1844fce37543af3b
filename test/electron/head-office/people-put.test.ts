/** Who may put something into the list of people, which every PC follows: a change that does not fit would stop them all. */
import { describe, expect, it } from 'vitest';
import type { Connection } from '#electron/head-office/connection.ts';
import type { Entry } from '#electron/head-office/entry.ts';
import { failureOf } from '#electron/head-office/failure.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { addPeople } from '#electron/head-office/people-at-server.ts';
import { verifyPeople } from '#electron/head-office/verify-people.ts';
import { addToChain, joinAll, must, pinOf, withPcs, type PeoplePc } from './chain-people.ts';
import { withCluster } from './test-cluster.ts';

const spoiled = (entry: Entry): Entry => ({ ...entry, signature: 'ab'.repeat(64) });
const added = (entry: Entry, connection: Connection) => addPeople(connection, spoiled(entry));
const givenBack = async ({ seq, pc, branch, atMs, body, previous, hash }: Entry, connection: Connection) => {
  const [row] = await connection.rows(
    `SELECT head_office.give_back_people($1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex'),
       decode(repeat('cd', 32), 'hex')) AS done`,
    [seq, pc, branch, atMs, body, previous, hash, 'ab'.repeat(64)],
  );
  return row?.['done'] === true;
};

describe.skipIf(findPostgres() === null)('the list of people', { timeout: 120_000 }, () => {
  const cluster = withCluster();

  /** A change in Mona's name, signed by nobody. */
  async function forged(pc: PeoplePc) {
    const { people } = await pc.list();
    const [id = ''] = [...people].find(([, { name }]) => name === 'Mona') ?? [];
    const by = { id, name: 'Mona' };
    return { what: 'person', by, person: { id: 'x', name: 'X', role: 'viewer', active: true } } as const;
  }

  it('takes nothing from a PC that is only enrolled, or not confirmed any more; the others go on', () =>
    withPcs(cluster(), ['Mona', 'Hany', 'Nadia'], async (pcs) => {
      const [office, shop, hostile] = pcs as [PeoplePc, PeoplePc, PeoplePc];
      await joinAll([office, shop]);
      await hostile.round();
      for (const put of [added, givenBack])
        await expect(hostile.forge(await forged(hostile), put).catch(failureOf)).resolves.toBe('not-allowed');
      const pin = pinOf('Mona');
      must(await office.calls['chainPeople.confirmPc']({ code: shop.pc, confirmed: false, pin }));
      await shop.round();
      await expect(shop.forge(await forged(shop), added).catch(failureOf)).resolves.toBe('not-allowed');
      await addToChain(office, 'Sara', 'cashier');
      await shop.round();
      const { people, problem } = await shop.state();
      expect(problem).toBeNull();
      expect(people.map(({ name }) => name)).toEqual(['Mona', 'Sara']);
    }));

  it('says of a change that does not fit where it is and which PC put it there; nobody passes it over', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs, owner) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await joinAll(pcs);
      await shop.round();
      const before = await verifyPeople(owner);
      expect(before).toMatchObject([{ merchant: 'MID-1', found: null }]);
      const next = (before[0]?.changes ?? 0) + 1;
      expect(await shop.forge(await forged(shop), added)).toBe(true);
      const found = { seq: next, putBy: `PC B1 (${shop.pc})` };
      expect(await verifyPeople(owner)).toMatchObject([{ changes: next - 1, found }]);
      await office.round();
      expect((await office.state()).problem).toMatchObject({ code: 'chain-other' });
    }));
});
