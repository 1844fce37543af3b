import { describe, expect, it } from 'vitest';
import { must } from '../operations/harness.ts';
import { MONA_PIN, memoryKeychain, startPeople } from './bench.ts';

const NOUR = { personId: 'practice-cashier', name: 'Nour', role: 'cashier' as const, pin: '246813' };

describe('people of the story of Practice', () => {
  it('sign in with the PIN that is shown, and are in no keychain', async () => {
    const system = memoryKeychain();
    const { people } = await startPeople({ system });
    must(await people.begin({ name: 'Mona', pin: MONA_PIN }));
    const before = [...system.kept.keys()];
    await people.setGuests([NOUR]);
    const { people: faces } = must(await people.state());
    expect(faces.map(({ name, shownPin }) => [name, shownPin])).toEqual([
      ['Mona', null],
      ['Nour', NOUR.pin],
    ]);
    const wrong = await people.unlock({ personId: NOUR.personId, pin: '999999' });
    expect(wrong).toMatchObject({ ok: false, error: { code: 'pin-wrong' } });
    expect(must(await people.unlock({ personId: NOUR.personId, pin: NOUR.pin })).me?.name).toBe('Nour');
    expect([...system.kept.keys()]).toEqual(before);
  });

  it('are not among the people that an administrator manages', async () => {
    const { people } = await startPeople();
    must(await people.begin({ name: 'Mona', pin: MONA_PIN }));
    await people.setGuests([NOUR]);
    expect(must(await people.list()).people.map(({ name }) => name)).toEqual(['Mona']);
  });

  it('are signed out and gone before another merchant opens', async () => {
    const { people, entries } = await startPeople();
    must(await people.begin({ name: 'Mona', pin: MONA_PIN }));
    await people.setGuests([NOUR]);
    must(await people.unlock({ personId: NOUR.personId, pin: NOUR.pin }));
    await people.setGuests([]);
    const state = must(await people.state());
    expect(state.kind).toBe('locked');
    expect(state.people.map(({ name }) => name)).toEqual(['Mona']);
    expect(entries.at(-1)).toMatchObject({ action: 'person.locked', actor: 'Nour' });
    expect(await people.unlock({ personId: NOUR.personId, pin: NOUR.pin })).toMatchObject({
      ok: false,
      error: { code: 'person-not-found' },
    });
  });

  it('open nothing on a PC that has no people of its own', async () => {
    const { people } = await startPeople();
    await people.setGuests([NOUR]);
    expect(must(await people.state()).kind).toBe('none');
    expect(await people.unlock({ personId: NOUR.personId, pin: NOUR.pin })).toMatchObject({ ok: false });
  });
});
