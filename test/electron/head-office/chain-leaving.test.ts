/** PCs that stop taking the chain's people over. */
import { describe, expect, it } from 'vitest';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { addToChain, bring, joinAll, must, pinOf, withPcs, type PeoplePc } from './chain-people.ts';
import { withCluster } from './test-cluster.ts';

describe.skipIf(findPostgres() === null)('leaving the chain', { timeout: 120_000 }, () => {
  const cluster = withCluster();

  it('a PC that takes people over no more keeps them as its own, under other ids, and brings none of it back', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await joinAll(pcs);
      const sara = await addToChain(office, 'Sara', 'manager');
      await bring(office, shop, 'Sara');
      await shop.signIn('Hany');
      must(await shop.calls['chainPeople.leave']({ pin: pinOf('Hany') }));
      must(
        await office.calls['chainPeople.change']({
          ...{ personId: sara, name: 'Sara', role: 'viewer', active: false, pin: pinOf('Mona') },
        }),
      );
      await shop.round();
      const own = must(await shop.people.list()).people.find(({ name }) => name === 'Sara');
      expect(own).toMatchObject({ role: 'manager', active: true, fromHeadOffice: false, hasPin: true });
      expect(own?.personId).not.toBe(sara);
      // Her PIN here may be set by Hany now. Nothing of that reaches the person whom head office keeps.
      const { code } = await office.state();
      must(await shop.calls['chainPeople.take']({ code: code ?? '', pin: pinOf('Hany') }));
      expect(
        must(await shop.people.list()).people.map(({ name, fromHeadOffice }) => [name, fromHeadOffice]),
      ).toEqual([
        ['Hany', false],
        ['Sara', false],
      ]);
    }));

  it('a PC may not go if nobody could change people then, and may once an administrator can on another', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      const { code } = must(await office.calls['chainPeople.begin']({ pin: pinOf('Mona') }));
      await shop.round();
      const taken = must(await shop.calls['chainPeople.take']({ code: code ?? '', pin: pinOf('Hany') }));
      await office.round();
      const leave = () => office.calls['chainPeople.leave']({ pin: pinOf('Mona') });
      for (const refused of [await leave(), await office.calls['headOffice.leave']({})])
        expect(refused).toMatchObject({ ok: false, error: { code: 'chain-last-pc' } });
      expect(await office.state()).toMatchObject({ kind: 'on', mayChange: true });
      const confirm = { code: taken.pcCode, confirmed: true, pin: pinOf('Mona') };
      must(await office.calls['chainPeople.confirmPc'](confirm));
      await addToChain(office, 'Farid', 'administrator');
      expect(await leave()).toMatchObject({ ok: false, error: { code: 'chain-last-pc' } });
      await bring(office, shop, 'Farid');
      expect(must(await leave())).toMatchObject({ kind: 'there' });
    }));

  it.each<[string, string[], (office: PeoplePc) => void]>([
    ['takes part alone', ['Mona'], () => {}],
    ['does not reach head office, which may be lost', ['Mona', 'Hany'], (office) => (office.reaches = false)],
  ])('a PC that %s may go, also as the only confirmed one', (_, firsts, happens) =>
    withPcs(cluster(), firsts, async (pcs) => {
      for (const pc of pcs) await pc.round();
      const [office] = pcs as [PeoplePc];
      must(await office.calls['chainPeople.begin']({ pin: pinOf('Mona') }));
      happens(office);
      must(await office.calls['chainPeople.leave']({ pin: pinOf('Mona') }));
    }),
  );
});
