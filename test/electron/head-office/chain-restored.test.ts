/** A server that was restored from a copy which lacks a confirmed PC: people go on being changed, and what that PC did counts. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { addToChain, bring, joinAll, must, peoplePc, pinOf, withPcs, type PeoplePc } from './chain-people.ts';
import { withCluster } from './test-cluster.ts';
import { enrolled, place } from './record.ts';

describe.skipIf(findPostgres() === null)(
  'a restored server without a confirmed PC',
  { timeout: 120_000 },
  () => {
    const cluster = withCluster();

    it('is given back its changes with its key; it is enrolled and confirmed anew, by the two codes', () =>
      withPcs(cluster(), ['Mona', 'Hany'], async (pcs, owner, database) => {
        const [office, lost] = pcs as [PeoplePc, PeoplePc];
        await joinAll(pcs);
        const farid = await addToChain(office, 'Farid', 'administrator');
        await bring(office, lost, 'Farid');
        const count = async () =>
          (await owner.rows<{ n: number }>('SELECT count(*)::int AS n FROM head_office.people_change'))[0]
            ?.n ?? 0;
        const before = await count();
        // What an administrator changed there after the copy was made.
        must(
          await lost.calls['chainPeople.change']({
            ...{
              personId: farid,
              name: 'Farid Adel',
              role: 'administrator',
              active: true,
              pin: pinOf('Farid'),
            },
          }),
        );
        await office.round();
        await owner.rows('SET session_replication_role = replica');
        await owner.rows('DELETE FROM head_office.people_change WHERE position > $1', [before]);
        await owner.rows('DELETE FROM head_office.entry WHERE pc = $1', [lost.pc]);
        await owner.rows('DELETE FROM head_office.pc WHERE id = $1', [lost.pc]);
        await owner.rows('SET session_replication_role = DEFAULT');
        await office.round();
        expect(await count()).toBe(before + 1);
        // People are changed again, and the change of the lost PC counts, also for a PC that reads all of it anew.
        const sara = await addToChain(office, 'Sara', 'manager');
        const again = await peoplePc(
          await enrolled(cluster(), owner, database, place('B1')),
          'PC 1 again',
          'Nadia',
        );
        pcs.push(again);
        await again.round();
        const code = (await office.state()).code ?? '';
        const taken = must(await again.calls['chainPeople.take']({ code, pin: pinOf('Nadia') }));
        expect(taken.people.map(({ name }) => name)).toEqual(['Mona', 'Farid Adel', 'Sara']);
        await office.round();
        const pin = pinOf('Mona');
        must(await office.calls['chainPeople.confirmPc']({ code: taken.pcCode, confirmed: true, pin }));
        // The lost one is confirmed no more; nobody needs it to be at the server for that.
        const gone = { code: lost.pc, confirmed: false, pin };
        const { pcs: left } = must(await office.calls['chainPeople.confirmPc'](gone));
        expect(left.map(({ id }) => id).toSorted()).toEqual([office.pc, again.pc].toSorted());
        await bring(office, again, 'Farid Adel');
        must(
          await again.calls['chainPeople.change']({
            ...{ personId: sara, name: 'Sara', role: 'finance', active: true, pin: pinOf('Farid Adel') },
          }),
        );
        await office.round();
        expect((await office.state()).people.find(({ personId }) => personId === sara)?.role).toBe('finance');
      }));

    it('takes a key only with the id that is made of it', () =>
      withPcs(cluster(), ['Mona'], async (_, owner) => {
        const forged = owner.rows(
          `INSERT INTO head_office.people_author (id, public_key) VALUES (repeat('a', 32), decode(repeat('00', 32), 'hex'))`,
        );
        await expect(forged).rejects.toThrow(/people_author/);
      }));
  },
);
