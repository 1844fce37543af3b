import { describe, expect, it } from 'vitest';
import { codeOf, must } from '../operations/harness.ts';
import { memoryKeychain, MONA_PIN, OMAR_PIN, startPeople } from './bench.ts';

const begin = { name: 'Mona', pin: MONA_PIN };
const kindOf = async (system: ReturnType<typeof memoryKeychain>) =>
  must(await (await startPeople({ system })).people.state()).kind;

describe('the first start', () => {
  it('makes an administrator, once', async () => {
    const { people } = await startPeople();
    expect(must(await people.state()).kind).toBe('none');
    const state = must(await people.begin(begin));
    expect(state).toMatchObject({ kind: 'signed-in', me: { name: 'Mona', role: 'administrator' } });
    expect(codeOf(await people.begin({ name: 'Omar', pin: OMAR_PIN }))).toBe('already-begun');
  });

  it('two at once make one administrator', async () => {
    const { people } = await startPeople();
    const codes = await Promise.all([people.begin(begin), people.begin({ name: 'Omar', pin: OMAR_PIN })]);
    expect(codes.map(codeOf).sort()).toEqual(['already-begun', 'ok']);
  });

  it('refuses a weak PIN and makes nobody', async () => {
    const { people } = await startPeople();
    expect(codeOf(await people.begin({ name: 'Mona', pin: '123456' }))).toBe('pin-weak');
    expect(must(await people.state()).kind).toBe('none');
  });
});

describe('the register', () => {
  it('is locked at every start', async () => {
    const { people, system } = await startPeople();
    must(await people.begin(begin));
    const again = must(await (await startPeople({ system })).people.state());
    expect(again).toMatchObject({ kind: 'locked', me: null, rights: [], people: [{ name: 'Mona' }] });
  });

  it.each([
    ['is not JSON', '{'],
    ['has another shape', '{"version":1,"ids":[]}'],
    ['is of a newer Closeout', '{"version":2}'],
    ['is empty', ''],
  ])('whose index %s is an error, never a first start', async (_name, text) => {
    const system = memoryKeychain();
    must(await (await startPeople({ system })).people.begin(begin));
    system.kept.set('people', text);
    const { people } = await startPeople({ system });
    expect(must(await people.state())).toMatchObject({
      kind: 'unreadable',
      error: { kind: 'people', code: 'register-unreadable' },
    });
    expect(codeOf(await people.begin({ name: 'Eve', pin: OMAR_PIN }))).toBe('register-unreadable');
  });

  it('of rules from before there were write-offs has the limit that holds until somebody sets one', async () => {
    const system = memoryKeychain();
    must(await (await startPeople({ system })).people.begin(begin));
    const index = JSON.parse(system.kept.get('people') ?? '') as {
      rules: { limits: Record<string, unknown> };
    };
    delete index.rules.limits['writeOff'];
    system.kept.set('people', JSON.stringify(index));
    const state = must(await (await startPeople({ system })).people.state());
    expect(state.rules.limits.writeOff).toEqual([{ minor: 10_000n, currency: 'EGP' }]);
  });

  it('from which a person was taken is an error', async () => {
    const system = memoryKeychain();
    const { people } = await startPeople({ system });
    const { me } = must(await people.begin(begin));
    system.kept.delete(`person:${me?.personId ?? ''}`);
    expect(await kindOf(system)).toBe('unreadable');
  });

  it('that the keychain refuses is an error, and is read again when it gives in', async () => {
    const system = memoryKeychain();
    must(await (await startPeople({ system })).people.begin(begin));
    const { people } = await startPeople({ system });
    const unsure = memoryKeychain();
    unsure.getPassword = (_service, account) =>
      account === 'people' ? Promise.reject(new Error('refused')) : Promise.resolve(null);
    const refused = await startPeople({ system: unsure });
    expect(must(await refused.people.state()).kind).toBe('unreadable');
    expect(codeOf(await refused.people.begin(begin))).toBe('refused');
    unsure.getPassword = (service, account) => system.getPassword(service, account);
    expect(must(await refused.people.state()).kind).toBe('locked');
    expect(must(await people.state()).kind).toBe('locked');
  });

  it('whose index was taken out of the keychain is an error where people were kept before', async () => {
    const system = memoryKeychain();
    const hadPeople = { is: false };
    must(await (await startPeople({ system, hadPeople })).people.begin(begin));
    system.kept.delete('people');
    const { people } = await startPeople({ system, hadPeople });
    expect(must(await people.state())).toMatchObject({
      kind: 'unreadable',
      error: { kind: 'people', code: 'register-unreadable' },
    });
    expect(codeOf(await people.begin({ name: 'Eve', pin: OMAR_PIN }))).toBe('register-unreadable');
  });

  it('is noted outside the keychain again where that note was not written, or lost', async () => {
    const system = memoryKeychain();
    must(await (await startPeople({ system })).people.begin(begin));
    const hadPeople = { is: false };
    await startPeople({ system, hadPeople });
    expect(hadPeople.is).toBe(true);
  });

  it('taken out while Closeout runs is not begun anew by the next change', async () => {
    const system = memoryKeychain();
    const { people } = await startPeople({ system, hadPeople: { is: false } });
    must(await people.begin(begin));
    system.kept.delete('people');
    expect(codeOf(await people.add({ name: 'Omar', role: 'cashier', newPin: OMAR_PIN, pin: MONA_PIN }))).toBe(
      'register-unreadable',
    );
    expect(system.kept.has('people')).toBe(false);
  });

  it('without a keychain lives for the session; but not where people were kept before', async () => {
    const first = await startPeople({ system: null });
    expect(must(await first.people.begin(begin))).toMatchObject({ kind: 'signed-in', sessionOnly: true });
    const hadPeople = { is: false };
    const kept = await startPeople({ hadPeople });
    must(await kept.people.begin(begin));
    expect(hadPeople.is).toBe(true);
    const without = await startPeople({ system: null, hadPeople });
    expect(must(await without.people.state())).toMatchObject({
      kind: 'unreadable',
      error: { kind: 'keychain', code: 'unavailable' },
    });
  });
});

