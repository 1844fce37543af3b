/** People whom head office keeps, on several PCs over a real server. */
import { describe, expect, it } from 'vitest';
import { failureOf } from '#electron/head-office/failure.ts';
import { findPostgres } from '#electron/head-office/own-server.ts';
import { addToChain, bring, joinAll, must, pinOf, withPcs, type PeoplePc } from './chain-people.ts';
import { withCluster } from './test-cluster.ts';

describe.skipIf(findPostgres() === null)('people of a chain', { timeout: 120_000 }, () => {
  const cluster = withCluster();

  it('a person whom head office keeps chooses a PIN on another PC, once, with a code that only that PC takes', () =>
    withPcs(cluster(), ['Mona', 'Hany', 'Nadia'], async (pcs, owner) => {
      const [office, shop, other] = pcs as [PeoplePc, PeoplePc, PeoplePc];
      await joinAll(pcs);
      const sara = await addToChain(office, 'Sara', 'manager');
      const made = must(
        await office.calls['chainPeople.makeCode']({ personId: sara, pc: shop.pc, pin: pinOf('Mona') }),
      );
      await shop.round();
      await other.round();
      // Only where the code is for does she appear, and nobody signs in as her without it.
      expect(must(await other.people.state()).people.map(({ name }) => name)).toEqual(['Nadia']);
      const face = must(await shop.people.state()).people.find(({ name }) => name === 'Sara');
      expect(face).toMatchObject({
        role: 'manager',
        hasPin: false,
        hasCode: true,
        fromHeadOffice: true,
        mayApprove: false,
      });
      expect(await shop.calls['people.unlock']({ personId: sara, pin: pinOf('Sara') })).toMatchObject({
        ok: false,
        error: { code: 'no-pin-here' },
      });
      expect(
        await shop.calls['people.useCode']({ personId: sara, code: 'AAAA-BBBB-CCCC', newPin: pinOf('Sara') }),
      ).toMatchObject({ ok: false, error: { code: 'code-wrong' } });
      const typed = { personId: sara, code: made.code.toLowerCase().replaceAll('-', ' '), newPin: '481516' };
      const signedIn = must(await shop.calls['people.useCode'](typed));
      expect(signedIn.me).toMatchObject({ personId: sara, name: 'Sara', role: 'manager' });
      expect(await shop.calls['people.useCode'](typed)).toMatchObject({
        ok: false,
        error: { code: 'code-ended' },
      });
      must(await shop.calls['people.unlock']({ personId: sara, pin: '481516' }));
      // Neither a PIN nor a hash of one has left.
      const rows = await owner.rows<{ body: string }>('SELECT body FROM head_office.people_change');
      const told = rows.map(({ body }) => body).join('\n');
      const kept = [...office.kept, ...shop.kept].filter(([account]) => account.startsWith('person:'));
      const pins = kept.map(([, text]) => (JSON.parse(text) as { pin: { salt: string; hash: string } }).pin);
      expect(pins.length).toBeGreaterThan(3);
      for (const secret of [pinOf('Sara'), '481516', ...pins.flatMap(({ salt, hash }) => [salt, hash])])
        expect(told).not.toContain(secret);
      // Her PIN at the office is the one that she has there.
      must(await office.calls['people.unlock']({ personId: sara, pin: pinOf('Sara') }));
    }));

  it('a role that is taken away holds while the person is signed in, and a withdrawn person is locked out, with words', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await joinAll(pcs);
      const sara = await addToChain(office, 'Sara', 'manager');
      await bring(office, shop, 'Sara');
      const change = { personId: sara, name: 'Sara', pin: pinOf('Mona') };
      must(await office.calls['chainPeople.change']({ ...change, role: 'cashier', active: true }));
      expect(shop.people.signedIn()?.role).toBe('manager');
      await shop.round();
      const now = must(await shop.people.state());
      expect(now.me?.role).toBe('cashier');
      expect(now.rights).not.toContain('approve');
      expect(now.told).toEqual({ name: 'Sara', role: 'cashier', by: 'Mona', pcName: 'PC 0' });
      must(await office.calls['chainPeople.change']({ ...change, role: 'cashier', active: false }));
      // Not reached: all goes on as before.
      shop.reaches = false;
      await shop.round();
      expect(shop.people.signedIn()?.name).toBe('Sara');
      shop.reaches = true;
      await shop.round();
      const after = must(await shop.people.state());
      expect(after).toMatchObject({
        kind: 'locked',
        told: { name: 'Sara', role: null, by: 'Mona', pcName: 'PC 0' },
      });
      expect(after.people.map(({ name }) => name)).toEqual(['Hany']);
      expect(shop.entries.filter(({ action }) => action === 'person.changed-elsewhere')).toMatchObject([
        { actor: 'Mona (PC 0)', params: { pc: 'PC 0', after: { role: 'manager' } } },
        {
          actor: 'Mona (PC 0)',
          params: { before: { role: 'manager' }, after: { role: 'cashier', active: true } },
        },
        { actor: 'Mona (PC 0)', params: { after: { active: false } } },
      ]);
    }));

  it('two administrators who take each other’s rights at once: one does, the other is told, and both PCs agree', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await joinAll(pcs);
      const farid = await addToChain(office, 'Farid', 'administrator');
      await bring(office, shop, 'Farid');
      const mona = office.idOf('Mona');
      const answers = await Promise.all([
        office.calls['chainPeople.change']({
          ...{ personId: farid, name: 'Farid', role: 'cashier', active: true, pin: pinOf('Mona') },
        }),
        shop.calls['chainPeople.change']({
          ...{ personId: mona, name: 'Mona', role: 'viewer', active: false, pin: pinOf('Farid') },
        }),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const lost = answers.find((answer) => !answer.ok);
      expect(lost).toMatchObject({ error: { kind: 'people', code: 'not-of-chain' } });
      for (const pc of pcs) await pc.round();
      const lists = await Promise.all(pcs.map(async (pc) => (await pc.state()).people));
      expect(lists[0]).toEqual(lists[1]);
      const administrators = lists[0]?.filter(({ role, active }) => active && role === 'administrator');
      expect(administrators).toHaveLength(1);
    }));

  it('nobody takes the own administration, and only administrators of the list on a confirmed PC change it', () =>
    withPcs(cluster(), ['Mona', 'Hany', 'Nadia'], async (pcs) => {
      const [office, shop, apart] = pcs as [PeoplePc, PeoplePc, PeoplePc];
      await joinAll([office, shop]);
      const mona = office.idOf('Mona');
      expect(
        await office.calls['chainPeople.change']({
          ...{ personId: mona, name: 'Mona', role: 'viewer', active: true, pin: pinOf('Mona') },
        }),
      ).toMatchObject({ ok: false, error: { code: 'chain-self' } });
      // Hany is administrator of the shop's PC, and nobody in the list.
      expect(
        await shop.calls['chainPeople.change']({
          ...{ personId: mona, name: 'Mona', role: 'viewer', active: true, pin: pinOf('Hany') },
        }),
      ).toMatchObject({ ok: false, error: { code: 'not-of-chain' } });
      const code = (await office.state()).code ?? '';
      await apart.round();
      expect(
        await apart.calls['chainPeople.take']({ code: '0000-0000-0000-0000', pin: pinOf('Nadia') }),
      ).toMatchObject({ ok: false, error: { code: 'chain-code' } });
      must(await apart.calls['chainPeople.take']({ code, pin: pinOf('Nadia') }));
      expect(await apart.state()).toMatchObject({ kind: 'on', isConfirmed: false, mayChange: false });
      expect(
        await office.calls['chainPeople.makeCode']({ personId: mona, pc: apart.pc, pin: pinOf('Mona') }),
      ).toMatchObject({ ok: false, error: { code: 'person-not-found' } });
      expect(
        await office.calls['people.change']({
          ...{ personId: mona, name: 'Mona', role: 'viewer', active: true, pin: pinOf('Mona') },
        }),
      ).toMatchObject({ ok: false, error: { code: 'of-head-office' } });
      office.reaches = false;
      expect(
        await office.calls['chainPeople.change']({
          ...{ personId: mona, name: 'Mona B', role: 'administrator', active: true, pin: pinOf('Mona') },
        }),
      ).toMatchObject({ ok: false, error: { kind: 'headOffice', code: 'not-asked' } });
    }));

  it('a list whose first answer was lost is begun by asking once more', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await office.round();
      office.reaches = 'once';
      const lost = await office.calls['chainPeople.begin']({ pin: pinOf('Mona') });
      expect(lost).toMatchObject({ ok: false, error: { code: 'not-asked' } });
      office.reaches = true;
      const begun = must(await office.calls['chainPeople.begin']({ pin: pinOf('Mona') }));
      expect(begun).toMatchObject({ kind: 'on', mayChange: true, people: [{ name: 'Mona' }] });
      // Nobody else begins it, and it is not begun again.
      await shop.round();
      for (const [pc, name] of [
        [shop, 'Hany'],
        [office, 'Mona'],
      ] as const)
        expect(await pc.calls['chainPeople.begin']({ pin: pinOf(name) })).toMatchObject({
          ok: false,
          error: { code: 'chain-there' },
        });
    }));

  it('an answer that was lost, a copy that was deleted and a server that was restored from an older copy end in the same list', () =>
    withPcs(cluster(), ['Mona', 'Hany'], async (pcs, owner) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await joinAll(pcs);
      const sara = await office.add('Sara', 'manager');
      office.reaches = 'once';
      expect(await office.calls['chainPeople.share']({ personId: sara, pin: pinOf('Mona') })).toMatchObject({
        ok: false,
        error: { code: 'not-asked' },
      });
      office.reaches = true;
      await office.round();
      const recorded = (pc: PeoplePc, action: string) =>
        pc.entries.filter((one) => one.action === action).map(({ target, actor }) => ({ target, actor }));
      expect(recorded(office, 'person.shared')).toEqual([{ target: sara, actor: 'Mona' }]);
      // It was there all the same, and she keeps the PIN that she has here.
      expect((await office.state()).people.map(({ name }) => name)).toEqual(['Mona', 'Sara']);
      must(await office.calls['people.unlock']({ personId: sara, pin: pinOf('Sara') }));
      await office.signIn('Mona');
      await shop.round();
      const before = await shop.state();
      await shop.forgetCopy();
      await shop.round();
      expect(await shop.state()).toEqual(before);
      await owner.rows('ALTER TABLE head_office.people_change DISABLE TRIGGER people_no_change');
      await owner.rows('DELETE FROM head_office.people_change WHERE position > 1');
      // The copy does not know the PC that made them: it takes nothing back, and the round goes on.
      await owner.rows('ALTER TABLE head_office.pc DISABLE TRIGGER pc_no_other');
      const [place] = await owner.rows<{ merchant: string }>(
        'SELECT merchant FROM head_office.pc WHERE id = $1',
        [office.pc],
      );
      const moved = (merchant: string | undefined) =>
        owner.rows('UPDATE head_office.pc SET merchant = $1 WHERE id = $2', [merchant, office.pc]);
      await moved('another');
      await shop.round();
      expect(await shop.state()).toEqual(before);
      await moved(place?.merchant);
      await shop.round();
      await office.round();
      const count = async () =>
        (await owner.rows<{ n: number }>('SELECT count(*)::int AS n FROM head_office.people_change'))[0]?.n;
      expect(await count()).toBe(3);
      expect(await shop.state()).toEqual(before);
      expect((await office.state()).problem).toBeNull();
      expect(recorded(office, 'person.shared')).toHaveLength(1);
      expect(recorded(office, 'people.pc-confirmed')).toEqual([{ target: shop.pc, actor: 'Mona' }]);
      expect(recorded(shop, 'person.shared')).toEqual([]);
    }));

  it('what the owner of the server puts in, changes or offers instead is taken over by nobody', () =>
    withPcs(cluster(), ['Mona', 'Hany', 'Nadia'], async (pcs, owner) => {
      const [office, shop, hostile] = pcs as [PeoplePc, PeoplePc, PeoplePc];
      await joinAll([office, shop]);
      const sara = await addToChain(office, 'Sara', 'cashier');
      await bring(office, shop, 'Sara');
      // A PC that he enrolled signs a change in Mona's name. He puts it into the list himself, and it changes nothing.
      await hostile.round();
      const read = await hostile.list();
      const mona = [...read.people].find(([, { name }]) => name === 'Mona')?.[0] ?? '';
      const forged = {
        what: 'person',
        by: { id: mona, name: 'Mona' },
        person: { id: sara, name: 'Sara', role: 'administrator', active: true },
      } as const;
      await expect(hostile.forge(forged).catch(failureOf)).resolves.toBe('not-allowed');
      await hostile.forge(forged, async ({ pc, seq, branch, atMs, body, previous, hash, signature }) => {
        await owner.rows(
          `INSERT INTO head_office.people_change (environment, merchant, position, pc, branch, at_ms, body, previous, hash, signature)
           SELECT environment, merchant, $1, $2, $3, $4, $5, decode($6, 'hex'), decode($7, 'hex'), decode($8, 'hex')
           FROM head_office.people_change WHERE position = 1`,
          [seq, pc, branch, atMs, body, previous, hash, signature],
        );
        return true;
      });
      await shop.round();
      expect(shop.people.signedIn()?.role).toBe('cashier');
      expect((await shop.state()).problem).toBeNull();
      // A change that was signed is altered on the server.
      must(
        await office.calls['chainPeople.change']({
          ...{ personId: sara, name: 'Sara', role: 'manager', active: true, pin: pinOf('Mona') },
        }),
      );
      await owner.rows('ALTER TABLE head_office.people_change DISABLE TRIGGER people_no_change');
      await owner.rows(
        `UPDATE head_office.people_change SET body = replace(body, '"manager"', '"administrator"')
         WHERE position = (SELECT max(position) FROM head_office.people_change)`,
      );
      await shop.round();
      expect(shop.people.signedIn()?.role).toBe('cashier');
      expect((await shop.state()).problem).toMatchObject({ code: 'chain-other' });
      // And so is a list of his own that he offers to a PC whose copy is gone.
      await owner.rows('DELETE FROM head_office.people_change');
      await shop.forgetCopy();
      const own = await hostile.forgeFirst('Nadia');
      await shop.round();
      expect(shop.people.signedIn()?.role).toBe('cashier');
      expect((await shop.state()).problem).toMatchObject({ code: 'chain-other' });
      expect(own).toBe(true);
    }));

  it('two people of one name stay two: one of this PC, whom it changes, and one of head office', () =>
    withPcs(cluster(), ['Mona', 'Sara'], async (pcs) => {
      const [office, shop] = pcs as [PeoplePc, PeoplePc];
      await joinAll(pcs);
      const sara = await addToChain(office, 'Sara', 'cashier');
      const own = shop.idOf('Sara');
      await bring(office, shop, 'Sara');
      const both = must(await shop.people.state()).people.filter(({ name }) => name === 'Sara');
      expect(both.map(({ personId, role, fromHeadOffice }) => [personId, role, fromHeadOffice])).toEqual([
        [own, 'administrator', false],
        [sara, 'cashier', true],
      ]);
      must(await shop.people.unlock({ personId: own, pin: pinOf('Sara') }));
      const other = must(
        await shop.people.add({ name: 'Adel', role: 'administrator', newPin: '930157', pin: pinOf('Sara') }),
      ).people.find(({ name }) => name === 'Adel');
      must(await shop.people.unlock({ personId: other?.personId ?? '', pin: '930157' }));
      const change = { personId: own, name: 'Sara', role: 'viewer' as const, active: true, pin: '930157' };
      must(await shop.people.change(change));
      const states = must(await shop.people.list()).people.filter(({ name }) => name === 'Sara');
      expect(states.map(({ role }) => role)).toEqual(['viewer', 'cashier']);
    }));
});