describe('changing people', () => {
  const ofMona = async () => {
    const bench = await startPeople();
    const state = must(await bench.people.begin(begin));
    return { ...bench, monaId: state.me?.personId ?? '' };
  };

  it('asks for the own PIN, and takes no name twice', async () => {
    const { people } = await ofMona();
    const omar = { name: 'Omar', role: 'cashier' as const, newPin: OMAR_PIN };
    expect(codeOf(await people.add({ ...omar, pin: '999990' }))).toBe('pin-wrong');
    const { people: list } = must(await people.add({ ...omar, pin: MONA_PIN }));
    expect(list.map(({ name, role }) => [name, role])).toEqual([
      ['Mona', 'administrator'],
      ['Omar', 'cashier'],
    ]);
    expect(codeOf(await people.add({ ...omar, name: 'omar', pin: MONA_PIN }))).toBe('name-taken');
  });

  it('the last administrator stays one', async () => {
    const { people, monaId } = await ofMona();
    const change = { personId: monaId, name: 'Mona', pin: MONA_PIN };
    expect(codeOf(await people.change({ ...change, role: 'viewer', active: true }))).toBe(
      'last-administrator',
    );
    expect(codeOf(await people.change({ ...change, role: 'administrator', active: false }))).toBe(
      'last-administrator',
    );
  });

  it('who is taken off is kept in the register and cannot come in', async () => {
    const { people } = await ofMona();
    const { people: list } = must(
      await people.add({ name: 'Omar', role: 'cashier', newPin: OMAR_PIN, pin: MONA_PIN }),
    );
    const omar = list[1]?.personId ?? '';
    const after = must(
      await people.change({ personId: omar, name: 'Omar', role: 'cashier', active: false, pin: MONA_PIN }),
    );
    expect(after.people[1]).toMatchObject({ name: 'Omar', active: false });
    expect(codeOf(await people.unlock({ personId: omar, pin: OMAR_PIN }))).toBe('person-not-found');
  });

  it('names who made a change, also where that person is locked out by it or before it is kept', async () => {
    const { monaId, ...bench } = await ofMona();
    const { people, entries } = bench;
    const added = people.add({ name: 'Omar', role: 'administrator', newPin: OMAR_PIN, pin: MONA_PIN });
    // The last thing kept is the index that names Omar: she locks while it is written.
    const setPassword = bench.system.setPassword.bind(bench.system);
    bench.system.setPassword = (service, account, password) => {
      if (account === 'people') people.lock('asked');
      return setPassword(service, account, password);
    };
    must(await added);
    bench.system.setPassword = setPassword;
    expect(entries.slice(-2).map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'person.locked Mona',
      'person.added Mona',
    ]);
    must(await people.unlock({ personId: monaId, pin: MONA_PIN }));
    must(
      await people.change({
        personId: monaId,
        name: 'Mona',
        role: 'administrator',
        active: false,
        pin: MONA_PIN,
      }),
    );
    expect(entries.slice(-2).map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'person.removed Mona',
      'person.locked Mona',
    ]);
  });

  it('a new PIN lifts a block, and every change is in the record with who made it', async () => {
    const { people, entries } = await ofMona();
    const { people: list } = must(
      await people.add({ name: 'Omar', role: 'cashier', newPin: OMAR_PIN, pin: MONA_PIN }),
    );
    const omar = list[1]?.personId ?? '';
    for (let n = 0; n < 10; n += 1) await people.unlock({ personId: omar, pin: '999990' });
    expect(codeOf(await people.unlock({ personId: omar, pin: OMAR_PIN }))).toBe('blocked');
    must(await people.setPin({ personId: omar, newPin: '604821', pin: MONA_PIN }));
    expect(must(await people.unlock({ personId: omar, pin: '604821' })).me).toMatchObject({ name: 'Omar' });
    const actions = entries.map(({ action, actor }) => `${action} ${actor}`);
    expect(actions.filter((action) => action !== 'person.pin-refused Omar')).toEqual([
      'person.added Mona',
      'person.signed-in Mona',
      'person.added Mona',
      'person.blocked Omar',
      'person.pin-changed Mona',
      'person.signed-in Omar',
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/280519|700813|604821/);
  });
});
